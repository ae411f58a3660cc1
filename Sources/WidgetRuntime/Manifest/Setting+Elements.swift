import WidgetFormats
public import WidgetModel
public import WidgetServices
import WidgetSystem

extension Setting {
  /// A field of a table as JSON, for an error: `"walk":5`.
  fileprivate var sample: String {
    let value =
      switch kind {
      case .integer: "\(Int(saturating: (minimum ?? maximum ?? 5).rounded(.up)))"
      case .number: "\(minimum ?? maximum ?? 0.5)"
      case .boolean: "true"
      case .choice: (choices.first ?? "...").quoted
      case .string, .secret, .url, .file, .folder, .color, .date, .location, .list: "\"...\""
      }
    return "\(name.quoted):\(value)"
  }

  /// The most elements in a list, and fields in one of them.
  public static let maximumElements = 64
  static let maximumFields = 8
  /// The most bytes in a list as JSON.
  static let maximumListBytes = 16 << 10
  /// The types of a list's elements. A record's fields can have others, too.
  static let elementKinds: [Kind] = [.string, .url, .number, .integer, .color, .date, .location]

  /// The elements as a user writes them, a JSON array; an empty text is an empty list. nil for anything else.
  package static func list(in text: String) -> [LuaValue]? {
    if text.isEmpty { return [] }
    guard text.utf8.count <= 2 * maximumListBytes, case .array(let elements)? = try? JSONReader.read(Array(text.utf8)) else {
      return nil
    }
    return elements
  }

  /// The value a script gets for a list or a location.
  ///
  /// - Parameters:
  ///   - value: The value as written: elements are texts, numbers and tables.
  ///   - zone: The user's zone, for dates.
  func resolved(_ value: LuaValue, zone: TimeZoneData) throws(SettingsError) -> LuaValue {
    guard kind == .list else {
      do throws(Place.Problem) { return try Place(value).value } catch {
        throw .place(name: name, text: value.settingText ?? "", error)
      }
    }
    guard let elements = value.array else { throw .wrongType(name: name, text: value.settingText ?? "", kind: .list) }
    guard elements.count <= Self.maximumElements else { throw .tooManyElements(name: name, count: elements.count) }
    guard (value.settingText ?? "").utf8.count <= Self.maximumListBytes else { throw .listTooLong(name: name) }
    var result: [LuaValue] = []
    for (index, element) in elements.enumerated() {
      if isListOfRecords {
        result.append(try record(element, index + 1, zone))
      } else if let type = self.elements.first {
        do throws(SettingsError) { result.append(try type.plain(element, zone)) } catch {
          throw .element(of: name, at: index + 1, field: nil, error)
        }
      }
    }
    return .array(result)
  }

  /// A value of any type but a list.
  private func plain(_ value: LuaValue, _ zone: TimeZoneData) throws(SettingsError) -> LuaValue {
    if kind == .location { return try resolved(value, zone: zone) }
    guard value.array == nil, value.table == nil, let text = value.settingText else {
      throw .wrongType(name: name, text: value.settingText ?? "null", kind: kind)
    }
    return try SettingsResolver.value(of: self, text, zone)
  }

  /// - Parameter index: From 1.
  private func record(_ value: LuaValue, _ index: Int, _ zone: TimeZoneData) throws(SettingsError) -> LuaValue {
    func fail(_ error: SettingsError, _ field: String? = nil) -> SettingsError {
      .element(of: name, at: index, field: field, error)
    }
    guard let given = Self.fields(of: value) else { throw fail(.notARecord(fields: elements.map(\.sample))) }
    for key in given.keys.sorted() where !elements.contains(where: { $0.name == key }) {
      throw fail(.unknownField(name: key, known: elements.map(\.name)))
    }
    var result: [String: LuaValue] = [:]
    for field in elements {
      let written = given[field.name] ?? .null
      // A form's empty field is one without a value, except for a text.
      let isMissing = written.isNull || (written == "" && field.kind != .string)
      let value = isMissing ? field.defaultValue : written
      guard !value.isNull else { continue }
      do throws(SettingsError) { result[field.name] = try field.plain(value, zone) } catch { throw fail(error, field.name) }
    }
    return .table(result)
  }

  /// A record's fields: a table, or the text of a JSON object, as `--set-add` gets it.
  private static func fields(of value: LuaValue) -> [String: LuaValue]? {
    if case .table(let fields) = value { return fields }
    guard let text = value.string, text.utf8.count <= maximumListBytes,
      case .table(let fields)? = try? JSONReader.read(Array(text.utf8))
    else { return nil }
    return fields
  }

  /// A user's text as it's stored: a board file has the shortest form of a list or a location as an array or a table. Elements without any
  /// value are left out, and numbers are numbers. A path is absolute, so that it means the same for a host started in another folder.
  /// Texts that can't be read stay as they are.
  ///
  /// - Parameter added: Texts of further elements of a list.
  public func canonical(_ text: String, adding added: [String] = []) -> String {
    switch kind {
    case .location:
      guard text.hasPrefix("{"), let value = try? JSONReader.read(Array(text.utf8)) else { return text }
      return JSONWriter().text(JSONValue(value))
    case .list:
      guard let elements = Self.list(in: text) else { return text }
      let kept = (elements + added.map { .string($0) }).compactMap { element -> LuaValue? in
        guard isListOfRecords else {
          return element == "" || element.array?.isEmpty == true ? nil : self.elements.first?.canonical(element)
        }
        if element.array?.isEmpty == true { return nil }
        guard var fields = Self.fields(of: element) else { return element }
        for (key, value) in fields {
          fields[key] = value == "" ? nil : self.elements.first { $0.name == key }?.canonical(value) ?? value
        }
        return fields.values.allSatisfy { $0 == false } ? nil : .table(fields)
      }
      return JSONWriter().text(JSONValue(.array(kept)))
    case .file, .folder: return text.isEmpty || text.utf8.contains(0) ? text : AbsolutePath.of(text)
    default: return text
    }
  }

  private func canonical(_ value: LuaValue) -> LuaValue {
    guard let text = value.string else { return value }
    return switch kind {
    case .integer: Int64(text).map { .integer($0) } ?? value
    case .number: Int64(text).map { .integer($0) } ?? Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? value
    case .boolean: text == "true" ? true : text == "false" ? false : value
    default: value
    }
  }
}

extension Assignment {
  private static let suffix: Character = "+"

  /// `--set-add NAME=TEXT`, in order, as assignments to `NAME+`: a list that has those texts at its end. No setting has such a name, so
  /// they're kept, hashed and passed on like other assignments.
  public static func additions(_ added: [Assignment]) -> [Assignment] {
    var names: [String] = []
    for one in added where !names.contains(one.name) { names.append(one.name) }
    return names.map { name in
      let texts = added.filter { $0.name == name }.map { LuaValue.string($0.value) }
      return Assignment(name + String(suffix), JSONWriter().text(JSONValue(.array(texts))))
    }
  }

  /// One assignment for each setting: additions become part of the list, whose default they follow if nothing else sets it.
  package static func written(_ assignments: [Assignment], for settings: [Setting]) -> [Assignment] {
    var result: [Assignment] = []
    for assignment in assignments {
      let name = list(in: assignment.name) ?? assignment.name
      let setting = settings.first { $0.name == name }
      var text = setting?.canonical(assignment.value) ?? assignment.value
      if name != assignment.name {
        let base = result.last { $0.name == name }?.value ?? setting?.defaultText ?? ""
        text = setting?.canonical(base, adding: (Setting.list(in: assignment.value) ?? []).compactMap(\.string)) ?? text
      }
      if setting?.isSecret == true, case .file(let path)? = try? SecretSource(text) { text = "file:" + AbsolutePath.of(path) }
      result.removeAll { $0.name == name }
      result.append(Assignment(name, text))
    }
    return result
  }

  /// The list that an assignment adds to; nil for the name of other assignments.
  static func list(in name: String) -> String? { name.last == suffix ? String(name.dropLast()) : nil }
}
