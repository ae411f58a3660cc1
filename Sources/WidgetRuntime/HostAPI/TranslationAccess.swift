import WidgetModel

/// The widget's own words, from its manifest and the files in its folder.
struct TranslationAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// A text in the language of the running call. What's missing is on the console once.
  func text(_ key: String, _ values: [String: LuaValue]) throws(HostError) -> String {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) where value.string == nil && value.double == nil {
      throw HostError("tr: values.\(name) must be a string or a number, got \(value.shown)")
    }
    load(session.translations.chain(session.locale))
    let (filled, match) = session.translations.text(key, values, locale: session.locale)
    guard !filled.isTooLong else { throw HostError("tr: the text is longer than \(FilledText.maximumSize >> 10) KiB") }
    let shown = String(key.prefix(80)).quoted
    if let lacking = match.lacking {
      let instead = match.language.map { "the text in \($0)" } ?? "the key"
      session.warn("tr: there's no text \(shown) in \(lacking), so \(instead) is shown")
    }
    let place = match.language.map { "the text \(shown) in \($0)" } ?? shown
    for name in filled.missing {
      if name == TranslatedText.number, case .plural = match.text {
        session.warn("tr: \(place) has plural forms, so it needs a number n")
      } else {
        session.warn("tr: \(place) has {\(name)}, but there's no such value")
      }
    }
    return filled.text
  }

  /// Translates the manifest's own texts, whose keys are the texts themselves.
  func translate(_ manifest: inout Manifest, locale: String) {
    let own = LanguageTag.chain(locale)
    guard own.last != LanguageTag.chain(manifest.language).last else { return }
    load(own)
    func text(_ key: String?) -> String? {
      guard let key else { return nil }
      let match = session.translations.find(key, locale: locale)
      guard let language = match.language, own.contains(language), case .text(let text) = match.text else { return key }
      return text
    }
    func translate(_ setting: inout Setting) {
      (setting.label, setting.description) = (text(setting.label), text(setting.description))
      for index in setting.elements.indices { translate(&setting.elements[index]) }
    }
    if let name = text(manifest.name)?.singleSpaced, !name.isEmpty { manifest.name = String(name.prefix(80)) }
    manifest.description = text(manifest.description).map { String($0.prefix(1000)) }
    for index in manifest.settings.indices { translate(&manifest.settings[index]) }
  }

  /// Reads the files of languages, each once.
  private func load(_ tags: [String]) {
    for tag in tags where session.languagesRead.insert(tag).inserted {
      let name = "strings/\(tag).json"
      let resources = ResourceAccess(session)
      let json: [UInt8]
      do throws(ResourceFolder.Problem) {
        json = try resources.read(name, limit: TranslationReader.maximumFile)
      } catch {
        switch error {
        case .notFound, .badName: break
        case .tooLarge(let size):
          warn(name, "it has \(size) bytes; a file of texts may have \(TranslationReader.maximumFile)")
        case .unreadable(let reason): warn(name, reason)
        }
        continue
      }
      var problems: [ManifestError] = []
      let table = TranslationReader.table(json: json, problems: &problems)
      // What the manifest has wins.
      if !table.isEmpty { session.translations.tables[tag, default: [:]].merge(table) { own, _ in own } }
      for problem in problems.prefix(10) { warn(name, problem.description) }
    }
  }

  private func warn(_ file: String, _ problem: String) {
    session.warn("\(ResourceAccess(session).chunkName(of: file)): \(problem)")
  }
}
