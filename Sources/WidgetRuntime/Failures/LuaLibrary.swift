/// The names of the standard library that widgets have, for suggestions.
enum LuaLibrary {
  static let globals = [
    "assert", "collectgarbage", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print", "rawequal",
    "rawget",
    "rawlen", "rawset", "require", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
  ]

  static let members: [String: [String]] = [
    "string": [
      "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack", "packsize", "rep", "reverse", "sub",
      "unpack", "upper",
    ],
    "table": ["concat", "insert", "move", "pack", "remove", "sort", "unpack"],
    "math": [
      "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max", "maxinteger", "min",
      "mininteger", "modf", "pi", "rad", "random", "randomseed", "sin", "sqrt", "tan", "tointeger", "type", "ult",
    ],
    "utf8": ["char", "charpattern", "codepoint", "codes", "len", "offset"],
    "coroutine": ["create", "isyieldable", "resume", "running", "status", "wrap", "yield"],
    "os": ["clock", "date", "difftime", "time"],
  ]
}
