import WidgetModel

/// Reads a view's references: URLs to open, and images.
enum LinkReader {
  /// An absolute URL that is safe to open.
  static func url(_ value: LuaValue) throws(FieldProblem) -> String {
    guard value.stringBytes != nil, let text = value.displayText else {
      throw FieldProblem(expected: ViewFieldType.url.expectation, got: value)
    }
    guard !text.hasControlCharacters, !text.contains(" ") else {
      throw FieldProblem("must not contain spaces or control characters, got \(text.quoted)")
    }
    guard let scheme = URLScheme.of(text) else {
      throw FieldProblem("must begin with a scheme such as \"https:\", got \(text.quoted)")
    }
    guard !URLScheme.dangerous.contains(scheme) else {
      throw FieldProblem("\(scheme): URLs are not allowed; write an http, https or mailto URL, or an application's own scheme")
    }
    guard text.utf8.count > scheme.utf8.count + 1 else { throw FieldProblem("\(text.quoted) is not a complete URL") }
    return text
  }

  /// A resource of the widget's folder, a URL, or the image's bytes (an SVG is bytes although it is text).
  static func image(_ value: LuaValue) throws(FieldProblem) -> ImageSource {
    if case .bytes(let bytes) = value { return .bytes(bytes) }
    guard case .string(let text) = value else { throw FieldProblem(expected: ViewFieldType.image.expectation, got: value) }
    let start = text.drop(while: \.isWhitespace).prefix(5)
    if start.hasPrefix("<svg") || start.hasPrefix("<?xml") || start.hasPrefix("GIF8") { return .bytes(Array(text.utf8)) }
    guard !text.isEmpty else { throw FieldProblem("must not be empty") }
    guard !text.hasControlCharacters else {
      throw FieldProblem("must not contain control characters, got \(text.quoted)")
    }
    if let scheme = URLScheme.of(text), scheme != "https", scheme != "http" {
      throw FieldProblem("\(scheme): URLs are not allowed; write a resource's path or an https URL")
    }
    return .reference(text)
  }
}
