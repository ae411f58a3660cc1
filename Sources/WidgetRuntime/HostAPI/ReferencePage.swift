import WidgetModel

/// The reference page, in Markdown.
struct ReferencePage {
  var text: String {
    """
    # Lua API reference

    This page is generated from the declarations in the program by `luawidget api reference`; do not edit. You can leave out `[name]`. A
    duration is a number of seconds, or text such as `"500ms"`, `"30s"`, `"5m"`, `"1h"`, `"1d"` or `"1w"`; a time is in seconds \
    since 1970.
    Everything has been there since level \(APILevel.first) of the API unless it says otherwise; see [compatibility.md](compatibility.md).
    `update_result` and `settings` are tables: an update's results, and the values of the settings declared in the manifest.

    ## Entry points

    Define these global functions in your script; the host calls them. A widget needs `perform_update` or `content`.

    Your script runs once, before the first call. Its variables live as long as its worker process: with `--watch` until you save \
    the file, a limit stops the worker or the program ends, otherwise for one update. Store anything you need longer in `cache` or \
    `defaults`.

    """ + EntryPoint.all.map(entryPoint).joined() + classes(.entryPoints) + "\n## Manifest\n\n`widget { ... }` declares it.\n"
      + classes(.manifest) + HostAPI.modules.map(module).joined() + "\n## Values\n" + classes(.values) + views
  }

  private func entryPoint(_ entryPoint: EntryPoint) -> String {
    let parameters = entryPoint.parameters.map(\.name).joined(separator: ", ")
    let returns = entryPoint.returns.map { " -> \($0.name)" } ?? ""
    return "\n### `\(entryPoint.name)(\(parameters))\(returns)`\n\n\(entryPoint.noted(entryPoint.summary))\n"
  }

  private func classes(_ section: HostClass.Section) -> String {
    HostClass.all.filter { $0.section == section }.map { type in
      let title = type.title ?? type.name
      // The section has the title of its first class.
      let heading = section == .manifest && type.name == "Manifest" ? "" : "\n### \(title)\n"
      var text = "\(heading)\n\(type.noted(type.summary))\n"
      if !type.fields.isEmpty { text += "\n| field | type | |\n|---|---|---|\n" + type.fields.map(row).joined() }
      if type.name == "Setting" { text += settingTypes }
      return text + type.methods.map { function($0, level: 4) }.joined()
    }.joined()
  }

  private var settingTypes: String {
    "\nTypes of settings:\n\n| type | value |\n|---|---|\n"
      + Setting.Kind.allCases.map { "| `\($0.rawValue)` | \($0.documentation) |\n" }.joined()
  }

  private func module(_ module: HostModule) -> String {
    "\n## \(module.title)\n\n\(module.documentation)\n"
      + module.functions.filter { !$0.summary.isEmpty && $0.receiver == nil }.map { function($0, level: 3) }.joined()
  }

  private func function(_ function: HostFunction, level: Int) -> String {
    var text = "\n\(String(repeating: "#", count: level)) `\(signature(function))`\n\n\(function.noted(function.summary))\n"
    let described = function.parameters.filter { !($0.documentation + ($0.defaultValue ?? "") + $0.availability.note).isEmpty }
    if !described.isEmpty { text += "\n" + described.map { "- `\($0.name)`: \(explanation($0))\n" }.joined() }
    for field in function.parameters + function.returns {
      switch field.type.unwrapped {
      case .record(let fields): text += "\n| `\(field.name)` | type | |\n|---|---|---|\n" + fields.map(row).joined()
      case .list(.record(let fields)):
        text += "\n| each of `\(field.name)` | type | |\n|---|---|---|\n" + fields.map(row).joined()
      default: break
      }
    }
    if let limits = function.limits { text += "\nLimits: \(limits).\n" }
    if let requires = function.requires { text += "\nRequires: \(requires.words).\n" }
    return text
  }

  private func signature(_ function: HostFunction) -> String {
    let parameters = function.parameters.map { $0.type.isOptional ? "[\($0.name)]" : $0.name }.joined(separator: ", ")
    let returns = function.returns.map(\.name).joined(separator: ", ")
    let name = function.receiver == "Container" ? function.name.replacingDots : function.name
    return "\(name)(\(parameters))" + (returns.isEmpty ? "" : " -> \(returns)")
  }

  private func explanation(_ field: HostField) -> String {
    let fallback = field.defaultValue.map { "default: \($0.contains("`") || $0.contains(" ") ? $0 : "`\($0)`")" }
    return field.noted(
      [field.documentation.isEmpty ? nil : field.documentation, fallback].compactMap { $0 }.joined(separator: "; "))
  }

  private func row(_ field: HostField) -> String {
    "| `\(field.name)` | \(escaped(field.type.reference)) | \(escaped(explanation(field))) |\n"
  }

  /// Escapes vertical bars, which would end the cell.
  private func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

  private var views: String {
    var text = """

      ## Views

      `content` returns one view, which you make with a function of `ui`. Each takes one table: named values are fields, \
      positional values are the view's main field. For a container such as `ui.vstack` that's the list of its children, for \
      `ui.text` its text, for `ui.progress` its value. A single value needs no table.

      ```lua
      function content()
        return ui.vstack { spacing = 4, color = "secondary",              -- fields
          "Departures",                                                  -- children; a string or a number becomes a ui.text
          ui.text { "Platform ", 7, weight = "bold", color = "label" },  -- positional values are joined: "Platform 7"
          ui.progress(0.4),                                              -- short for ui.progress { 0.4 }
        }
      end
      ```

      A list of views among the children, such as one you build in a loop, counts as its elements. nil and false are left out, so \
      you can make a child depend on a condition:

      ```lua
      local trains = { { "RE 7", "12:05" }, { "S 7", "12:09" } }

      function content(context)
        local rows = {}
        for _, train in ipairs(trains) do
          rows[#rows + 1] = ui.hstack { train[1], ui.spacer(), ui.text { train[2], monospaced = true } }
        end
        return ui.vstack {
          ui.text { "Next trains", font = "headline" },
          rows,
          context.family == "large" and ui.text "Platform 3",
        }
      end
      ```

      Other views take their fields in the same way. `on_tap` runs a function of your script, and then `content` is called again:

      ```lua
      local count = 0

      function content()
        return ui.vstack {
          ui.gauge { 38, min = -10, max = 50, text = "Outside", value_text = "38°" },
          ui.chart { 3, 5, 4, type = "bar" },
          ui.date { date.now(), style = "relative" },
          ui.button { "Add", icon = "plus", on_tap = function() count = count + 1 end },
          ui.text { count, " taps" },
        }
      end
      ```

      A container passes its `font`, `weight`, `italic`, `color` and `opacity` to its children, unless they set their own. \
      Content that doesn't fit gets smaller, down to `min_scale`; then rows are left out, lowest `priority` first: see \
      [what doesn't fit](views.md#what-doesnt-fit).

      A colour is one of \(list(ColorName.names)), or `"#rrggbb"`, or a pair `{ light = ..., dark = ... }`. A \
      text style is
      one of \(list(TextStyle.allCases.map(\.rawValue))).
      You'll find [the names of icons](#names-of-icons) at the end.

      Fields of any view:

      | field | value | |
      |---|---|---|

      """
    for field in ViewSchema.common { text += row(field) }
    for kind in ViewKind.allCases {
      let summary = kind.declaration.noted(kind.declaration.summary)
      text += "\n### `ui.\(kind.rawValue)`\n\n\(summary)\n\n\(positionalValues(of: kind))\n"
      let fields = kind.declaration.fields
      if !fields.isEmpty { text += "\n| field | value | |\n|---|---|---|\n" + fields.map(row).joined() }
    }
    return text + "\n## Names of icons\n\nAlso with a suffix, such as `.fill`, and any emoji.\n\n\(list(IconName.all)).\n"
  }

  private func positionalValues(of kind: ViewKind) -> String {
    switch kind.declaration.positional {
    case .children: "Positional values are its children."
    case .text(let field): "Positional values are joined as `\(field)`."
    case .value(let field): "The positional value is `\(field)`."
    case .list(let field): "Positional values are `\(field)`."
    case .nothing: "It takes no positional values."
    }
  }

  private func row(_ field: ViewField) -> String {
    let alias = field.alias.map { " or `\($0)`" } ?? ""
    return "| `\(field.name)`\(alias) | \(escaped(field.type.expectation)) | \(field.documentation) |\n"
  }
}

extension HostType {
  /// The type in one of the reference's tables.
  fileprivate var reference: String {
    switch self {
    case .optional(let type): type.reference
    case .list(.any): "a list"
    case .list(.string): "a list of strings"
    case .list(.number): "a list of numbers"
    case .list(.either(let types)): "a list; each element is \(types.map(\.reference).joined(separator: ", or "))"
    case .list(let type): "a list of \(type.reference)"
    case .either(let types): types.map(\.reference).joined(separator: ", or ")
    case .duration(nil): "a duration"
    case .duration(let range?): "a duration, \(range.lowerBound.plain) to \(range.upperBound.plain) seconds"
    case .time: "a time"
    case .choice(let names, _): names.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .named(let name): "`\(name)`"
    case .record(let fields): "`{ \(fields.map(\.name).joined(separator: ", ")) }`"
    default: words
    }
  }
}

extension String {
  /// `container:read` for `container.read`.
  fileprivate var replacingDots: String { split(separator: ".").joined(separator: ":") }
}

/// The reference page, the page on Lua and the editor types. All are generated from the declarations, so they describe what the
/// program does.
public enum APIDocumentation {
  /// `docs/reference.md`
  public static var reference: String { ReferencePage().text }

  /// `docs/lua.md`
  public static var standardLibrary: String { StandardLibraryPage().text }

  /// `types/luawidget.lua`, for lua-language-server.
  public static var types: String { EditorTypes().text }
}
