// Package scala reads Scala: definitions, uses and imports of one file, and which
// files a package stands for.
package scala

import (
	"path"
	"strings"

	scala "github.com/tree-sitter/tree-sitter-scala/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() { lang.Register(table.NewLanguage("scala", []string{".scala", ".sc"}, spec)) }

func spec() *table.Spec {
	return &table.Spec{
		Grammar: scala.Language,
		Example: `(call_expression function: (identifier) @name)`,
		Rules:   rules(), Drop: drop,
		Builtins:    table.Set("String Int Long Double Float Boolean Char Byte Short Unit Any AnyRef AnyVal Nothing Null Throwable Exception"),
		Holders:     holders(),
		Transparent: table.Set("filter filterNot sortBy sorted toList toSeq toVector toSet reverse take drop distinct iterator"),
		Element:     table.Set("head last apply get getOrElse find headOption lastOption next max min maxBy minBy"),
		SelfNames:   table.Set("this"), SuperNames: table.Set("super"),
		Values:   true,
		Comments: extract.Comments{Block: []string{"/**"}, Over: []string{"@"}},
		Exported: func(x *table.Extractor, i uint32, s *lang.Symbol) bool {
			return !x.Modified(i, "private") && (s.Parent < 0 || x.Facts.Symbols[s.Parent].Exported)
		},
		TestFile: func(p string) bool {
			stem := strings.TrimSuffix(path.Base(p), ".scala")
			return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Spec") || strings.HasSuffix(stem, "Suite") ||
				strings.Contains("/"+p, "/src/test/")
		},
		Unit:     func(_ string, f *lang.Facts) string { return "scala:" + f.Package },
		Resolver: table.PackageResolver("scala"),
		Scoping:  lang.Scoping{Members: true, Packages: true, Merged: true, Overload: true},
	}
}

func holders() map[string]table.Holder {
	h := map[string]table.Holder{"Future": {}, "Try": {}, "Lazy": {}, "IO": {}}
	for name := range table.Set("List Seq Vector Set Array Option Iterator Iterable IndexedSeq Queue Stream LazyList Buffer ListBuffer ArrayBuffer Some") {
		h[name] = table.Holder{List: true}
	}
	for name := range table.Set("Map HashMap TreeMap SortedMap") {
		h[name] = table.Holder{Arg: -1, List: true}
	}
	return h
}

func rules() table.Rules {
	return table.Rules{
		"package_clause":     {Do: packageClause, Name: "name", Body: "body"},
		"import_declaration": {Do: importDeclaration},
		"export_declaration": {Role: table.Skip},
		"annotation":         {Role: table.Modifier},
		"modifiers":          {Role: table.Modifier},
		"access_modifier":    {Role: table.Modifier},

		"class_definition":  {Role: table.Type, Kind: lang.Class, Name: "name", Params: "class_parameters", Body: "body"},
		"trait_definition":  {Role: table.Type, Kind: lang.Interface, Name: "name", Params: "class_parameters", Body: "body"},
		"object_definition": {Role: table.Type, Kind: lang.Class, Name: "name", Body: "body"},
		"package_object":    {Role: table.Type, Kind: lang.Class, Name: "name", Body: "body"},
		"enum_definition":   {Role: table.Type, Kind: lang.Enum, Name: "name", Params: "class_parameters", Body: "body"},
		"simple_enum_case":  {Role: table.Member, Name: "name"},
		"full_enum_case":    {Role: table.Member, Name: "name"},
		"extends_clause":    {Role: table.Bases},
		"compound_type":     {Role: table.Bases},
		"class_parameter":   {Role: table.Param, Name: "name", Type: "type", Value: "default_value"},
		"type_definition":   {Do: typeDefinition, Name: "name", Type: "type"},
		"type_parameters":   {},
		"self_type":         {Role: table.Skip},

		"function_definition":  {Role: table.Func, Kind: lang.Function, Name: "name", Params: "parameters", Result: "return_type", Body: "body"},
		"function_declaration": {Role: table.Func, Kind: lang.Function, Name: "name", Params: "parameters", Result: "return_type"},
		"given_definition":     {Role: table.Block},
		"val_definition":       {Role: table.Var, Name: "pattern", Type: "type", Value: "value"},
		"var_definition":       {Role: table.Var, Name: "pattern", Type: "type", Value: "value"},
		"val_declaration":      {Role: table.Var, Name: "name", Type: "type"},
		"var_declaration":      {Role: table.Var, Name: "name", Type: "type"},
		"parameter":            {Role: table.Param, Name: "name", Type: "type", Value: "default_value"},
		"binding":              {Role: table.Param, Name: "name", Type: "type"},

		"block":              {Role: table.Block},
		"lambda_expression":  {Role: table.Lambda, Params: "parameters"},
		"for_expression":     {Role: table.Block},
		"enumerator":         {Do: enumerator},
		"case_clause":        {Do: caseClause, Name: "pattern"},
		"typed_pattern":      {Name: "pattern", Type: "type"},
		"case_class_pattern": {Type: "type"},
		"capture_pattern":    {Name: "name", Value: "pattern"},
		"return_expression":  {Role: table.Return},

		"identifier":                     {Role: table.Name},
		"type_identifier":                {Role: table.TypeName},
		"operator_identifier":            {Role: table.Skip},
		"generic_type":                   {Role: table.Generic, Name: "type", Args: "type_arguments"},
		"generic_function":               {Role: table.Generic, Name: "function", Args: "type_arguments"},
		"type_arguments":                 {},
		"stable_type_identifier":         {Role: table.Dot},
		"stable_identifier":              {Role: table.Dot},
		"tuple_type":                     {Expr: nothing},
		"function_type":                  {Expr: nothing},
		"field_expression":               {Role: table.Dot, Object: "value", Name: "field"},
		"call_expression":                {Role: table.Call, Function: "function", Args: "arguments"},
		"instance_expression":            {Do: instance, Expr: instanceExpr, Role: table.New},
		"template_body":                  {},
		"infix_expression":               {Do: infix, Object: "left", Name: "operator", Value: "right"},
		"assignment_expression":          {Do: assign, Name: "left", Value: "right"},
		"parenthesized_expression":       {Role: table.Through},
		"if_expression":                  {Role: table.Block},
		"interpolated_string_expression": {Do: interpolated, Name: "interpolator"},
	}
}

var drop = []string{
	"comment", "block_comment", "string", "integer_literal", "floating_point_literal", "boolean_literal", "character_literal", "null_literal",
	"unit", "wildcard", "inline_modifier", "infix_modifier", "open_modifier", "transparent_modifier", "opaque_modifier", "access_qualifier",
}
