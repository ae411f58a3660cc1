import WidgetModel

/// Reads the fields of one table in a manifest, at a path.
struct RecordReader {
  let fields: [String: LuaValue]
  let path: String

  /// - Parameter words: Names the table in the error for other types: `a table of settings`.
  init(_ value: LuaValue, path: String, words: String) throws(ManifestError) {
    guard let fields = value.table else {
      let shown = value.array?.isEmpty == false ? "a list" : value.shown
      throw ManifestError(path: path, message: "must be \(words), got \(shown)")
    }
    self.fields = fields
    self.path = path
  }

  func fail(_ name: String, _ message: String) -> ManifestError {
    ManifestError(path: path.isEmpty ? name : "\(path).\(name)", message: message)
  }

  /// Refuses every field whose name isn't listed.
  ///
  /// - Parameter misplaced: The text to suggest for a name that belongs elsewhere.
  func check(names: [String], misplaced: (String) -> String? = { _ in nil }) throws(ManifestError) {
    for name in fields.keys.sorted() where !names.contains(name) {
      let hint =
        misplaced(name).map { "; write \($0)" }
        ?? NearestName.hint(name, among: names, otherwise: "keys are \(names.joined(separator: ", "))")
      throw ManifestError(path: path, message: "unknown key \(name.quoted)\(hint)")
    }
  }

  /// The field's value; nil if it's absent.
  subscript(name: String) -> LuaValue? {
    guard let value = fields[name], !value.isNull else { return nil }
    return value
  }

  func text(_ name: String, limit: Int = 1000) throws(ManifestError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw fail(name, "must be a string, got \(value.shown)") }
    let count = text.unicodeScalars.count
    guard count <= limit else { throw fail(name, "must have at most \(limit) characters, has \(count)") }
    return text
  }

  func flag(_ name: String) throws(ManifestError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.boolean else { throw fail(name, "must be true or false, got \(value.shown)") }
    return flag
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, of: Choice.Type) throws(ManifestError) -> Choice? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw fail(name, "must be \(Self.names(of)), got \(value.shown)") }
    guard let choice = Choice(rawValue: text) else {
      let hint = NearestName.hint(text, among: of.allCases.map(\.rawValue))
      throw fail(name, "must be \(Self.names(of)), got \(text.quoted)\(hint)")
    }
    return choice
  }

  /// A list of strings, each checked by `problem`. Duplicates are removed.
  func list(_ name: String, of words: String, limit: Int = 100, problem: (String) -> String?) throws(ManifestError) -> [String]? {
    guard let value = self[name] else { return nil }
    guard let elements = value.array else {
      let remedy = value.string.map { "; write { \($0.quoted) }" } ?? ""
      throw fail(name, "must be a list of \(words), got \(value.shown)\(remedy)")
    }
    guard elements.count <= limit else { throw fail(name, "may list at most \(limit) \(words)") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      let place = "\(name)[\(index + 1)]"
      let text = try self.element(element, at: place, problem: problem)
      if !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  /// An element of a list of strings.
  func element(_ element: LuaValue, at place: String, problem: (String) -> String?) throws(ManifestError) -> String {
    guard let text = element.string else { throw fail(place, "must be a string, got \(element.shown)") }
    guard !text.isEmpty, text.utf8.count <= 256, !text.hasControlCharacters else {
      throw fail(place, "must be 1 to 256 characters without control characters, got \(text.quoted)")
    }
    if let problem = problem(text) { throw fail(place, problem) }
    return text
  }

  /// A duration within a range, in seconds.
  func duration(_ name: String, in range: ClosedRange<Double>, words: String) throws(ManifestError) -> Double? {
    guard let value = self[name] else { return nil }
    let seconds: Double
    do { seconds = try DurationText.seconds(value) } catch { throw fail(name, error.description) }
    guard range.contains(seconds) else { throw fail(name, "must be \(words), got \(value.shown)") }
    return seconds
  }

  static func names<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> String {
    alternatives(Choice.allCases.map(\.rawValue))
  }
}

/// A field of a table declared by a script: its documentation for the reference and the editor types, and its decoder.
struct DeclaredField<Target>: Sendable, LeveledDeclaration {
  private(set) var documentation: HostField
  /// A valid value other than the default, for the tests.
  let example: LuaValue
  let decode: @Sendable (_ reader: RecordReader, _ name: String, _ target: inout Target) throws(ManifestError) -> Void

  var name: String { documentation.name }

  var availability: Availability {
    get { documentation.availability }
    set { documentation.availability = newValue }
  }

  init(
    _ name: String, _ type: HostType, _ documentation: String, default defaultValue: String? = nil, example: LuaValue,
    _ decode: @escaping @Sendable (RecordReader, String, inout Target) throws(ManifestError) -> Void
  ) {
    self.documentation = .optional(name, type, documentation, default: defaultValue)
    self.example = example
    self.decode = decode
  }
}

extension RecordReader {
  /// Decodes the declared fields in their order.
  ///
  /// - Parameter misplaced: The text to suggest for a name that belongs elsewhere.
  /// - Throws: The first unknown or wrong field.
  func decode<Target>(
    _ fields: [DeclaredField<Target>], into target: inout Target, misplaced: (String) -> String? = { _ in nil }
  ) throws(ManifestError) {
    try check(names: fields.map(\.name), misplaced: misplaced)
    for field in fields { try field.decode(self, field.name, &target) }
  }
}
