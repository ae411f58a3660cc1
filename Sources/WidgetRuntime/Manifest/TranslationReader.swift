package import WidgetModel

/// Decodes a widget's own words: `strings` of the manifest, and files such as `strings/de.json`. Both are untrusted.
package enum TranslationReader {
  /// Texts in one language.
  static let maximumTexts = 2000
  static let maximumLanguages = 100
  /// Bytes of a text, as many as a view shows.
  static let maximumText = 16 << 10
  /// Bytes of a key, which can be a sentence.
  static let maximumKey = 1000
  /// Bytes of a file.
  static let maximumFile = 256 << 10

  /// Reads `strings = { de = { ... } }`.
  static func tables(_ value: LuaValue, path: String) throws(ManifestError) -> [String: TextTable] {
    let reader = try RecordReader(value, path: path, words: "a table of languages")
    guard reader.fields.count <= maximumLanguages else {
      throw ManifestError(path: path, message: "may have at most \(maximumLanguages) languages")
    }
    var tables: [String: TextTable] = [:]
    for name in reader.fields.keys.sorted() {
      guard let tag = LanguageTag.canonical(name) else {
        throw ManifestError(path: path, message: "\(name.quoted) is not a language tag such as \"de\" or \"pt-BR\"")
      }
      var problems: [ManifestError] = []
      let table = table(reader.fields[name] ?? .null, path: "\(path).\(name)", problems: &problems)
      if let problem = problems.first { throw problem }
      tables[tag, default: [:]].merge(table) { $1 }
    }
    return tables
  }

  /// Reads a file of texts.
  ///
  /// - Parameter problems: Gets what's wrong. Only texts with a mistake are left out.
  package static func table(json: [UInt8], problems: inout [ManifestError]) -> TextTable {
    do {
      return table(try JSONReader.read(json), path: "", problems: &problems)
    } catch {
      problems.append(ManifestError(path: "", message: error.description))
      return [:]
    }
  }

  private static func table(_ value: LuaValue, path: String, problems: inout [ManifestError]) -> TextTable {
    let reader: RecordReader
    do throws(ManifestError) {
      reader = try RecordReader(value, path: path, words: "a table of texts")
    } catch {
      problems.append(error)
      return [:]
    }
    guard reader.fields.count <= maximumTexts else {
      problems.append(ManifestError(path: path, message: "may have at most \(maximumTexts) texts"))
      return [:]
    }
    var table: TextTable = [:]
    for key in reader.fields.keys.sorted() {
      do throws(ManifestError) {
        guard !key.isEmpty, key.utf8.count <= maximumKey else {
          throw ManifestError(
            path: path, message: "a key must have 1 to \(maximumKey) bytes, got \(String(key.prefix(40)).quoted)")
        }
        table[key] = try text(reader.fields[key] ?? .null, key, reader)
      } catch {
        problems.append(error)
      }
    }
    return table
  }

  private static func text(_ value: LuaValue, _ key: String, _ reader: RecordReader) throws(ManifestError) -> TranslatedText {
    if let text = value.string { return .text(try checked(text, key, reader)) }
    guard let forms = value.table else {
      throw reader.fail(key, "must be a text or a table of plural forms, got \(value.shown)")
    }
    let categories = PluralCategory.allCases.map(\.rawValue)
    var plural: [PluralCategory: String] = [:]
    for name in forms.keys.sorted() {
      guard let category = PluralCategory(rawValue: name) else {
        let hint = NearestName.hint(name, among: categories, otherwise: "categories are \(categories.joined(separator: ", "))")
        throw reader.fail(key, "unknown plural category \(name.quoted)\(hint)")
      }
      guard let text = forms[name]?.string else {
        throw reader.fail("\(key).\(name)", "must be a text, got \((forms[name] ?? .null).shown)")
      }
      plural[category] = try checked(text, "\(key).\(name)", reader)
    }
    guard plural[.other] != nil else { throw reader.fail(key, "needs a form for other") }
    return .plural(plural)
  }

  private static func checked(_ text: String, _ name: String, _ reader: RecordReader) throws(ManifestError) -> String {
    guard text.utf8.count <= maximumText else {
      throw reader.fail(name, "must have at most \(maximumText) bytes, has \(text.utf8.count)")
    }
    return text
  }
}
