/// A text in one language: the same for every number, or a form for each plural category.
///
/// `{name}` in it stands for a value.
package enum TranslatedText: Sendable, Equatable {
  case text(String)
  /// With a form for ``PluralCategory/other``.
  case plural([PluralCategory: String])
}

/// The texts of one language, by their keys.
package typealias TextTable = [String: TranslatedText]

/// A text with its values.
package struct FilledText: Sendable, Equatable {
  /// Bytes of a text.
  package static let maximumSize = 64 << 10

  /// Placeholders without a value stay as they are.
  package var text = ""
  /// The names of placeholders without a value; `n` also stands for a missing number.
  package var missing: [String] = []
  /// Whether the text would be too long, so its end is missing.
  package var isTooLong = false
}

extension TranslatedText {
  /// The name of the value that decides on the plural form.
  package static let number = "n"

  /// Puts values into the text. Placeholders in a value stay as they are.
  ///
  /// - Parameters:
  ///   - values: Texts and numbers by their names.
  ///   - language: The language of the text, which also writes its numbers.
  package func filled(_ values: [String: LuaValue], in language: LocaleData) -> FilledText {
    var filled = FilledText()
    let template: String
    switch self {
    case .text(let text): template = text
    case .plural(let forms):
      let number = values[Self.number].flatMap(\.decimal)
      if number == nil { filled.missing.append(Self.number) }
      let category = number.map { PluralRule(language).category(PluralOperands($0)) } ?? .other
      template = forms[category] ?? forms[.other] ?? ""
    }
    guard template.utf8.contains(UInt8(ascii: "{")) else {
      filled.text = template
      return filled
    }
    var numbers: NumberText?
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      filled.text += rest[..<open]
      rest = rest[rest.index(after: open)...]
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else {
        filled.text += "{"
        continue
      }
      rest = rest[rest.index(after: name.endIndex)...]
      switch values[String(name)] {
      case .string(let text)?: filled.text += text
      case let value? where value.decimal != nil:
        let writer = numbers ?? NumberText(language)
        numbers = writer
        filled.text += value.decimal.map { writer.number($0) } ?? ""
      default:
        filled.text += "{\(name)}"
        if !filled.missing.contains(String(name)) { filled.missing.append(String(name)) }
      }
      if filled.text.utf8.count > FilledText.maximumSize { break }
    }
    if filled.text.utf8.count + rest.utf8.count > FilledText.maximumSize {
      filled.isTooLong = true
    } else {
      filled.text += rest
    }
    return filled
  }
}

extension LuaValue {
  /// A finite number by its digits, with three decimals at most, as texts show it.
  fileprivate var decimal: DecimalNumber? {
    switch self {
    case .integer(let value): DecimalNumber(value)
    case .number(let value): DecimalNumber(value)?.rounded(places: 3)
    default: nil
    }
  }
}
