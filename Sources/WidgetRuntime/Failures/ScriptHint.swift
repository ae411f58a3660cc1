import WidgetModel

/// What a runtime error probably means, and what to change. Made after a failure only.
struct ScriptHint {
  /// In place of Lua's message.
  var message: String?
  var remedy: String?
  /// In place of `script`.
  var kind: Failure.Kind?

  /// The first that knows the error.
  static func find(_ site: ErrorSite) -> ScriptHint? {
    NullHint.find(site) ?? FailedCallHint.find(site) ?? NameHint.find(site) ?? ValueHint.find(site) ?? CallHint.find(site)
  }
}
