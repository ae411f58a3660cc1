import WidgetFormats
import WidgetHelpers
import WidgetModel
import WidgetServices
import WidgetSystem

/// The manifest, run before the script.
extension Widget {
  /// A worker that has run the manifest, with the permissions settled.
  func authorize() throws(Failure) -> Worker {
    if let worker, hasManifest {
      resettlePermissions()
      return worker
    }
    if let failure = failedStart {
      failedStart = nil
      throw failure
    }
    let worker = if let worker { worker } else { try start() }
    do {
      let declared = try call(
        worker, "manifest", [LuaValue(stringBytes: script.source), .string(script.chunkName)], phase: .load)
      try apply(manifest: declared)
      let manifest = Self.canonical(declared)
      adoptEarlierData(manifest)
      settlePermissions(manifest)
    } catch {
      retire()
      throw error
    }
    budgets = configuration.budgets.lowered(by: session.manifest.limits)
    do { try worker.lower(to: budgets) } catch { throw Failure(error, script: script) }
    hasManifest = true
    return worker
  }

  /// The manifest without its line and its translations, for remembering decisions about permissions.
  private static func canonical(_ declared: LuaValue) -> [UInt8] {
    guard case .table(var fields) = declared else { return [] }
    for name in ["@line", "strings", "language"] { fields[name] = nil }
    return MessagePack.encode(.table(fields))
  }

  private func apply(manifest declared: LuaValue) throws(Failure) {
    hasDeclaredManifest = !declared.isNull
    do {
      session.manifest = declared.isNull ? Manifest() : try ManifestDecoder.decode(declared)
      if let refresh = configuration.refresh { session.manifest.refresh = refresh }
    } catch {
      let path = error.path.isEmpty ? "" : "\(error.path): "
      throw Failure(.load, "widget { ... }: \(path)\(error.message)", at: manifestLocation(declared), remedy: error.remedy)
    }
    session.translations = Translations(session.manifest.strings, language: session.manifest.language)
    session.languagesRead = []
    TranslationAccess(session).translate(&session.manifest, locale: configuration.locale)
    for warning in session.manifest.warnings { warn("widget { ... }: \(warning)", at: manifestLocation(declared)) }
    do {
      settings = try SettingsResolver.resolve(
        session.manifest.settings, assignments: configuration.assignments.map { ($0.name, $0.value) },
        zone: .named(configuration.timeZone), place: configuration.place)
    } catch {
      throw failure(error)
    }
    for setting in session.manifest.settings where setting.kind == .file || setting.kind == .folder {
      guard let text = configuration.assignments.last(where: { $0.name == setting.name })?.value else { continue }
      if setting.kind == .file {
        session.files[setting.name] = AbsolutePath.of(text)
      } else {
        session.folders[setting.name] = ChosenFolderAccess(
          path: ChosenFolder.withoutLinks(AbsolutePath.of(text)), access: setting.access)
      }
      // Later on the script handles a missing file itself.
      if !hasRun {
        do throws(SettingsError) {
          try SettingsResolver.checkFile(of: setting, text, environment: services.environment)
        } catch { throw failure(error) }
      }
    }
  }

  private func manifestLocation(_ declared: LuaValue) -> SourceLocation? {
    guard let line = declared["@line"].integer.flatMap({ Int(exactly: $0) }) else { return nil }
    return SourceLocation(file: script.chunkName, line: line)
  }
}
