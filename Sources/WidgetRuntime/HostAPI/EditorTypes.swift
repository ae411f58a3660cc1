import WidgetModel

/// The API in lua-language-server's format.
struct EditorTypes {
  var text: String {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.last == " " ? $0.dropLast() : $0 }.joined(separator: "\n")
  }

  /// The text with a space at the end of each line without documentation.
  private var source: String {
    """
    ---@meta luawidget
    -- Generated from the declarations in the program by `luawidget api types`; do not edit.
    -- Everything has been there since level \(APILevel.first) of the API unless it says otherwise.

    ---@class View

    """ + HostClass.all.map(declaration).joined() + "\n" + ViewFieldType.luaAliases + views + globals
      + HostAPI.modules.map(declaration).joined() + EntryPoint.all.map(declaration).joined()
  }

  private var globals: String {
    let results = UpdateResult.allCases.map(\.rawValue)
    return "\n---@class UpdateResults\n"
      + results.map {
        "---@field \($0) UpdateResult\($0 == UpdateResult.failed.rawValue ? "|fun(reason?: string|Error): UpdateResult" : "")\n"
      }
      .joined()
      + "update_result = {}\n\n---The values of the manifest's settings.\n---@type table<string, any>\nsettings = {}\n"
  }

  private func declaration(_ type: HostClass) -> String {
    "\n---\(type.noted(type.summary))\n---@class \(type.name)\n" + type.fields.map(declaration).joined()
      + type.methods.map { method in
        let parameters =
          (["self: \(type.name)"]
          + method.parameters.map { "\($0.name)\($0.type.isOptional ? "?" : ""): \($0.type.unwrapped.lua)" })
          .joined(separator: ", ")
        let returns = method.returns.map(\.type.lua).joined(separator: ", ")
        let name = method.name.split(whereSeparator: { $0 == "." || $0 == ":" }).last.map(String.init) ?? method.name
        return "---@field \(name) fun(\(parameters))\(returns.isEmpty ? "" : ": \(returns)") \(method.noted(method.summary))\n"
      }.joined()
  }

  private func declaration(_ field: HostField) -> String {
    "---@field \(field.name)\(field.type.isOptional ? "?" : "") \(field.type.unwrapped.lua) \(field.noted(field.documentation))\n"
  }

  private func declaration(_ entryPoint: EntryPoint) -> String {
    "\n---\(entryPoint.noted(entryPoint.summary))\n"
      + entryPoint.parameters.map { "---@param \($0.name) \($0.type.lua)\n" }.joined()
      + (entryPoint.returns.map { "---@return \($0.type.lua)\n" } ?? "")
      + "function \(entryPoint.name)(\(entryPoint.parameters.map(\.name).joined(separator: ", "))) end\n"
  }

  private func declaration(_ module: HostModule) -> String {
    let visible = module.functions.filter { !$0.summary.isEmpty && $0.receiver == nil }
    var text = ""
    if let own = visible.first(where: { $0.name == module.name }),
      visible.contains(where: { $0.name.hasPrefix(module.name + ".") })
    {
      // A function with members is a callable class.
      text =
        "\n---\(own.noted(own.summary))\n---\(module.documentation)\n---@class \(module.name)\n---@overload fun(\(list(own.parameters)))\(results(own))\n\(own.name) = {}\n"
      return text + visible.filter { $0.name != own.name }.map(declaration).joined()
    }
    if !module.name.isEmpty, visible.contains(where: { $0.name.hasPrefix(module.name + ".") }) {
      text = "\n---\(module.documentation)\n---@class \(module.name)\n\(module.name) = {}\n"
      if module.name == "json" {
        text += "\n---null in a JSON document, where nil would remove the field.\n---@type lightuserdata\njson.null = nil\n"
      }
    }
    return text + visible.map(declaration).joined()
  }

  private func declaration(_ function: HostFunction) -> String {
    var text = "\n---\(function.noted(function.summary))\n"
    for field in function.parameters {
      let name = field.name + (field.type.isOptional ? "?" : "")
      text += "---@param \(name) \(field.type.unwrapped.lua) \(field.noted(field.documentation))\n"
    }
    for field in function.returns { text += "---@return \(field.type.lua) \(field.name)\n" }
    return text + "function \(function.name)(\(function.parameters.map(\.name).joined(separator: ", "))) end\n"
  }

  private func list(_ fields: [HostField]) -> String {
    fields.map { "\($0.name)\($0.type.isOptional ? "?" : ""): \($0.type.unwrapped.lua)" }.joined(separator: ", ")
  }

  private func results(_ function: HostFunction) -> String {
    function.returns.isEmpty ? "" : ": " + function.returns.map(\.type.lua).joined(separator: ", ")
  }

  private var views: String {
    var text = "\n---@class ViewFields\n---@field [integer] any\n" + ViewSchema.common.map(declaration).joined() + "\nui = {}\n"
    for kind in ViewKind.allCases {
      text += "\n---\(kind.declaration.noted(kind.declaration.summary))\n---@class \(kind.rawValue)Fields: ViewFields\n"
      text += kind.declaration.fields.map(declaration).joined()
      text +=
        "\n---@param fields string|number|\(kind.rawValue)Fields\n---@return View\nfunction ui.\(kind.rawValue)(fields) end\n"
    }
    return text
  }

  private func declaration(_ field: ViewField) -> String {
    ([field.name] + (field.alias.map { [$0] } ?? [])).map { "---@field \($0)? \(field.type.lua) \(field.documentation)\n" }
      .joined()
  }
}

extension HostType {
  /// The type in lua-language-server's syntax.
  var lua: String {
    switch self {
    case .any: "any"
    case .boolean: "boolean"
    case .number, .numbers, .time: "number"
    case .integer, .integers: "integer"
    case .string: "string"
    case .choice(let names, _): names.map { "\"\($0)\"" }.joined(separator: "|")
    case .function: "function"
    case .duration: "string|number"
    case .list(let type): Self.isSimple(type.lua) ? "\(type.lua)[]" : "(\(type.lua))[]"
    case .table: "table"
    case .record(let fields):
      "{ \(fields.map { "\($0.name)\($0.type.isOptional ? "?" : ""): \($0.type.unwrapped.lua)" }.joined(separator: ", ")) }"
    case .either(let types): types.map(\.lua).joined(separator: "|")
    case .named(let name): name
    case .optional(let type): Self.isSimple(type.lua) ? "\(type.lua)?" : "\(type.lua)|nil"
    }
  }

  private static func isSimple(_ type: String) -> Bool { !type.contains("|") || type.hasPrefix("{") }
}
