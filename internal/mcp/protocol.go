package mcp

import "encoding/json"

// The protocol's types, as the specification writes them and as far as gortex uses them.

// Implementation names a program.
type Implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version"`
}

// Tool is a tool's definition. The schemas go out byte for byte.
type Tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  *Annotations    `json:"annotations,omitempty"`
}

// Annotations are a tool's hints for whoever asks for permission.
type Annotations struct {
	Title           string `json:"title,omitempty"`
	ReadOnlyHint    *bool  `json:"readOnlyHint,omitempty"`
	DestructiveHint *bool  `json:"destructiveHint,omitempty"`
	IdempotentHint  *bool  `json:"idempotentHint,omitempty"`
	OpenWorldHint   *bool  `json:"openWorldHint,omitempty"`
}

// Content is one block of a result. Other types than text keep their type only.
type Content struct {
	Type string `json:"type"` // "text"
	Text string `json:"text"`
}

// ToolResult is the answer of a tool. StructuredContent and Meta go out byte for byte.
type ToolResult struct {
	Content           []Content       `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	Meta              json.RawMessage `json:"_meta,omitempty"`
}

// Text makes a result of one text block.
func Text(s string) *ToolResult {
	return &ToolResult{Content: []Content{{Type: "text", Text: s}}}
}

// ErrorResult makes a result of one text block that tells the model what went wrong.
func ErrorResult(s string) *ToolResult {
	r := Text(s)
	r.IsError = true
	return r
}

// InitializeResult is a server's half of the handshake.
type InitializeResult struct {
	ProtocolVersion string          `json:"protocolVersion"`
	Capabilities    json.RawMessage `json:"capabilities"`
	ServerInfo      Implementation  `json:"serverInfo"`
	Instructions    string          `json:"instructions,omitempty"`
}

// Root is a folder that a client works in.
type Root struct {
	URI  string `json:"uri"` // file://…
	Name string `json:"name,omitempty"`
}

var anyObject = json.RawMessage(`{"type":"object"}`)

func (t Tool) appendJSON(dst []byte) ([]byte, error) {
	o := object{dst: dst}
	o.text("name", t.Name)
	if t.Title != "" {
		o.text("title", t.Title)
	}
	if t.Description != "" {
		o.text("description", t.Description)
	}
	if len(t.InputSchema) == 0 {
		t.InputSchema = anyObject
	}
	o.raw("inputSchema", t.InputSchema)
	o.raw("outputSchema", t.OutputSchema)
	if t.Annotations != nil {
		o.value("annotations", t.Annotations)
	}
	return o.end()
}

func (r *ToolResult) appendJSON(dst []byte) ([]byte, error) {
	if r == nil {
		r = &ToolResult{}
	}
	o := object{dst: dst}
	content := r.Content
	if content == nil {
		content = []Content{}
	}
	o.value("content", content)
	o.raw("structuredContent", r.StructuredContent)
	if r.IsError {
		o.value("isError", true)
	}
	o.raw("_meta", r.Meta)
	return o.end()
}

// toolList is the answer to tools/list: one page.
type toolList []Tool

func (l toolList) appendJSON(dst []byte) ([]byte, error) {
	dst = append(dst, `{"tools":[`...)
	for i, t := range l {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = t.appendJSON(dst); err != nil {
			return dst, err
		}
	}
	return append(dst, ']', '}'), nil
}

func (r InitializeResult) appendJSON(dst []byte) ([]byte, error) {
	o := object{dst: dst}
	o.text("protocolVersion", r.ProtocolVersion)
	o.raw("capabilities", r.Capabilities)
	o.value("serverInfo", r.ServerInfo)
	if r.Instructions != "" {
		o.text("instructions", r.Instructions)
	}
	return o.end()
}
