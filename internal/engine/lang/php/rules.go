package php

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func rules() table.Rules {
	return table.Rules{
		"namespace_definition":      {Do: namespace, Name: "name", Body: "body"},
		"namespace_use_declaration": {Do: use},
		"include_expression":        {Do: include},
		"include_once_expression":   {Do: include},
		"require_expression":        {Do: include},
		"require_once_expression":   {Do: include},
		"attribute_list":            {Role: table.Skip},
		"visibility_modifier":       {Role: table.Modifier},
		"use_declaration":           {Do: useTrait},
		"use_list":                  {Role: table.Skip},

		"class_declaration":      {Role: table.Type, Kind: lang.Class, Name: "name", Body: "body"},
		"interface_declaration":  {Role: table.Type, Kind: lang.Interface, Name: "name", Body: "body"},
		"trait_declaration":      {Role: table.Type, Kind: lang.Class, Name: "name", Body: "body"},
		"enum_declaration":       {Role: table.Type, Kind: lang.Enum, Name: "name", Body: "body"},
		"base_clause":            {Role: table.Bases},
		"class_interface_clause": {Role: table.Bases},
		"enum_case":              {Role: table.Member, Name: "name"},
		"anonymous_class":        {Do: anonymous, Body: "body"},

		"function_definition":          {Role: table.Func, Kind: lang.Function, Name: "name", Params: "parameters", Result: "return_type", Body: "body"},
		"method_declaration":           {Do: method, Kind: lang.Method, Name: "name", Params: "parameters", Result: "return_type", Body: "body"},
		"property_declaration":         {Do: property, Type: "type"},
		"property_element":             {Name: "name", Value: "default_value"},
		"const_declaration":            {Do: constant},
		"const_element":                {},
		"simple_parameter":             {Role: table.Param, Name: "name", Type: "type", Value: "default_value"},
		"variadic_parameter":           {Role: table.Param, Name: "name", Type: "type"},
		"property_promotion_parameter": {Role: table.Param, Do: promoted, Name: "name", Type: "type", Value: "default_value"},
		"anonymous_function":           {Role: table.Lambda, Params: "parameters", Body: "body"},
		"arrow_function":               {Role: table.Lambda, Params: "parameters", Body: "body"},
		"return_statement":             {Role: table.Return},
		"foreach_statement":            {Do: foreach, Body: "body"},
		"catch_clause":                 {Do: catch, Name: "name", Type: "type", Body: "body"},
		"goto_statement":               {Role: table.Skip},
		"named_label_statement":        {Role: table.Skip},

		"name":                              {Role: table.Name},
		"variable_name":                     {Role: table.Name, Do: nothing, Expr: variable},
		"qualified_name":                    {Role: table.Dot, Do: qualified, Expr: qualifiedExpr},
		"relative_scope":                    {Role: table.Self, Expr: relative},
		"named_type":                        {Role: table.Through},
		"optional_type":                     {Role: table.Through},
		"member_access_expression":          {Role: table.Dot, Object: "object", Name: "name"},
		"nullsafe_member_access_expression": {Role: table.Dot, Object: "object", Name: "name"},
		"member_call_expression":            {Role: table.Call, Object: "object", Name: "name", Args: "arguments"},
		"nullsafe_member_call_expression":   {Role: table.Call, Object: "object", Name: "name", Args: "arguments"},
		"scoped_call_expression":            {Role: table.Call, Object: "scope", Name: "name", Args: "arguments"},
		"function_call_expression":          {Role: table.Call, Function: "function", Args: "arguments"},
		"class_constant_access_expression":  {Do: classConstant, Expr: classConstantExpr},
		"scoped_property_access_expression": {Do: staticProperty, Object: "scope", Name: "name", Expr: staticExpr},
		"argument":                          {Do: argument, Name: "name"},
		"object_creation_expression":        {Role: table.New},
		"assignment_expression":             {Role: table.Assign, Name: "left", Value: "right"},
		"subscript_expression":              {Role: table.Index},
		"parenthesized_expression":          {Role: table.Through},
		"clone_expression":                  {Role: table.Through},
		"conditional_expression":            {Role: table.Either, Value: "body", Else: "alternative"},
	}
}

var drop = []string{
	"comment", "php_tag", "text", "string", "nowdoc", "integer", "float", "boolean", "null", "primitive_type", "bottom_type", "cast_type",
	"escape_sequence", "string_content", "reference_modifier", "operation", "empty_statement", "heredoc_start", "heredoc_end",
	"declare_directive", "final_modifier", "abstract_modifier", "static_modifier", "readonly_modifier", "var_modifier",
}
