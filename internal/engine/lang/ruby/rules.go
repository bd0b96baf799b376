package ruby

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func rules() table.Rules {
	return table.Rules{
		"class":            {Do: class, Role: table.Type, Kind: lang.Class, Name: "name", Body: "body"},
		"module":           {Do: class, Role: table.Type, Kind: lang.Module, Name: "name", Body: "body"},
		"superclass":       {Role: table.Bases},
		"method":           {Role: table.Func, Kind: lang.Function, Name: "name", Params: "parameters", Body: "body"},
		"singleton_method": {Role: table.Func, Kind: lang.Function, Name: "name", Object: "object", Params: "parameters", Body: "body"},
		"setter":           {},
		"alias":            {Role: table.Skip},
		"undef":            {Role: table.Skip},

		"method_parameters":    {Do: parameters},
		"lambda_parameters":    {Do: parameters},
		"block_parameters":     {Do: parameters},
		"optional_parameter":   {Role: table.Param, Name: "name", Value: "value"},
		"keyword_parameter":    {Role: table.Param, Name: "name", Value: "value"},
		"splat_parameter":      {Role: table.Param, Name: "name"},
		"hash_splat_parameter": {Role: table.Param, Name: "name"},
		"block_parameter":      {Role: table.Param, Name: "name"},
		"block":                {Role: table.Block},
		"do_block":             {Role: table.Block},
		"lambda":               {Role: table.Block},
		"argument_list":        {Role: table.Through},
		"return":               {Do: returns},
		"for":                  {Role: table.Foreach, Name: "pattern", Value: "value"},
		"in":                   {Role: table.Through},
		"exception_variable":   {Do: parameters},
		"exceptions":           {},

		"identifier":               {Role: table.Name, Do: identifier},
		"constant":                 {Role: table.TypeName},
		"instance_variable":        {Role: table.Name, Do: instance, Expr: instanceExpr},
		"class_variable":           {Role: table.Name, Do: instance, Expr: instanceExpr},
		"global_variable":          {Role: table.Skip},
		"operator":                 {Role: table.Name, Do: skip},
		"self":                     {Role: table.Self},
		"super":                    {Role: table.Super},
		"scope_resolution":         {Role: table.Dot, Object: "scope", Name: "name", Expr: scoped},
		"call":                     {Role: table.Call, Do: call, Object: "receiver", Name: "method", Args: "arguments", Body: "block", Expr: callExpr},
		"element_reference":        {Role: table.Index, Object: "object"},
		"assignment":               {Role: table.Assign, Do: assignment, Name: "left", Value: "right"},
		"operator_assignment":      {Role: table.Assign, Do: assignment, Name: "left", Value: "right"},
		"left_assignment_list":     {},
		"rest_assignment":          {},
		"parenthesized_statements": {Role: table.Through},
		"conditional":              {Role: table.Either, Value: "consequence", Else: "alternative"},
		"simple_symbol":            {Role: table.Modifier},
		"string":                   {},
		"pair":                     {Do: pair, Name: "key", Value: "value"},
	}
}

var drop = []string{
	"comment", "integer", "float", "rational", "complex", "true", "false", "nil", "character", "string_content", "escape_sequence",
	"hash_key_symbol", "heredoc_beginning", "heredoc_content", "heredoc_end", "regex", "uninterpreted", "empty_statement", "encoding", "file",
	"line", "symbol_array", "string_array", "forward_parameter", "forward_argument", "hash_splat_nil",
}
