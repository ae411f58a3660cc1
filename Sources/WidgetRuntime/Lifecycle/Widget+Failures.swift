public import WidgetModel
import WidgetServices

extension Widget {
  /// An error of loading that is found without running the script: the manifest is not the first statement, or not the only one.
  ///
  /// Known after ``readManifest()``.
  public var misplacedManifest: Failure? {
    let lines = ManifestCalls.lines(in: script.source)
    guard let line = hasDeclaredManifest ? lines.dropFirst().first : lines.first else { return nil }
    return Failure(
      .load, hasDeclaredManifest ? "widget { ... } may be called only once" : "widget { ... } must be the first statement",
      at: SourceLocation(file: script.chunkName, line: line))
  }

  /// An uncaught error of a store or a denial becomes a failure of kind `storage` or `denied`, at the line of the call.
  func explained(_ failure: Failure) -> Failure {
    if failure.kind == .script, let error = session.storeFailure, failure.message.contains("\(error)") {
      var storage = failure
      storage.kind = .storage
      storage.remedy = error.remedy
      return storage
    }
    guard failure.kind == .script, let denial = session.denials.first(where: { failure.message.contains($0.message) })
    else { return failure }
    var denied = failure
    denied.kind = .denied
    denied.remedy = denial.remedy
    denied.message = "permission denied: \(denial.message)"
    return denied
  }
}
