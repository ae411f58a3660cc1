import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

/// The settings of a widget as a form that its manifest describes.
struct SettingsPage {
  var id: String
  var name: String
  /// Of the widget's file; nil if it is unknown.
  var path: String?
  var settings: [Setting]
  /// The values of the board file, by name.
  var values: [String: String]
  /// The names of the secrets that have a value.
  var storedSecrets: Set<String>
  var family: WidgetFamily?
  var problem: String?
  /// What the user typed, by the name of the setting: nothing was stored.
  var typed: [String: String] = [:]
  /// What is wrong with it.
  var problems: [String: String] = [:]
  var token: String

  func page() -> PagePart {
    var children: [Markup] = []
    if let problem {
      children.append(
        .element(.p, .classes(["banner"]), .word(.role, "alert"), text: terminalSafe(problem, multiline: true, limit: 600)))
    }
    var fields: [Markup] = [PageControls.hidden("widget", id)]
    fields += settings.map(field)
    fields.append(familyField)
    fields.append(PageControls.submit("Save"))
    children.append(PageControls.form(to: "/settings", token: token, classes: ["fields"], fields))
    if let path {
      let text = "The file of the widget is \(terminalSafe(path, limit: 300)). A saved change appears on the board at once."
      children.append(.element(.p, .classes(["about"]), text: text))
    }
    children.append(
      PageControls.form(
        to: "/remove", token: token, classes: ["danger"],
        [PageControls.hidden("widget", id), PageControls.submit("Remove from the board", classes: ["destructive"])]))
    return .side(terminalSafe(name, limit: 80), children)
  }

  private func field(_ setting: Setting) -> Markup {
    let input = "set-\(FormFields.encoded(setting.name))"
    let label = terminalSafe(setting.label ?? setting.name, limit: 120)
    let value = typed[setting.name] ?? values[setting.name] ?? setting.defaultText
    var children: [Markup] = []
    if setting.kind == .boolean {
      children.append(
        .page(
          .label, .classes(["check"]),
          children: [
            .page(
              .input, .word(.type, "checkbox"), .own(.id, input), .own(.name, "set." + setting.name), .word(.value, "true"),
              value == "true" ? .flag(.checked) : nil, described(setting, input)), .element(.span, text: label),
          ]))
      // An empty box sends nothing; this says that it was there.
      children.append(PageControls.hidden("box." + setting.name, "1"))
    } else {
      children.append(.page(.label, .own(.for, input), text: label))
      children.append(control(setting, input, value))
    }
    if let problem = problems[setting.name] {
      children.append(
        .element(
          .p, .own(.id, input + "-wrong"), .classes(["wrong"]), .word(.role, "alert"),
          text: terminalSafe("\(label) \(problem).", limit: 300)))
    }
    if let description = setting.description {
      children.append(
        .element(
          .p, .own(.id, input + "-about"), .classes(["about"]), text: terminalSafe(description, multiline: true, limit: 400)))
    }
    if setting.kind == .secret {
      let state =
        storedSecrets.contains(setting.name) ? "A value is stored. Leave the field empty to keep it." : "No value is stored."
      children.append(.element(.p, .classes(["about"]), text: state))
    }
    return .element(.div, .classes(["field"]), children: children)
  }

  private func control(_ setting: Setting, _ input: String, _ value: String) -> Markup {
    let name = "set." + setting.name
    switch setting.kind {
    case .choice:
      return .page(
        .select, .own(.id, input), .own(.name, name), described(setting, input), invalid(setting),
        children: setting.choices.map { choice in
          .page(.option, .own(.value, choice), choice == value ? .flag(.selected) : nil, text: choice)
        })
    case .secret:
      return .page(
        .input, .word(.type, "password"), .own(.id, input), .own(.name, name), .word(.autocomplete, "new-password"),
        described(setting, input))
    case .string, .number, .integer, .boolean, .url, .file, .color, .date:
      return .page(
        .input, type(setting.kind), .own(.id, input), .own(.name, name), .own(.value, value), described(setting, input),
        invalid(setting), .word(.spellCheck, "false"), setting.kind == .number ? .word(.step, "any") : nil)
    }
  }

  private func described(_ setting: Setting, _ input: String) -> MarkupAttribute? {
    let ids = (problems[setting.name] == nil ? [] : [input + "-wrong"]) + (setting.description == nil ? [] : [input + "-about"])
    return ids.isEmpty ? nil : .own(.ariaDescribedBy, ids.joined(separator: " "))
  }

  private func invalid(_ setting: Setting) -> MarkupAttribute? {
    problems[setting.name].map { _ in .word(.ariaInvalid, "true") }
  }

  private func type(_ kind: Setting.Kind) -> MarkupAttribute {
    switch kind {
    case .number, .integer: .word(.type, "number")
    case .url: .word(.type, "url")
    // A browser's picker for dates and colours has other formats than the settings.
    case .string, .boolean, .choice, .secret, .file, .color, .date: .word(.type, "text")
    }
  }

  private var familyField: Markup {
    let choices =
      [("", "As wide as the column")] + WidgetFamily.allCases.map { ($0.rawValue, $0.rawValue.replacing("_", with: " ")) }
    return .element(
      .div, .classes(["field"]),
      children: [
        .page(.label, .own(.for, "family"), text: "Size"),
        .page(
          .select, .own(.id, "family"), .own(.name, "family"),
          children: choices.map { value, title in
            .page(.option, .own(.value, value), value == (family?.rawValue ?? "") ? .flag(.selected) : nil, text: title)
          }),
      ])
  }
}
