import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// The question whether a widget may do something, as on a terminal.
enum PermissionPart {
  private static let choices: [(title: String, value: String)] = [
    ("Always", "always"), ("This time", "once"), ("Not now", "not-now"), ("Never", "never"),
  ]

  static func markup(_ request: PermissionRequest, of id: String) -> Markup {
    let name = terminalSafe(request.name, limit: 80)
    let rows = request.permissions.enumerated().map { index, permission -> Markup in
      let text = PermissionText.question(permission, in: request)
      let buttons = choices.map { choice in
        PageControls.button(
          choice.title, to: "/permissions", "decision", "\(id) \(index) \(choice.value)", label: "\(choice.title): \(text)",
          classes: choice.value == "always" ? ["primary"] : [])
      }
      return .element(
        .li, children: [.element(.p, text: text), .element(.div, .classes(["choices"]), children: buttons)])
    }
    return .element(
      .section, .classes(["permissions"]), .text(.ariaLabel, "Permissions for \(name)"),
      children: [.element(.p, .classes(["reason"]), text: "\(name) asks for permission:"), .element(.ul, children: rows)])
  }
}
