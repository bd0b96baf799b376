package typescript

import "github.com/gortexhq/gortex/internal/engine/lang/treesitter"

// The kinds of nodes that are told apart; every other one is other.
const (
	other uint16 = iota
	syntaxError
	program
	importStatement
	importClause
	namedImports
	importSpecifier
	namespaceImport
	importRequire
	importAlias
	exportStatement
	exportClause
	exportSpecifier
	namespaceExport
	functionDeclaration
	generatorDeclaration
	functionSignature
	functionExpression
	generatorExpression
	arrowFunction
	classDeclaration
	abstractClass
	classExpression
	classBody
	classHeritage
	extendsClause
	implementsClause
	extendsTypeClause
	staticBlock
	methodDefinition
	methodSignature
	abstractMethod
	propertySignature
	callSignature
	constructSignature
	indexSignature
	fieldDefinition
	interfaceDeclaration
	interfaceBody
	typeAlias
	enumDeclaration
	enumAssignment
	namespaceDeclaration
	moduleDeclaration
	ambientDeclaration
	lexicalDeclaration
	variableDeclaration
	variableDeclarator
	formalParameters
	requiredParameter
	optionalParameter
	accessibility
	override
	decorator
	statementBlock
	switchBody
	forStatement
	forIn
	ifStatement
	catchClause
	returnStatement
	expressionStatement
	labeled
	identifier
	propertyIdentifier
	privateIdentifier
	computedName
	shorthandProperty
	shorthandPattern
	typeIdentifier
	nestedTypeIdentifier
	nestedIdentifier
	this
	thisType
	super
	str
	templateString
	importKeyword
	call
	construct
	member
	subscript
	arguments
	typeArguments
	typeParameters
	typeParameter
	assignment
	augmented
	parenthesized
	await
	nonNull
	asExpression
	satisfies
	typeAssertion
	instantiation
	binary
	ternary
	sequence
	object
	array
	pair
	spread
	objectPattern
	arrayPattern
	pairPattern
	assignmentPattern
	objectAssignment
	restPattern
	jsxOpening
	jsxSelfClosing
	jsxAttribute
	typeAnnotation
	typePredicateAnnotation
	typePredicate
	asserts
	genericType
	unionType
	intersectionType
	arrayType
	tupleType
	readonlyType
	parenthesizedType
	objectType
	functionType
	typeQuery
	lookupType
	conditionalType
	inferType
	mappedClause
	optionalType
	restType
	literalType
)

// The fields that are told apart.
const (
	noField uint16 = iota
	fName
	fValue
	fType
	fBody
	fParameters
	fParameter
	fReturnType
	fTypeParameters
	fTypeArguments
	fObject
	fProperty
	fFunction
	fConstructor
	fArguments
	fLeft
	fRight
	fKey
	fAlias
	fSource
	fDeclaration
	fDecorator
	fPattern
	fModule
	fIndex
	fCondition
	fConsequence
	fAlternative
	fKind
	fInitializer
	fConstraint
)

var vocabulary = &treesitter.Vocabulary{
	Error: syntaxError,
	Kinds: []string{
		syntaxError: "ERROR", program: "program", importStatement: "import_statement", importClause: "import_clause",
		namedImports: "named_imports", importSpecifier: "import_specifier", namespaceImport: "namespace_import",
		importRequire: "import_require_clause", importAlias: "import_alias", exportStatement: "export_statement",
		exportClause: "export_clause", exportSpecifier: "export_specifier", namespaceExport: "namespace_export",
		functionDeclaration: "function_declaration", generatorDeclaration: "generator_function_declaration",
		functionSignature: "function_signature", functionExpression: "function_expression",
		generatorExpression: "generator_function", arrowFunction: "arrow_function", classDeclaration: "class_declaration",
		abstractClass: "abstract_class_declaration", classExpression: "class", classBody: "class_body",
		classHeritage: "class_heritage", extendsClause: "extends_clause", implementsClause: "implements_clause",
		extendsTypeClause: "extends_type_clause", staticBlock: "class_static_block", methodDefinition: "method_definition",
		methodSignature: "method_signature", abstractMethod: "abstract_method_signature",
		propertySignature: "property_signature", callSignature: "call_signature", constructSignature: "construct_signature",
		indexSignature: "index_signature", fieldDefinition: "public_field_definition",
		interfaceDeclaration: "interface_declaration", interfaceBody: "interface_body", typeAlias: "type_alias_declaration",
		enumDeclaration: "enum_declaration", enumAssignment: "enum_assignment", namespaceDeclaration: "internal_module",
		moduleDeclaration: "module", ambientDeclaration: "ambient_declaration", lexicalDeclaration: "lexical_declaration",
		variableDeclaration: "variable_declaration", variableDeclarator: "variable_declarator",
		formalParameters: "formal_parameters", requiredParameter: "required_parameter", optionalParameter: "optional_parameter",
		accessibility: "accessibility_modifier", override: "override_modifier", decorator: "decorator",
		statementBlock: "statement_block", switchBody: "switch_body", forStatement: "for_statement", forIn: "for_in_statement",
		ifStatement: "if_statement", catchClause: "catch_clause", returnStatement: "return_statement",
		expressionStatement: "expression_statement", labeled: "labeled_statement", identifier: "identifier",
		propertyIdentifier: "property_identifier", privateIdentifier: "private_property_identifier",
		computedName: "computed_property_name", shorthandProperty: "shorthand_property_identifier",
		shorthandPattern: "shorthand_property_identifier_pattern", typeIdentifier: "type_identifier",
		nestedTypeIdentifier: "nested_type_identifier", nestedIdentifier: "nested_identifier", this: "this",
		thisType: "this_type", super: "super", str: "string", templateString: "template_string", importKeyword: "import",
		call: "call_expression", construct: "new_expression", member: "member_expression", subscript: "subscript_expression",
		arguments: "arguments", typeArguments: "type_arguments", typeParameters: "type_parameters",
		typeParameter: "type_parameter", assignment: "assignment_expression", augmented: "augmented_assignment_expression",
		parenthesized: "parenthesized_expression", await: "await_expression", nonNull: "non_null_expression",
		asExpression: "as_expression", satisfies: "satisfies_expression", typeAssertion: "type_assertion",
		instantiation: "instantiation_expression", binary: "binary_expression", ternary: "ternary_expression",
		sequence: "sequence_expression", object: "object", array: "array", pair: "pair", spread: "spread_element",
		objectPattern: "object_pattern", arrayPattern: "array_pattern", pairPattern: "pair_pattern",
		assignmentPattern: "assignment_pattern", objectAssignment: "object_assignment_pattern", restPattern: "rest_pattern",
		jsxOpening: "jsx_opening_element", jsxSelfClosing: "jsx_self_closing_element", jsxAttribute: "jsx_attribute",
		typeAnnotation: "type_annotation", typePredicateAnnotation: "type_predicate_annotation",
		typePredicate: "type_predicate", asserts: "asserts", genericType: "generic_type", unionType: "union_type",
		intersectionType: "intersection_type", arrayType: "array_type", tupleType: "tuple_type",
		readonlyType: "readonly_type", parenthesizedType: "parenthesized_type", objectType: "object_type",
		functionType: "function_type", typeQuery: "type_query", lookupType: "lookup_type",
		conditionalType: "conditional_type", inferType: "infer_type", mappedClause: "mapped_type_clause",
		optionalType: "optional_type", restType: "rest_type", literalType: "literal_type",
	},
	Also: map[string]uint16{"field_definition": fieldDefinition},
	Fields: []string{
		fName: "name", fValue: "value", fType: "type", fBody: "body", fParameters: "parameters", fParameter: "parameter",
		fReturnType: "return_type", fTypeParameters: "type_parameters", fTypeArguments: "type_arguments", fObject: "object",
		fProperty: "property", fFunction: "function", fConstructor: "constructor", fArguments: "arguments", fLeft: "left",
		fRight: "right", fKey: "key", fAlias: "alias", fSource: "source", fDeclaration: "declaration",
		fDecorator: "decorator", fPattern: "pattern", fModule: "module", fIndex: "index", fCondition: "condition",
		fConsequence: "consequence", fAlternative: "alternative", fKind: "kind", fInitializer: "initializer",
		fConstraint: "constraint",
	},
	Leaves: []uint16{str, identifier, propertyIdentifier, privateIdentifier, typeIdentifier, literalType},
	Drop: []string{
		"comment", "html_comment", "hash_bang_line", "number", "true", "false", "null", "undefined", "regex", "string_fragment",
		"escape_sequence", "jsx_text", "html_character_reference", "jsx_closing_element", "empty_statement", "predefined_type",
		"optional_chain", "statement_identifier", "meta_property", "break_statement", "continue_statement",
		"debugger_statement", "import_attribute", "existential_type",
	},
}
