module example.com/yours
