package java

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func rules() table.Rules {
	return table.Rules{
		"package_declaration": {Do: packageDeclaration},
		"import_declaration":  {Do: importDeclaration},
		"asterisk":            {Role: table.Skip},
		"module_declaration":  {Role: table.Skip},

		"class_declaration":           {Role: table.Type, Kind: lang.Class, Name: "name", Body: "body"},
		"interface_declaration":       {Role: table.Type, Kind: lang.Interface, Name: "name", Body: "body"},
		"annotation_type_declaration": {Role: table.Type, Kind: lang.Interface, Name: "name", Body: "body"},
		"enum_declaration":            {Role: table.Type, Kind: lang.Enum, Name: "name", Body: "body"},
		"record_declaration":          {Role: table.Type, Kind: lang.Class, Name: "name", Params: "parameters", Body: "body"},
		"superclass":                  {Role: table.Bases},
		"super_interfaces":            {Role: table.Bases},
		"extends_interfaces":          {Role: table.Bases},
		"type_list":                   {Role: table.Bases},
		"permits":                     {Do: eachType},

		"method_declaration":                  {Role: table.Func, Kind: lang.Method, Name: "name", Params: "parameters", Result: "type", Body: "body"},
		"annotation_type_element_declaration": {Role: table.Func, Kind: lang.Method, Name: "name", Result: "type"},
		"constructor_declaration":             {Role: table.Func, Kind: lang.Constructor, Name: "name", Params: "parameters", Body: "body"},
		"compact_constructor_declaration":     {Role: table.Func, Kind: lang.Constructor, Name: "name", Body: "body"},
		"field_declaration":                   {Role: table.Var, Type: "type"},
		"constant_declaration":                {Role: table.Var, Kind: lang.Constant, Type: "type"},
		"local_variable_declaration":          {Role: table.Var, Type: "type"},
		"variable_declarator":                 {Role: table.Declared, Name: "name", Value: "value"},
		"enum_constant":                       {Role: table.Member, Name: "name"},
		"formal_parameter":                    {Role: table.Param, Name: "name", Type: "type"},
		"spread_parameter":                    {Do: spreadParameter},
		"catch_formal_parameter":              {Do: catchParameter, Name: "name"},
		"catch_type":                          {},
		"resource":                            {Do: resource, Name: "name", Type: "type", Value: "value"},
		"type_parameters":                     {},

		"block":                        {Role: table.Block},
		"constructor_body":             {Role: table.Block},
		"for_statement":                {Role: table.Block},
		"catch_clause":                 {Role: table.Block},
		"try_with_resources_statement": {Role: table.Block},
		"switch_block_statement_group": {Role: table.Block},
		"switch_rule":                  {Role: table.Block},
		"enhanced_for_statement":       {Role: table.Foreach, Name: "name", Type: "type", Value: "value"},
		"lambda_expression":            {Role: table.Lambda, Params: "parameters", Body: "body"},
		"return_statement":             {Role: table.Return},
		"instanceof_expression":        {Do: instanceOf, Name: "name", Type: "right"},
		"type_pattern":                 {Do: typePattern},
		"record_pattern_component":     {Do: typePattern},
		"labeled_statement":            {Do: labeled},
		"break_statement":              {Role: table.Skip},
		"continue_statement":           {Role: table.Skip},

		"identifier":                      {Role: table.Name},
		"type_identifier":                 {Role: table.TypeName},
		"generic_type":                    {Role: table.Generic},
		"array_type":                      {Role: table.List},
		"scoped_type_identifier":          {Role: table.Dot},
		"scoped_identifier":               {Role: table.Dot, Object: "scope", Name: "name"},
		"type_arguments":                  {},
		"field_access":                    {Role: table.Dot, Object: "object", Name: "field", Expr: fieldAccess},
		"method_invocation":               {Role: table.Call, Object: "object", Name: "name", Args: "arguments"},
		"method_reference":                {Do: methodReference},
		"object_creation_expression":      {Role: table.New, Type: "type", Do: creation},
		"class_body":                      {},
		"array_creation_expression":       {Do: arrayCreation, Type: "type", Expr: arrayOf},
		"cast_expression":                 {Role: table.Cast, Type: "type", Value: "value"},
		"array_access":                    {Role: table.Index, Object: "array"},
		"parenthesized_expression":        {Role: table.Through},
		"ternary_expression":              {Role: table.Either, Value: "consequence", Else: "alternative"},
		"assignment_expression":           {Role: table.Assign, Name: "left", Value: "right"},
		"this":                            {Role: table.Self},
		"super":                           {Role: table.Super},
		"modifiers":                       {Role: table.Modifier},
		"marker_annotation":               {Do: annotation, Name: "name"},
		"annotation":                      {Do: annotation, Name: "name"},
		"element_value_pair":              {Do: elementPair, Value: "value"},
		"explicit_constructor_invocation": {Do: explicitConstructor, Function: "constructor", Args: "arguments"},
	}
}

var drop = []string{
	"line_comment", "block_comment", "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal",
	"decimal_floating_point_literal", "hex_floating_point_literal", "true", "false", "null_literal", "character_literal", "escape_sequence",
	"string_fragment", "multiline_string_fragment", "void_type", "integral_type", "floating_point_type", "boolean_type", "dimensions",
	"underscore_pattern", "requires_modifier",
}
