public import WidgetModel
import WidgetServices

extension Widget {
  /// A loading error found without running the script: the manifest isn't the first statement, or not the only one.
  ///
  /// Known after ``readManifest()``.
  public var misplacedManifest: Failure? {
    let lines = ManifestCalls.lines(in: script.source)
    guard let line = hasDeclaredManifest ? lines.dropFirst().first : lines.first else { return nil }
    return Failure(
      .load, hasDeclaredManifest ? "widget { ... } may be called only once" : "widget { ... } must be the first statement",
      at: SourceLocation(file: script.chunkName, line: line))
  }
}

extension Widget {
  /// The values of the manifest's secrets, which are masked from now on.
  func secrets() throws(Failure) -> [String: LuaValue] {
    guard session.manifest.settings.contains(where: { $0.isSecret }) else { return [:] }
    let resolver = SecretResolver(
      environment: services.environment, store: services.secrets, widget: identity.id, values: settings)
    do throws(SettingsError) {
      let values = try resolver.resolve(
        session.manifest.settings, assignments: configuration.assignments.map { ($0.name, $0.value) })
      session.mask.insert(values.values)
      services.secretsInUse.insert(values.values)
      return values.mapValues { .string($0) }
    } catch {
      throw failure(error)
    }
  }

  /// Masks what the user typed into a secure field, wherever it's written from now on.
  public func hide(_ text: String) {
    session.mask.insert([text])
    services.secretsInUse.insert([text])
  }

  /// - Returns: A failure whose remedy names the widget as commands find it.
  func failure(_ error: SettingsError) -> Failure {
    Failure(
      .usage, error.message(label: configuration.settingsLabel, widget: script.chunkName),
      remedy: error.remedy(for: configuration.entryID ?? script.path))
  }

  /// Masks this widget's secrets. Nothing leaving the actor contains any of them.
  var mask: SecretMask { session.mask }
}

extension Widget {
  /// Reports whatever is probably wrong in a view but can still be shown.
  func reportWarnings(about presentation: Presentation, _ record: LuaValue) {
    for warning in presentation.warnings { warn("\(warning)", at: warning.location) }
    reportImages(in: record["content"])
    guard !configuration.newerNames.isEmpty else { return }
    for (name, location) in NewerNames.names(in: record["content"]) { reportNewer(name, at: location) }
  }

  /// Warns of something newer than the level the manifest requires.
  func reportNewer(_ name: String, at location: SourceLocation? = nil) {
    guard let text = configuration.newerNames.warning(about: name, requires: session.manifest.requires) else { return }
    // Once for each name, wherever else it's used.
    if reportedNewer.insert(name).inserted { warn(text, at: location) }
  }

  /// Warns of a stream that has failed or left something out.
  package func warn(aboutStream problem: String) { warn(problem, at: nil) }

  /// Writes a warning to the console, once until the script is loaded again.
  func warn(_ message: String, at location: SourceLocation?) {
    let line = (location.map { "\($0.file):\($0.line): " } ?? "") + message
    guard reportedWarnings.count < 100, reportedWarnings.insert(line).inserted else { return }
    onConsole(ConsoleLine(.warning, mask.masked(line)))
  }
}
