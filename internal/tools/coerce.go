package tools

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// coerce reads one value as its schema wants it. mend says what it must be when it can't be that.
func coerce(p catalog.Property, raw json.RawMessage) (value any, mend string) {
	switch {
	case len(p.Enum) > 0:
		return coerceEnum(p, raw)
	case p.Type == "string":
		return coerceString(raw)
	case p.Type == "integer":
		return coerceInteger(raw)
	case p.Type == "boolean":
		return coerceBoolean(raw)
	case p.Type == "array" && p.Items == "string":
		return coerceStrings(raw)
	}
	return coerceObjects(raw)
}

func coerceEnum(p catalog.Property, raw json.RawMessage) (any, string) {
	mend := "one of " + strings.Join(p.Enum, ", ")
	var s string
	if gojson.Unmarshal(raw, &s) != nil {
		return nil, mend
	}
	if s = strings.TrimSpace(s); s == "" {
		return nil, ""
	}
	plain := func(s string) string {
		return strings.TrimSuffix(strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s)), "s")
	}
	for _, known := range p.Enum {
		if plain(known) == plain(s) {
			return known, ""
		}
	}
	return nil, mend
}

func coerceString(raw json.RawMessage) (any, string) {
	var s string
	one, list := stringsOf(raw)
	switch {
	case gojson.Unmarshal(raw, &s) == nil:
		return s, ""
	case list && len(one) == 1:
		return one[0], ""
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		return string(raw), ""
	}
	return nil, "a string"
}

func coerceInteger(raw json.RawMessage) (any, string) {
	var s string
	text := string(raw)
	if gojson.Unmarshal(raw, &s) == nil {
		if text = strings.TrimSpace(s); text == "" {
			return nil, ""
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<31 {
		return nil, "a whole number"
	}
	return int(f), ""
}

func coerceBoolean(raw json.RawMessage) (any, string) {
	var s string
	text := string(raw)
	if gojson.Unmarshal(raw, &s) == nil {
		text = strings.ToLower(strings.TrimSpace(s))
	}
	switch text {
	case "true", "1", "yes":
		return true, ""
	case "false", "0", "no":
		return false, ""
	case "":
		return nil, ""
	}
	return nil, "true or false"
}

func coerceStrings(raw json.RawMessage) (any, string) {
	if list, ok := stringsOf(raw); ok {
		return list, ""
	}
	var s string
	if gojson.Unmarshal(raw, &s) != nil {
		return nil, "a list of strings"
	}
	if list, ok := stringsOf([]byte(s)); ok {
		return list, ""
	}
	var list []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list, ""
}

// stringsOf reads a list in which every item is a string.
func stringsOf(raw json.RawMessage) (list []string, ok bool) {
	var all []*string
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '[' || gojson.Unmarshal(raw, &all) != nil {
		return nil, false
	}
	for _, one := range all {
		if one == nil {
			return nil, false
		}
		list = append(list, *one)
	}
	return list, true
}

// coerceObjects takes a list of objects, one object, or either as a JSON string.
func coerceObjects(raw json.RawMessage) (any, string) {
	const mend = "a list of objects"
	raw = unquoted(raw)
	var list []map[string]json.RawMessage
	if len(raw) > 0 && raw[0] == '{' {
		var one map[string]json.RawMessage
		if gojson.Unmarshal(raw, &one) != nil {
			return nil, mend
		}
		return append(list, one), ""
	}
	var items []json.RawMessage
	if gojson.Unmarshal(raw, &items) != nil || items == nil {
		return nil, mend
	}
	for _, item := range items {
		var one map[string]json.RawMessage
		if gojson.Unmarshal(unquoted(item), &one) != nil || one == nil {
			return nil, mend
		}
		list = append(list, one)
	}
	return list, ""
}

func unquoted(raw json.RawMessage) json.RawMessage {
	var s string
	if len(raw) > 0 && raw[0] == '"' && gojson.Unmarshal(raw, &s) == nil {
		return bytes.TrimSpace([]byte(s))
	}
	return bytes.TrimSpace(raw)
}
