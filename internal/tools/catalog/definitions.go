package catalog

// The schemas are written by hand: a model reads them on every request, so each
// word is paid for. Properties that say themselves have no description.

const explore = `{"type":"object","required":["task"],"properties":{
"task":{"type":"string","description":"task or question; identifiers and paths in it help"},
"path":{"type":"string","description":"only this folder or glob"},
"lang":{"type":"string"},"repo":{"type":"string"},
"limit":{"type":"integer","description":"symbols, default 10"},
"budget":{"type":"integer","description":"bytes of text, default 12000"},
"format":{"enum":["compact","json"]}}}`

const exploreOut = `{"type":"object","properties":{
"task":{"type":"string"},"total":{"type":"integer"},
"symbols":{"type":"array","items":{"type":"object"},"description":"ranked"},
"sources":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"first":{"type":"integer"},"last":{"type":"integer"},"text":{"type":"string"}}}},
"calls":{"type":"array","items":{"type":"object"}},
"tests":{"type":"array","items":{"type":"object"}},
"matches":{"type":"array","items":{"type":"object"}}}}`

const search = `{"type":"object","required":["query"],"properties":{
"operation":{"enum":["symbols","text","files","ast"],"default":"symbols"},
"query":{"type":"string","description":"symbols: name, part of one, or Type.member; text: the words, or a regular expression with regexp; files: glob or part of a path; ast: tree-sitter query, with lang"},
"kinds":{"type":"array","items":{"type":"string"},"description":"function, method, class, interface, …"},
"regexp":{"type":"boolean"},"ignore_case":{"type":"boolean"},"word":{"type":"boolean"},
"path":{"type":"string","description":"only this folder or glob"},
"lang":{"type":"string"},"repo":{"type":"string"},
"limit":{"type":"integer"},"cursor":{"type":"string","description":"from the answer before"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const searchOut = `{"type":"object","properties":{
"total":{"type":"integer"},
"symbols":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"kind":{"type":"string"},"path":{"type":"string"},"line":{"type":"integer"},"end_line":{"type":"integer"},"signature":{"type":"string"}}}},
"matches":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"text":{"type":"string"}}}},
"files":{"type":"array","items":{"type":"object"}},
"cursor":{"type":"string"}}}`

const read = `{"type":"object","properties":{
"operation":{"enum":["source","outline","file","batch"],"default":"source"},
"symbol":{"type":"string","description":"id, file:line, Type.member or name"},
"file":{"type":"string"},
"first":{"type":"integer","description":"first line of file"},"last":{"type":"integer"},
"items":{"type":"array","items":{"type":"string"},"description":"batch: symbols, files or file:first-last"},
"callers":{"type":"boolean","description":"also who calls the symbol"},
"numbers":{"type":"boolean","description":"line numbers"},
"repo":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string"},
"budget":{"type":"integer","description":"bytes of text, default 12000"},
"format":{"enum":["compact","json"]}}}`

const readOut = `{"type":"object","properties":{
"sources":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"symbol":{"type":"string"},"first":{"type":"integer"},"last":{"type":"integer"},"lines":{"type":"integer"},"sha256":{"type":"string"},"text":{"type":"string"}}}},
"callers":{"type":"array","items":{"type":"object"}},
"path":{"type":"string"},"total":{"type":"integer"},
"symbols":{"type":"array","items":{"type":"object"}},
"cursor":{"type":"string"}}}`

const relations = `{"type":"object","properties":{
"operation":{"enum":["usages","callers","callees","implementations","supertypes","imports","dependents","definition"],"default":"usages"},
"symbol":{"type":"string","description":"id, file:line, Type.member or name"},
"file":{"type":"string","description":"for imports and dependents"},
"depth":{"type":"integer","description":"1 to 5"},
"certainty":{"enum":["likely","resolved","name_only"],"default":"likely","description":"the least to show"},
"path":{"type":"string","description":"only rows in this folder or glob"},
"repo":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const relationsOut = `{"type":"object","properties":{
"symbol":{"type":"string"},"file":{"type":"string"},"total":{"type":"integer"},
"callers":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"symbol":{"type":"string"},"certainty":{"type":"string"},"depth":{"type":"integer"}}}},
"callees":{"type":"array","items":{"type":"object"},"description":"as callers; symbol is the callee"},
"usages":{"type":"array","items":{"type":"object"},"description":"as callers, with kind"},
"implementations":{"type":"array","items":{"type":"object"}},
"supertypes":{"type":"array","items":{"type":"object"}},
"definitions":{"type":"array","items":{"type":"object"}},
"imports":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"module":{"type":"string"},"line":{"type":"integer"}}}},
"dependents":{"type":"array","items":{"type":"object"}},
"cursor":{"type":"string"}}}`

const change = `{"type":"object","properties":{
"operation":{"enum":["detect","impact","tests","verify","diagnostics"],"default":"detect"},
"base":{"type":"string","description":"branch, tag or commit to compare with; without it what is not committed"},
"symbol":{"type":"string","description":"impact, tests, verify: id, file:line, Type.member or name"},
"signature":{"type":"string","description":"verify: the new one; without it the present one"},
"depth":{"type":"integer","description":"impact: 1 to 10, default 3"},
"path":{"type":"string","description":"only this folder or glob"},
"repo":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const changeOut = `{"type":"object","properties":{
"base":{"type":"string"},"symbol":{"type":"string"},"total":{"type":"integer"},
"files":{"type":"array","items":{"type":"object"}},
"symbols":{"type":"array","items":{"type":"object"}},
"callers":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"symbol":{"type":"string"},"certainty":{"type":"string"},"depth":{"type":"integer"}}}},
"tests":{"type":"array","items":{"type":"object"}},
"commands":{"type":"array","items":{"type":"object"},"description":"that run the tests"},
"calls":{"type":"array","items":{"type":"object"},"description":"verify: call sites, with fits and why"},
"diagnostics":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"kind":{"type":"string"},"text":{"type":"string"}}}},
"cursor":{"type":"string"}}}`

const editing = `"file":{"type":"string"},
"edits":{"type":"array","description":"replace: exact texts, each there once unless all","items":{"type":"object","required":["old","new"],"properties":{"old":{"type":"string"},"new":{"type":"string"},"all":{"type":"boolean"}}}},
"symbol":{"type":"string","description":"id, file:line, Type.member or name"},
"body":{"type":"string","description":"symbol: the whole new definition"},
"position":{"enum":["replace","before","after"],"default":"replace"},
"content":{"type":"string","description":"write: the whole file"},
"create":{"type":"boolean","description":"write: the file is new"},
"expect_sha256":{"type":"string","description":"refuse if the file has changed"},
"force":{"type":"boolean","description":"also ignored folders"}`

const edit = `{"type":"object","properties":{
"operation":{"enum":["replace","symbol","write","batch"],"default":"replace"},
` + editing + `,
"changes":{"type":"array","description":"batch: objects of the arguments above, all or none","items":{"type":"object"}},
"repo":{"type":"string"},"format":{"enum":["compact","json"]}}}`

const editOut = `{"type":"object","properties":{
"status":{"type":"string"},
"files":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"sha256_before":{"type":"string"},"sha256_after":{"type":"string"},"added":{"type":"integer"},"removed":{"type":"integer"}}}}}}`

const workspace = `{"type":"object","properties":{
"operation":{"enum":["info","repos","index"],"default":"info","description":"info: what this session sees; repos: all tracked; index: languages, skipped files, files behind the disk"},
"repo":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const workspaceOut = `{"type":"object","properties":{
"folder":{"type":"string"},"version":{"type":"string"},"ready":{"type":"boolean"},"total":{"type":"integer"},
"repositories":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"root":{"type":"string"},"state":{"type":"string"},"files":{"type":"integer"},"symbols":{"type":"integer"},"edges":{"type":"integer"},"behind":{"type":"integer"}}}},
"languages":{"type":"array","items":{"type":"object"}},
"skipped":{"type":"array","items":{"type":"object"}},
"stale":{"type":"array","items":{"type":"string"}},
"cursor":{"type":"string"}}}`
