package catalog

const toolsSearch = `{"type":"object","properties":{
"query":{"type":"string","description":"what to do, in words, or names of tools"},
"withdraw":{"type":"array","items":{"type":"string"},"description":"tools to put away again"},
"limit":{"type":"integer","description":"default 3"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const toolsSearchOut = `{"type":"object","properties":{
"total":{"type":"integer"},
"tools":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"description":{"type":"string"},"operations":{"type":"array","items":{"type":"string"}},"example":{"type":"string"},"input_schema":{"type":"object"}}}},
"withdrawn":{"type":"array","items":{"type":"string"}}}}`

// tail are the arguments that every tool over the index has.
const tail = `"path":{"type":"string","description":"only this folder or glob"},
"repo":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string","description":"from the answer before"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const trace = `{"type":"object","required":["symbol"],"properties":{
"operation":{"enum":["path","tree","flow"],"default":"tree"},
"symbol":{"type":"string","description":"where it starts: id, file:line, Type.member or name; flow: an interface or a method of one"},
"to":{"type":"string","description":"path: where it ends"},
"direction":{"enum":["callees","callers"],"default":"callees","description":"tree: what it calls, or who calls it"},
"depth":{"type":"integer","description":"tree: 1 to 8, default 3; path: at most 20"},
"certainty":{"enum":["likely","resolved","name_only"],"default":"likely","description":"the least to follow"},
` + tail

const edgeRows = `{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"certainty":{"type":"string"},"depth":{"type":"integer"},"via":{"type":"string"}}}}`

const traceOut = `{"type":"object","properties":{
"symbol":{"type":"string"},"to":{"type":"string"},"total":{"type":"integer"},
"steps":` + edgeRows + `,
"calls":` + edgeRows + `,
"implementations":{"type":"array","items":{"type":"object"}},
"cursor":{"type":"string"}}}`

const analyze = `{"type":"object","properties":{
"operation":{"enum":["hotspots","dead_code","cycles","todos","complexity","coupling","api"],"default":"hotspots"},
"lang":{"type":"string"},
"tests":{"type":"boolean","description":"also code of tests"},
` + tail

const analyzeOut = `{"type":"object","properties":{
"total":{"type":"integer"},
"symbols":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"kind":{"type":"string"},"path":{"type":"string"},"line":{"type":"integer"},"complexity":{"type":"integer"},"lines":{"type":"integer"},"commits":{"type":"integer"},"callers":{"type":"integer"}}}},
"cycles":{"type":"array","items":{"type":"object","properties":{"size":{"type":"integer"},"members":{"type":"array","items":{"type":"string"}}}}},
"matches":{"type":"array","items":{"type":"object"}},
"folders":{"type":"array","items":{"type":"object"}},
"cursor":{"type":"string"}}}`

const history = `{"type":"object","properties":{
"operation":{"enum":["log","blame"],"default":"log"},
"symbol":{"type":"string","description":"id, file:line, Type.member or name"},
"file":{"type":"string","description":"instead of a symbol, with first and last"},
"first":{"type":"integer"},"last":{"type":"integer"},
"repo":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string","description":"from the answer before"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const historyOut = `{"type":"object","properties":{
"symbol":{"type":"string"},"path":{"type":"string"},"first":{"type":"integer"},"last":{"type":"integer"},"total":{"type":"integer"},
"commits":{"type":"array","items":{"type":"object","properties":{"commit":{"type":"string"},"author":{"type":"string"},"date":{"type":"string"},"subject":{"type":"string"}}}},
"lines":{"type":"array","items":{"type":"object","properties":{"first":{"type":"integer"},"last":{"type":"integer"},"commit":{"type":"string"},"author":{"type":"string"},"date":{"type":"string"},"subject":{"type":"string"}}}},
"cursor":{"type":"string"}}}`

const refactor = `{"type":"object","required":["symbol"],"properties":{
"operation":{"enum":["rename","move"],"default":"rename"},
"symbol":{"type":"string","description":"id, file:line, Type.member or name"},
"name":{"type":"string","description":"rename: the new name"},
"file":{"type":"string","description":"move: the file to move to"},
"preview":{"type":"boolean","description":"default true: shows what would change; false writes"},
"force":{"type":"boolean","description":"rename what is sure and leave what is not"},
"repo":{"type":"string"},"limit":{"type":"integer"},"cursor":{"type":"string"},
"budget":{"type":"integer"},"format":{"enum":["compact","json"]}}}`

const refactorOut = `{"type":"object","properties":{
"status":{"type":"string","description":"preview, applied or unchanged"},
"symbol":{"type":"string"},"total":{"type":"integer"},
"changes":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"before":{"type":"string"},"after":{"type":"string"}}}},
"files":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"sha256_before":{"type":"string"},"sha256_after":{"type":"string"},"added":{"type":"integer"},"removed":{"type":"integer"}}}},
"unsure":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},"text":{"type":"string"},"why":{"type":"string"}}}},
"mentions":{"type":"array","items":{"type":"object"},"description":"in comments and texts: left as they are"},
"cursor":{"type":"string"}}}`

const workspaceAdmin = `{"type":"object","required":["operation"],"properties":{
"operation":{"enum":["track","untrack","reindex"],"default":"track"},
"dir":{"type":"string","description":"track: a folder; default the session's"},
"repo":{"type":"string","description":"untrack, reindex: its name or root"},
"format":{"enum":["compact","json"]}}}`

const workspaceAdminOut = `{"type":"object","properties":{
"status":{"type":"string"},"total":{"type":"integer"},
"repositories":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"root":{"type":"string"},"state":{"type":"string"},"files":{"type":"integer"},"symbols":{"type":"integer"},"edges":{"type":"integer"},"behind":{"type":"integer"}}}}}}`
