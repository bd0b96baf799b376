package python

import "github.com/gortexhq/gortex/internal/engine/lang/treesitter"

// The kinds of nodes that are told apart; every other one is other.
const (
	other uint16 = iota
	syntaxError
	module
	functionDefinition
	classDefinition
	decoratedDefinition
	decorator
	block
	expressionStatement
	assignment
	augmented
	call
	attribute
	identifier
	argumentList
	keywordArgument
	parameters
	lambdaParameters
	defaultParameter
	typedParameter
	typedDefaultParameter
	listSplat
	dictionarySplat
	tuplePattern
	patternList
	listPattern
	typeNode
	genericType
	unionType
	memberType
	typeParameter
	subscript
	str
	concatenated
	interpolation
	importStatement
	importFrom
	futureImport
	aliasedImport
	dottedName
	relativeImport
	wildcardImport
	forStatement
	forIn
	listComprehension
	setComprehension
	dictionaryComprehension
	generatorExpression
	lambda
	asPattern
	asTarget
	exceptClause
	namedExpression
	globalStatement
	nonlocalStatement
	returnStatement
	yield
	ifStatement
	elifClause
	assertStatement
	caseClause
	casePattern
	classPattern
	keywordPattern
	splatPattern
	await
	booleanOperator
	binaryOperator
	conditional
	parenthesized
	typeAliasStatement
	list
	tuple
	set
	dictionary
)

// The fields that are told apart.
const (
	noField uint16 = iota
	fName
	fBody
	fParameters
	fReturnType
	fTypeParameters
	fSuperclasses
	fDefinition
	fLeft
	fRight
	fType
	fFunction
	fArguments
	fObject
	fAttribute
	fValue
	fSubscript
	fAlias
	fModuleName
	fCondition
	fConsequence
	fAlternative
	fGuard
)

var vocabulary = &treesitter.Vocabulary{
	Error: syntaxError,
	Kinds: []string{
		syntaxError: "ERROR", module: "module", functionDefinition: "function_definition", classDefinition: "class_definition",
		decoratedDefinition: "decorated_definition", decorator: "decorator", block: "block",
		expressionStatement: "expression_statement", assignment: "assignment", augmented: "augmented_assignment", call: "call",
		attribute: "attribute", identifier: "identifier", argumentList: "argument_list", keywordArgument: "keyword_argument",
		parameters: "parameters", lambdaParameters: "lambda_parameters", defaultParameter: "default_parameter",
		typedParameter: "typed_parameter", typedDefaultParameter: "typed_default_parameter", listSplat: "list_splat_pattern",
		dictionarySplat: "dictionary_splat_pattern", tuplePattern: "tuple_pattern", patternList: "pattern_list",
		listPattern: "list_pattern", typeNode: "type", genericType: "generic_type", unionType: "union_type",
		memberType: "member_type", typeParameter: "type_parameter", subscript: "subscript", str: "string",
		concatenated: "concatenated_string", interpolation: "interpolation", importStatement: "import_statement",
		importFrom: "import_from_statement", futureImport: "future_import_statement", aliasedImport: "aliased_import",
		dottedName: "dotted_name", relativeImport: "relative_import", wildcardImport: "wildcard_import",
		forStatement: "for_statement", forIn: "for_in_clause", listComprehension: "list_comprehension",
		setComprehension: "set_comprehension", dictionaryComprehension: "dictionary_comprehension",
		generatorExpression: "generator_expression", lambda: "lambda", asPattern: "as_pattern", asTarget: "as_pattern_target",
		exceptClause: "except_clause", namedExpression: "named_expression", globalStatement: "global_statement",
		nonlocalStatement: "nonlocal_statement", returnStatement: "return_statement", yield: "yield",
		ifStatement: "if_statement", elifClause: "elif_clause", assertStatement: "assert_statement", caseClause: "case_clause",
		casePattern: "case_pattern", classPattern: "class_pattern", keywordPattern: "keyword_pattern",
		splatPattern: "splat_pattern", await: "await", booleanOperator: "boolean_operator", binaryOperator: "binary_operator",
		conditional: "conditional_expression", parenthesized: "parenthesized_expression",
		typeAliasStatement: "type_alias_statement", list: "list", tuple: "tuple", set: "set", dictionary: "dictionary",
	},
	Fields: []string{
		fName: "name", fBody: "body", fParameters: "parameters", fReturnType: "return_type", fTypeParameters: "type_parameters",
		fSuperclasses: "superclasses", fDefinition: "definition", fLeft: "left", fRight: "right", fType: "type",
		fFunction: "function", fArguments: "arguments", fObject: "object", fAttribute: "attribute", fValue: "value",
		fSubscript: "subscript", fAlias: "alias", fModuleName: "module_name", fCondition: "condition",
		fConsequence: "consequence", fAlternative: "alternative", fGuard: "guard",
	},
	Leaves: []uint16{identifier, wildcardImport},
	Drop: []string{
		"comment", "integer", "float", "true", "false", "none", "ellipsis", "string_start", "string_end", "string_content",
		"escape_sequence", "escape_interpolation", "type_conversion", "pass_statement", "break_statement",
		"continue_statement", "keyword_separator", "positional_separator", "line_continuation", "import_prefix",
	},
}
