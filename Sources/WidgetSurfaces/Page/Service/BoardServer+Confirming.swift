import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices

/// Confirming decisions: a session alone never allows anything forever and starts no program.
extension BoardServer {
  /// Whether a decision may be carried out. One that allows a program, or anything forever, needs a printed code once an hour;
  /// without it, the response is the page asking for the code.
  func confirms(
    _ decision: PermissionDecision, _ permission: Permission, _ value: String, code: String?, _ visit: Visit,
    _ response: ResponseChannel
  ) -> Bool {
    let isRun = if case .run = permission { true } else { false }
    guard decision == .always || (decision == .once && isRun), !access.isConfirmed(visit.session, now: now) else { return true }
    // A pasted address ends with its code.
    if let code = code.map({ $0.split(separator: "=").last.map { String($0).trimmingHTTPSpace } ?? "" }),
      access.confirm(visit.session, token: code, now: now)
    {
      saveAccess()
      onNewAddress(newAddress())
      return true
    }
    if visit.wantsJSON {
      respond(200, "application/json", Array("{\"location\":\"/confirm?decision=\(FormFields.encoded(value))\"}".utf8), response)
    } else {
      confirmPage(value, visit, isRefused: code != nil, response)
    }
    return false
  }

  func confirmPage(_ value: String, _ visit: Visit, isRefused: Bool, _ response: ResponseChannel) {
    guard case (_, let question?, let request?, _)? = decision(value) else {
      return page(
        ProblemPage.page(words("Confirm"), words("The widget doesn't ask for this any more."), words), status: 404, response)
    }
    let text = PermissionText.question(question.permission, in: request, words)
    page(
      ConfirmPage(
        question: text, decision: value, isRefused: isRefused, token: pageToken.make(for: visit.session), words: words
      ).page(),
      status: isRefused ? 403 : 200, response)
  }
}
