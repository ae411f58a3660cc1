/// docs/lua.md: widgets' standard library and modules.
struct StandardLibraryPage {
  var text: String {
    """
    # Lua in widgets

    This page is generated from the declarations in the program by `luawidget api lua`; do not edit. Widgets run Lua 5.4.
    Here you'll find its whole standard library; [reference.md](reference.md) has the functions that widgets get on top of it.

    "As in Lua" means the [manual](https://www.lua.org/manual/5.4/manual.html#6) applies.


    """ + ([""] + StandardLibrary.libraries).map(library).joined() + former + rest
  }

  private func library(_ library: String) -> String {
    let names = StandardLibrary.names.filter { $0.library == library }.sorted { $0.name < $1.name }
    var text = "## \(library.isEmpty ? "Globals" : "`\(library)`")\n\n"
    switch library {
    case "io", "debug": text += "An empty table, so libraries can test for a function before calling it.\n\n"
    case "string": text += "The metatable of strings is hidden; `getmetatable(\"\")` is false.\n\n"
    case "math":
      text += "`random` gives other numbers in every update; with `--at` the same ones in every run.\n\n"
      text +=
        "`atan2`, `cosh`, `frexp`, `ldexp`, `log10`, `pow`, `sinh` and `tanh` are "
        + "there for libraries of Lua 5.1 and 5.2.\n\n"
    case "coroutine": text += "`close` is unsafe in Lua 5.4.4.\n\n"
    default: break
    }
    let unchanged = names.filter { $0.status == .present }.map { "`\($0.name)`" }
    if !unchanged.isEmpty { text += "As in Lua: \(unchanged.joined(separator: ", ")).\n\n" }
    let different = names.filter { $0.status != .present }
    if !different.isEmpty { text += "| name | in widgets |\n|---|---|\n" + different.map(row).joined() + "\n" }
    return text
  }

  private func row(_ name: StandardName) -> String {
    switch name.status {
    case .present: "| `\(name.name)` | as in Lua |\n"
    case .changed(let how): "| `\(name.name)` | \(how) |\n"
    case .missing(let advice): "| `\(name.name)` | missing; \(advice.escapedForTable) |\n"
    }
  }

  private var former: String {
    "## Names of earlier versions\n\n| name | remedy |\n|---|---|\n"
      + StandardLibrary.formerNames.sorted { $0.key < $1.key }.map { "| `\($0.key)` | \($0.value.escapedForTable) |\n" }.joined()
  }

  private var rest: String {
    """

    ## Modules

    `require "times"` loads `flight/times.lua` or `flight/times/init.lua` beside `flight.lua`. A name has letters, digits, `_` and `-`;
    dots separate folders. `require` returns the module and the file it came from, as in Lua, and `require "string"` returns the \
    library. You can load pure-Lua libraries unchanged unless they need a missing function, but you can't load C libraries.

    ## Files

    A script and its modules are UTF-8 text; a byte order mark at the start and a first line beginning with `#` are skipped, and \
    lines may end with LF, CR LF or CR. A module can have other bytes in its strings and comments, as old libraries do; a script \
    can't. UTF-16,
    UTF-32 and compiled Lua are refused.

    ## Limits

    | what | limit |
    |---|---|
    | a script | 64 KiB |
    | a module, and a chunk of `load` | 512 KiB |
    | nested tables in a stored or sent value | 32 |
    | nesting of `json.decode` | 128 |

    Memory and processor time are limited too; see [security.md](security.md). Exceeding these ends the widget's process: a script \
    can't catch that.

    """
  }
}

extension String {
  /// The text with vertical bars escaped, which would end the cell.
  fileprivate var escapedForTable: String { split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
}
