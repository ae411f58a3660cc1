import WidgetModel

/// The reference page and the editor types, made from the declarations: they cannot say what the program does not do.
public enum APIDocumentation {
  /// `docs/reference.md`
  public static var reference: String {
    var text = """
      # Lua API reference

      Made from the declarations in the program by `luawidget api reference`; do not edit. `[name]` may be left out.

      """
    for module in HostAPI.modules {
      text += "\n## \(module.name.isEmpty ? "widget" : module.name)\n\n\(module.documentation)\n"
      for function in module.functions where !function.summary.isEmpty {
        text += "\n### `\(signature(function))`\n\n\(function.summary)\n"
        for field in function.parameters where !field.documentation.isEmpty {
          text += "\n- `\(field.name)`: \(field.documentation)"
        }
        if function.parameters.contains(where: { !$0.documentation.isEmpty }) { text += "\n" }
        for field in function.parameters + function.returns { text += record(field) }
        if let limits = function.limits { text += "\nLimits: \(limits).\n" }
        if let needs = function.needs { text += "\nNeeds: \(needs.words).\n" }
      }
    }
    text +=
      """

      ## Views

      A colour is one of \(list(ColorName.allCases.map(\.rawValue))), or `"#rrggbb"`, or a pair `{ light = ..., dark = ... }`. A text style is
      one of \(list(TextStyle.allCases.map(\.rawValue))).
      [The names of icons](#names-of-icons) are at the end.

      Fields of any view:

      | field | value | |
      |---|---|---|

      """
    for field in ViewSchema.common { text += row(field) }
    for kind in ViewKind.allCases {
      text += "\n### `ui.\(kind.rawValue)`\n\n\(kind.summary)\n"
      let fields = ViewSchema.fields(of: kind)
      if !fields.isEmpty { text += "\n| field | value | |\n|---|---|---|\n" + fields.map(row).joined() }
    }
    return text + "\n## Names of icons\n\nWith endings too, such as `.fill`, and any emoji.\n\n\(list(IconName.all)).\n"
  }

  /// `types/luawidget.lua`, for lua-language-server.
  public static var types: String {
    var text = """
      ---@meta luawidget
      -- Made from the declarations in the program by `luawidget api types`; do not edit.

      ---@class Error
      ---@field kind string
      ---@field message string
      ---@field line? integer where a text could not be read
      ---@field column? integer

      ---@class Element
      ---@field name string
      ---@field attributes table<string, string>
      ---@field text string its own, with trimmed ends
      ---@field children Element[]
      ---@field content? (string|Element)[] when texts and elements are mixed
      ---@field first fun(self: Element, path: string): Element?
      ---@field all fun(self: Element, path: string): Element[]
      ---@field value fun(self: Element, path: string): string?

      ---@class Response
      ---@field status integer
      ---@field ok boolean
      ---@field url string
      ---@field headers table<string, string>
      ---@field body string
      ---@field age number seconds
      ---@field source "network"|"cache"|"revalidated"|"stale"
      ---@field text fun(self: Response): string?, Error? the body as UTF-8
      ---@field json fun(self: Response): any, Error?
      ---@field xml fun(self: Response): Element?, Error?
      ---@field header fun(self: Response, name: string): string?

      ---@class Manifest
      ---@field name? string
      ---@field icon? IconName
      ---@field description? string
      ---@field author? string
      ---@field version? string
      ---@field refresh? string|{ cron: string }
      ---@field timeout? string|number
      ---@field families? string[]
      ---@field largest_display_mode? "compact"|"expanded"
      ---@field settings? table<string, table>
      ---@field url_schemes? string[]
      ---@field permissions? table
      ---@field limits? table

      ---@class View

      """
    text += "\n" + ViewFieldType.luaAliases + "\n---@class ViewFields\n---@field [integer] any\n"
    for field in ViewSchema.common { text += declaration(field) }
    text +=
      "\nupdate_result = { new_data = {}, no_data = {}, failed = {} }\n\n---@type table<string, any>\nsettings = {}\n\nui = {}\n"
    for kind in ViewKind.allCases {
      text += "\n---\(kind.summary)\n---@class \(kind.rawValue)Fields: ViewFields\n"
      for field in ViewSchema.fields(of: kind) { text += declaration(field) }
      text +=
        "\n---@param fields string|number|\(kind.rawValue)Fields\n---@return View\nfunction ui.\(kind.rawValue)(fields) end\n"
    }
    for module in HostAPI.modules {
      let visible = module.functions.filter { !$0.summary.isEmpty }
      // `fetch` is a function and a table; the language server knows that as a class.
      if visible.contains(where: { $0.name == module.name + ".all" && module.name == "fetch" }) {
        text += "\n---@class fetch\n---@overload fun(url: string, options?: table): Response?, Error?\nfetch = {}\n"
      } else if visible.contains(where: { $0.name.hasPrefix(module.name + ".") }), !module.name.isEmpty {
        text += "\n---\(module.documentation)\n---@class \(module.name)\n\(module.name) = {}\n"
      }
      for function in visible where function.name != "fetch" { text += declaration(function) }
    }
    return text
  }

  private static func declaration(_ field: ViewField) -> String {
    ([field.name] + (field.writtenAlias.map { [$0] } ?? [])).map {
      "---@field \($0)? \(field.type.lua) \(field.documentation)\n"
    }.joined()
  }

  private static func declaration(_ function: HostFunction) -> String {
    var text = "\n---\(function.summary)\n"
    for field in function.parameters {
      text += "---@param \(field.name)\(field.type.isOptional ? "?" : "") \(field.type.lua) \(field.documentation)\n"
    }
    for field in function.returns { text += "---@return \(field.type.lua) \(field.name)\n" }
    return text + "function \(function.name)(\(function.parameters.map(\.name).joined(separator: ", "))) end\n"
  }

  private static func signature(_ function: HostFunction) -> String {
    let parameters = function.parameters.map { $0.type.isOptional ? "[\($0.name)]" : $0.name }.joined(separator: ", ")
    let returns = function.returns.map(\.name).joined(separator: ", ")
    return "\(function.name)(\(parameters))" + (returns.isEmpty ? "" : " -> \(returns)")
  }

  private static func record(_ field: HostField) -> String {
    guard case .record(let fields) = field.type.unwrapped else { return "" }
    return "\n`\(field.name)`:\n\n"
      + fields.map { "- `\($0.name)`: \($0.documentation.isEmpty ? $0.type.words : $0.documentation)\n" }.joined()
  }

  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

  private static func row(_ field: ViewField) -> String {
    let words = "\(field.type.words)".split(separator: "|").joined(separator: "\\|")
    let alias = field.writtenAlias.map { " or `\($0)`" } ?? ""
    return "| `\(field.name)`\(alias) | \(words) | \(field.documentation) |\n"
  }
}

extension HostNeed {
  var words: String {
    switch self {
    case .net: "`permissions.net`"
    case .device(let what): "`permissions.device` with `\"\(what)\"`"
    case .group: "`permissions.groups`"
    case .environment: "`permissions.env`"
    case .programs: "`permissions.run`"
    case .openURL: "`permissions.open_url`"
    case .notifications: "`permissions.notify`"
    }
  }
}

extension HostType {
  var isOptional: Bool { if case .optional = self { true } else { false } }
  var unwrapped: HostType { if case .optional(let type) = self { type } else { self } }

  /// As lua-language-server writes it.
  var lua: String {
    switch self {
    case .any: "any"
    case .boolean: "boolean"
    case .number, .time: "number"
    case .integer: "integer"
    case .string: "string"
    case .function: "function"
    case .duration: "string|number"
    case .list(let type): "\(type.lua)[]"
    case .table: "table"
    case .record(let fields): "{ \(fields.map { "\($0.name)?: \($0.type.lua)" }.joined(separator: ", ")) }"
    case .named(let name): name
    case .optional(let type): "\(type.lua)?"
    }
  }
}
