import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// The question whether a widget may do something, as on a terminal.
enum PermissionPart {
  private static let answers: [(title: String, value: String)] = [
    ("Always", "always"), ("This time", "once"), ("Not now", "not-now"), ("Never", "never"),
  ]

  static func markup(_ request: PermissionRequest, of id: String) -> Markup {
    let name = terminalSafe(request.name, limit: 80)
    let rows = request.permissions.enumerated().map { index, permission -> Markup in
      let text = PermissionText.question(permission, in: request)
      let buttons = answers.map { answer in
        PageControls.button(
          answer.title, to: "/permissions", "decision", "\(id) \(index) \(answer.value)", label: "\(answer.title): \(text)",
          classes: answer.value == "always" ? ["primary"] : [])
      }
      return .element(
        .li, children: [.element(.p, text: text), .element(.div, .classes(["answers"]), children: buttons)])
    }
    return .element(
      .section, .classes(["permissions"]), .text(.ariaLabel, "Permissions for \(name)"),
      children: [.element(.p, .classes(["reason"]), text: "\(name) asks for permission:"), .element(.ul, children: rows)])
  }
}
