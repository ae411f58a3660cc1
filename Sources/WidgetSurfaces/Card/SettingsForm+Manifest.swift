import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime

/// A card's settings form, the same on the page and the desktop.
extension SettingsForm {
  private static let maximumFields = 100

  /// - Parameters:
  ///   - settings: nil if the manifest can't be read.
  ///   - typed: Values typed but not stored, by setting name.
  ///   - error: Why they weren't stored.
  init(
    _ id: String, _ name: String, _ settings: Board.SettingValues?, typed: [String: String] = [:],
    error: Board.SettingsProblem? = nil, _ words: HostWords
  ) {
    var problems: [String: String] = [:]
    var problem: String?
    switch error {
    case nil: break
    case .values(let values)?: problems = values
    case .manifest?, .file?, .secret?: problem = error.map { terminalSafe($0.text, multiline: true, limit: 600) }
    }
    let fields = settings?.settings.prefix(Self.maximumFields).map { setting in
      let label = terminalSafe(setting.label ?? setting.name, limit: 120)
      var field = Field(
        name: setting.name, label: label,
        about: terminalSafe(setting.about(among: settings?.settings ?? [], words), multiline: true, limit: 600),
        kind: setting.isSecret ? .secret : Field.Kind(setting.kind), value: "", choices: setting.choices,
        problem: problems[setting.name].map { terminalSafe("\(label) \($0).", limit: 300) })
      (field.minimum, field.maximum) = (setting.minimum, setting.maximum)
      field.condition = setting.dependency
      if setting.kind == .list {
        field.setElements(of: setting, words, typed[setting.name] ?? settings?.values[setting.name] ?? "")
      } else if setting.isSecret {
        field.status =
          settings?.storedSecrets.contains(setting.name) == true
          ? words("A value is stored. Leave the field empty to keep it.") : words("No value is stored.")
      } else {
        field.value = terminalSafe(typed[setting.name] ?? settings?.values[setting.name] ?? "", multiline: true)
      }
      return field
    }
    self.init(id: id, title: terminalSafe(name, limit: 80), problem: problem, fields: fields ?? [])
  }
}

extension Setting {
  /// The description, the limits, and when the setting has an effect.
  fileprivate func about(among settings: [Setting], _ words: HostWords) -> String {
    var parts = [description ?? ""]
    if kind == .location { parts.append(words("A place such as Berlin, or coordinates such as 52.52,13.40.")) }
    switch (minimum, maximum) {
    case (let least?, let most?):
      parts.append(words("From {least} to {most}.", ["least": .string(least.shortText), "most": .string(most.shortText)]))
    case (let least?, nil): parts.append(words("{least} or more.", ["least": .string(least.shortText)]))
    case (nil, let most?): parts.append(words("At most {most}.", ["most": .string(most.shortText)]))
    case (nil, nil): break
    }
    if let dependency {
      let other = settings.first { $0.name == dependency.name }
      let label = other?.label ?? dependency.name
      switch dependency.value {
      case let value?:
        parts.append(words("Has an effect if “{label}” is {value}.", ["label": .string(label), "value": .string(value)]))
      case nil where other?.kind == .boolean:
        parts.append(words("Has an effect if “{label}” is on.", ["label": .string(label)]))
      case nil: parts.append(words("Has an effect if “{label}” has a value.", ["label": .string(label)]))
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension SettingsForm.Field {
  /// - Parameter text: The list as a JSON array. Anything else, which only a hand could have written, stays a text to correct.
  fileprivate mutating func setElements(of setting: Setting, _ words: HostWords, _ text: String) {
    guard let list = ListChange.elements(text) else {
      (kind, value) = (.text, terminalSafe(text, multiline: true))
      return
    }
    hasRecords = setting.isListOfRecords
    elements = list.prefix(Setting.maximumElements).enumerated().map { index, element in
      setting.elements.map { part in
        let written = part.name.isEmpty ? element : element[part.name]
        let standard = element.array?.isEmpty == true ? part.defaultText : ""
        var field = SettingsForm.Field(
          name: "\(name).\(index)" + (part.name.isEmpty ? "" : ".\(part.name)"),
          label: terminalSafe(part.name.isEmpty ? "\(label) \(index + 1)" : part.label ?? part.name, limit: 120),
          about: terminalSafe(part.about(among: setting.elements, words), multiline: true, limit: 600), kind: Kind(part.kind),
          value: terminalSafe(ListChange.text(written) ?? standard, multiline: true), choices: part.choices)
        (field.minimum, field.maximum) = (part.minimum, part.maximum)
        return field
      }
    }
  }
}

extension SettingsForm.Field.Kind {
  fileprivate init(_ kind: Setting.Kind) {
    switch kind {
    case .boolean: self = .toggle
    case .choice: self = .choice
    case .secret: self = .secret
    case .number: self = .number
    case .integer: self = .integer
    case .url: self = .url
    case .color: self = .color
    case .date: self = .date
    case .list: self = .list
    case .string, .file, .folder, .location: self = .text
    }
  }
}
