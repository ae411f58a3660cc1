import WidgetHelpers
import WidgetModel
import WidgetSystem

/// A nil that came from a failed API function: `fetch(url):json()` without permission.
enum FailedCallHint {
  static func find(_ site: ErrorSite) -> ScriptHint? {
    guard let failure = site.latestFailure, site.message.hasPrefix("attempt to"), site.message.contains("nil value") else {
      return nil
    }
    let isDecoding = failure.kind == "decode"
    if site.variable == nil, let call = call(in: site.code, isDecoding) {
      return hint("\(call) returned nil: \(failure.message)", call, failure.remedy, failure.kind)
    }
    if let variable = site.variable, variable.scope != .field, variable.scope != .method,
      let assignment = site.assignment(to: variable.name), let call = call(in: assignment.value, isDecoding)
    {
      let place = assignment.line == site.line ? "" : " in line \(assignment.line)"
      return hint("\(call) returned nil\(place): \(failure.message)", call, failure.remedy, failure.kind)
    }
    // A parameter, or a result that went through one of the script's functions.
    guard site.variable.map({ $0.scope != .global && $0.scope != .method }) ?? true,
      let call = call(in: site.source.code.joined(separator: "\n"), isDecoding)
    else { return nil }
    return ScriptHint(remedy: "look at what failed before: \(call) returned nil: \(failure.message)")
  }

  private static func hint(_ message: String, _ call: String, _ remedy: String?, _ kind: String) -> ScriptHint {
    let test = call == "response:json" ? "local data, err = response:json()" : "local value, err = \(call)(...)"
    return ScriptHint(
      message: message, remedy: remedy ?? "test the result: \(test)", kind: kind == "denied" ? .denied : nil)
  }

  /// The call that may have failed: the last one that decodes, or else one that sends requests.
  private static func call(in code: String, _ isDecoding: Bool) -> String? {
    if isDecoding {
      let decoders = TextPattern(#"\b(json|xml|csv|base64|url)\.decode\b|\b(feed|ical|url|date)\.parse\b"#)
      if let match = decoders.matches(in: code).last { return match[0] }
      return TextPattern(#":\s*(json|xml|text)\s*\("#).matches(in: code).last.map { "response:\($0[1])" }
    }
    // Not `fetch.all`, whose result is a list.
    return TextPattern(#"\b(fetch|run|notify)\b([^.]|$)"#).firstMatch(in: code).map { $0[1] }
  }
}
