import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetSystem

/// A widget's settings as a form described by its manifest.
struct SettingsPage {
  var form: SettingsForm
  /// The widget's file; nil if unknown.
  var path: String?
  var size: Size
  var token: String
  var words: HostWords

  /// The shape of the widget's card on the board.
  enum Size: Equatable {
    case column, page, family(WidgetFamily)

    init(_ entry: BoardEntry) { self = entry.family.map(Size.family) ?? (entry.isFullWidth ? .page : .column) }

    /// - Parameter field: The field's value; nil if the form has none, or it's none of the choices.
    init?(_ field: String?) {
      guard let size = Self.all.first(where: { $0.value == field }) else { return nil }
      self = size
    }

    static let all = [column, page] + WidgetFamily.allCases.map(family)

    var value: String {
      switch self {
      case .column: ""
      case .page: "full_width"
      case .family(let family): family.rawValue
      }
    }

    func title(_ words: HostWords) -> String {
      switch self {
      case .column: words("As wide as the column")
      case .page: words("As wide as the page")
      case .family(.small): words("small")
      case .family(.medium): words("medium")
      case .family(.large): words("large")
      case .family(.extraLarge): words("extra large")
      case .family(.inline): words("inline")
      case .family(.circular): words("circular")
      case .family(.rectangular): words("rectangular")
      }
    }

    func edits(of entry: BoardEntry) -> [BoardEdit] {
      guard self != Size(entry) else { return [] }
      return switch self {
      case .column: [.setFamily(id: entry.id, nil), .setFullWidth(id: entry.id, false)]
      case .page: [.setFullWidth(id: entry.id, true)]
      case .family(let family): [.setFamily(id: entry.id, family)]
      }
    }
  }

  func page() -> PagePart {
    var children: [Markup] = []
    if let problem = form.problem {
      children.append(.element(.p, .classes(["banner"]), .word(.role, "alert"), text: problem))
    }
    var fields: [Markup] = [PageControls.hidden("widget", form.id)]
    // Enter in a field presses a form's first button, which mustn't be one of a list's.
    if form.fields.contains(where: { $0.kind == .list }) {
      fields.append(.element(.button, .word(.type, "submit"), .flag(.hidden), text: words("Save")))
    }
    fields += form.fields.map(field)
    fields.append(familyField)
    fields.append(PageControls.submit(words("Save")))
    children.append(PageControls.form(to: "/settings", token: token, classes: ["fields"], fields))
    if let path {
      let text = words(
        "The file of the widget is {path}. A saved change appears on the board at once.",
        ["path": .string(terminalSafe(path, limit: 300))])
      children.append(.element(.p, .classes(["about"]), text: text))
    }
    children.append(
      PageControls.form(
        to: "/remove", token: token, classes: ["danger"],
        [PageControls.hidden("widget", form.id), PageControls.submit(words("Remove from the board"), classes: ["destructive"])]))
    return .side(form.title, children, words)
  }

  private func field(_ field: SettingsForm.Field) -> Markup {
    let input = "set-\(FormFields.encoded(field.name))"
    var children: [Markup] = []
    if field.kind == .list {
      children = list(field, input)
    } else if field.kind == .toggle {
      children.append(
        .page(
          .label, .classes(["check"]),
          children: [
            .page(
              .input, .word(.type, "checkbox"), .own(.id, input), .own(.name, "set." + field.name), .word(.value, "true"),
              field.value == "true" ? .flag(.checked) : nil, described(field, input)), .element(.span, text: field.label),
          ]))
      // An unchecked box sends nothing; this says it was there.
      children.append(PageControls.hidden("box." + field.name, "1"))
    } else {
      children.append(.page(.label, .own(.for, input), text: field.label))
      children.append(control(field, input))
    }
    if let problem = field.problem {
      children.append(.element(.p, .own(.id, input + "-wrong"), .classes(["wrong"]), .word(.role, "alert"), text: problem))
    }
    if !field.about.isEmpty {
      children.append(.element(.p, .own(.id, input + "-about"), .classes(["about"]), text: field.about))
    }
    if let status = field.status { children.append(.element(.p, .classes(["about"]), text: status)) }
    let condition = field.condition.map { needed in
      MarkupAttribute.own(.dataNeeds, "set-\(FormFields.encoded(needed.name))" + (needed.value.map { "=" + $0 } ?? ""))
    }
    return .element(.div, .classes(["setting"]), condition, children: children)
  }

  /// A list's elements, each with buttons of the form that move and remove it. They show the form again, without storing anything.
  private func list(_ field: SettingsForm.Field, _ input: String) -> [Markup] {
    func button(_ title: String, _ label: String, _ change: ListChange, isEnabled: Bool = true) -> Markup {
      .element(
        .button, .word(.type, "submit"), .own(.name, SettingsForm.listChange), .own(.value, change.text),
        .own(.formAction, "/settings#" + input), .text(.ariaLabel, label), isEnabled ? nil : .flag(.disabled), text: title)
    }
    var children: [Markup] = [
      .element(.p, .own(.id, input), .classes(["name"]), text: field.label),
      PageControls.hidden("set.\(field.name).count", "\(field.elements.count)"),
    ]
    for (index, element) in field.elements.enumerated() {
      let values: [String: LuaValue] = ["position": .integer(Int64(index + 1)), "name": .string(field.label)]
      children.append(
        .element(
          .div, .classes(["element"]), .word(.role, "group"), .text(.ariaLabel, "\(field.label) \(index + 1)"),
          children: element.map(self.field) + [
            .element(
              .div, .classes(["order"]),
              children: [
                button(
                  "↑", words("Move up {position} of {name}", values), ListChange(field.name, .up, index), isEnabled: index > 0),
                button(
                  "↓", words("Move down {position} of {name}", values), ListChange(field.name, .down, index),
                  isEnabled: index + 1 < field.elements.count),
                button(words("Remove"), words("Remove {position} of {name}", values), ListChange(field.name, .remove, index)),
              ])
          ]))
    }
    if field.elements.count < Setting.maximumElements {
      children.append(button(words("Add"), words("Add to {name}", ["name": .string(field.label)]), ListChange(field.name, .add)))
    }
    return children
  }

  /// `#ff3b30` for `red`: the value of a colour for the picker, which knows no names. nil for what has none.
  private static func value(of text: String) -> String? {
    guard let color = Color(text), let value = SystemPalette.fill(color)?.light else { return nil }
    let digits = String(value & 0xFFFFFF, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  private func control(_ field: SettingsForm.Field, _ input: String) -> Markup {
    let name = "set." + field.name
    switch field.kind {
    case .choice:
      return .page(
        .select, .own(.id, input), .own(.name, name), described(field, input), invalid(field),
        children: field.choices.map { choice in
          .page(.option, .own(.value, choice), choice == field.value ? .flag(.selected) : nil, text: choice)
        })
    case .secret:
      return .page(
        .input, .word(.type, "password"), .own(.id, input), .own(.name, name), .word(.autocomplete, "new-password"),
        described(field, input))
    case .color:
      let picker = Markup.page(
        .input, .word(.type, "color"), .flag(.hidden), .own(.for, input), Self.value(of: field.value).map { .own(.value, $0) },
        .text(.ariaLabel, words("Choose the colour of {name}", ["name": .string(field.label)])))
      let names = ColorName.names.map { Markup.page(.option, .own(.value, $0), Self.value(of: $0).map { .own(.dataColor, $0) }) }
      return .element(
        .div, .classes(["color"]),
        children: [
          .page(
            .input, .word(.type, "text"), .own(.id, input), .own(.name, name), .own(.value, field.value),
            .own(.list, input + "-names"),
            described(field, input), invalid(field), .word(.spellCheck, "false"), .word(.autocomplete, "off")), picker,
          .page(.datalist, .own(.id, input + "-names"), children: names),
        ])
    case .text, .lines, .number, .integer, .url, .toggle, .date, .list:
      return .page(
        .input, type(field), .own(.id, input), .own(.name, name), .own(.value, field.value), described(field, input),
        invalid(field), .word(.spellCheck, "false"), field.kind == .number ? .word(.step, "any") : nil,
        field.minimum.map { .number(.min, $0) }, field.maximum.map { .number(.max, $0) })
    }
  }

  private func described(_ field: SettingsForm.Field, _ input: String) -> MarkupAttribute? {
    let ids = (field.problem == nil ? [] : [input + "-wrong"]) + (field.about.isEmpty ? [] : [input + "-about"])
    return ids.isEmpty ? nil : .own(.ariaDescribedBy, ids.joined(separator: " "))
  }

  private func invalid(_ field: SettingsForm.Field) -> MarkupAttribute? {
    field.problem.map { _ in .word(.ariaInvalid, "true") }
  }

  private static let day = TextPattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")

  private func type(_ field: SettingsForm.Field) -> MarkupAttribute {
    switch field.kind {
    case .number, .integer: .word(.type, "number")
    case .url: .word(.type, "url")
    // A browser's field for dates can't have a time.
    case .date where field.value.isEmpty || field.value.contains(Self.day): .word(.type, "date")
    case .text, .lines, .toggle, .choice, .secret, .color, .date, .list: .word(.type, "text")
    }
  }

  private var familyField: Markup {
    .element(
      .div, .classes(["setting"]),
      children: [
        .page(.label, .own(.for, "family"), text: words("Size")),
        .page(
          .select, .own(.id, "family"), .own(.name, "family"),
          children: Size.all.map { choice in
            .page(.option, .own(.value, choice.value), choice == size ? .flag(.selected) : nil, text: choice.title(words))
          }),
      ])
  }
}
