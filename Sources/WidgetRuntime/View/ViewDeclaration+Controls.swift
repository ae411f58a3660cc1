import WidgetModel

extension ViewDeclaration {
  static let button = ViewDeclaration(
    .button, "Runs a function when it is tapped.", positional: .text("text"), fields: [SharedFields.text, SharedFields.icon]
  ) { fields throws(FieldProblem) in
    try SharedFields.requireTextOrIcon(fields)
    try SharedFields.requireAction(fields)
    return .button(fields[SharedFields.text], icon: fields[SharedFields.icon])
  }

  private static let isOn = TypedField<Bool>.boolean("on", "Whether it is switched on.").defaulting(to: false)

  static let toggle = ViewDeclaration(.toggle, "A switch.", positional: .text("text"), fields: [SharedFields.text, isOn]) {
    fields throws(FieldProblem) in
    try SharedFields.requireAction(fields)
    return .toggle(fields[SharedFields.text], isOn: fields[isOn])
  }
}
