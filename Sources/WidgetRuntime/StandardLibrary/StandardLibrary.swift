/// Lua 5.4's standard library as widgets have it. docs/lua.md and the hints for missing names come from this table; a test
/// compares it with the worker.
enum StandardLibrary {
  static let libraries = ["string", "table", "math", "utf8", "coroutine", "os", "io", "debug", "package"]

  /// Every name in Lua 5.4.4, including the compatibility functions in `math`.
  static let names: [StandardName] = globals + texts + numbers + coroutines + system

  private static let globals =
    present(
      "", "_G _VERSION assert error getmetatable ipairs next pairs pcall rawequal rawget rawlen rawset select tonumber type")
    + changed(
      "",
      [
        "collectgarbage":
          "does nothing: it accepts every option and returns what Lua returns; `\"count\"` is the memory in use",
        "load": "loads text, not bytecode, of at most 512 KiB",
        "print": "writes to the development console; a widget without `content` shows what `perform_update` printed",
        "require": "loads modules of the widget's own folder; see [modules](#modules)",
        "setmetatable": "refuses `__gc`: there are no finalizers",
        "tostring": "shows no addresses: a table is `table`, a function `function`",
        "xpcall": "also accepts nil as the handler, since libraries pass `debug.traceback`; the error stays as it is",
      ])
    + missing(
      "",
      [
        "dofile": "use require for a module of the widget's own folder",
        "loadfile": "use require for a module of the widget's own folder",
        "warn": "use log.warning(...)",
      ])

  private static let texts =
    present("string", "byte char find gmatch gsub len lower match pack packsize rep reverse sub unpack upper")
    + changed("string", ["format": "has no `%p`; `%s` shows no addresses"])
    + missing("string", ["dump": "a module is loaded from its text"])
    + present("table", "concat insert move pack remove sort unpack")
    + present("utf8", "char charpattern codepoint codes len offset")

  private static let numbers =
    present("math", "abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger modf pi rad random")
    + present("math", "sin sqrt tan tointeger type ult")
    + present("math", "atan2 cosh frexp ldexp log10 pow sinh tanh")
    + changed("math", ["randomseed": "returns nothing; without an argument it starts another sequence"])

  private static let coroutines =
    present("coroutine", "create isyieldable resume running status wrap yield")
    + missing("coroutine", ["close": "let the coroutine end by itself"])

  private static let system =
    changed(
      "os",
      [
        "clock": "the processor time used by the widget, in steps of a millisecond",
        "date": "the years 0 to 9999, in the user's time zone; names are English",
        "time": "the years 0 to 9999, in the user's time zone; `--at` sets the clock",
      ])
    + present("os", "difftime")
    + missing(
      "os",
      [
        "execute": "use run { \"program\", ... }", "exit": "return from perform_update", "getenv": "use env.get(name)",
        "remove": "use container(...)", "rename": "use container(...)", "setlocale": "format.* follows the user's locale",
        "tmpname": "use cache.set(...)",
      ])
    + missing("io", "close input lines open read stdin tmpfile type", files)
    + missing("io", "flush output stderr stdout write", "use print(...)")
    + missing("io", ["popen": "use run { \"program\", ... }"])
    + missing(
      "debug",
      """
      debug gethook getinfo getlocal getmetatable getregistry getupvalue getuservalue setcstacklimit sethook setlocal \
      setmetatable setupvalue setuservalue traceback upvalueid upvaluejoin
      """,
      "use print(...) and the traceback of an error")
    + present("package", "loaded preload")
    + changed(
      "package",
      [
        "config": "the value on Linux", "cpath": "empty: you can't load C libraries",
        "path": "a value for libraries reading it; setting it does nothing",
        "searchers": "two: `package.preload` and the widget's own folder; a library may add its own",
      ])
    + missing("package", "loadlib searchpath", "require loads modules of the widget's own folder")

  private static let files = "use container(...) or fetch(\"file in the widget's folder\")"

  private static func qualified(_ library: String, _ name: some StringProtocol) -> String {
    library.isEmpty ? String(name) : "\(library).\(name)"
  }

  private static func present(_ library: String, _ names: String) -> [StandardName] {
    names.split(separator: " ").map { StandardName(name: qualified(library, $0), status: .present) }
  }

  private static func changed(_ library: String, _ names: KeyValuePairs<String, String>) -> [StandardName] {
    names.map { StandardName(name: qualified(library, $0.key), status: .changed($0.value)) }
  }

  private static func missing(_ library: String, _ names: KeyValuePairs<String, String>) -> [StandardName] {
    names.map { StandardName(name: qualified(library, $0.key), status: .missing($0.value)) }
  }

  private static func missing(_ library: String, _ names: String, _ remedy: String) -> [StandardName] {
    names.split(separator: " ").map { StandardName(name: qualified(library, $0), status: .missing(remedy)) }
  }
}

/// A name in Lua 5.4's standard library, and what widgets find there.
struct StandardName: Sendable, Equatable {
  enum Status: Sendable, Equatable {
    /// Works as the Lua manual says.
    case present
    /// Present; the text says how it differs.
    case changed(String)
    /// Missing; the text says what to use instead, completing `NAME is not available in widgets; ...`.
    case missing(String)
  }

  /// `string.format`, `print`.
  var name: String
  var status: Status

  /// `string`; empty for a global.
  var library: Substring { name.firstIndex(of: ".").map { name[..<$0] } ?? "" }

  /// `format`, `print`.
  var member: Substring { name.firstIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...] }

  var isMissing: Bool { if case .missing = status { true } else { false } }
}
