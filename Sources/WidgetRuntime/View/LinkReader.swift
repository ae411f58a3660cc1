import WidgetModel
import WidgetServices

/// Reads a view's references: URLs to open, and images.
enum LinkReader {
  /// An absolute URL that's safe to open.
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
    let rest = text.dropFirst(scheme.count + 1)
    guard isComplete(scheme, rest) else { throw FieldProblem("\(text.quoted) is not a complete URL") }
    if scheme == "mailto", let field = forbiddenMailField(rest) {
      throw FieldProblem("may not set the field \(field.quoted) of a message, got \(text.quoted)")
    }
    return text
  }

  /// - Parameter rest: The part after the colon.
  private static func isComplete(_ scheme: String, _ rest: Substring) -> Bool {
    guard scheme == "http" || scheme == "https" else { return !rest.isEmpty }
    // Browsers mistake the first segment of the path for a missing host.
    guard rest.hasPrefix("//") else { return false }
    let authority = rest.dropFirst(2).prefix { !"/?#\\".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return !host.isEmpty && !host.hasPrefix(":")
  }

  /// A field a mail program could fill with a file or another sender: RFC 6068 section 4 lists the safe ones.
  private static func forbiddenMailField(_ rest: Substring) -> String? {
    guard let query = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first else {
      return nil
    }
    return query.split(separator: "#", omittingEmptySubsequences: false)[0].split(separator: "&").lazy
      .map { String($0.prefix { $0 != "=" }) }
      .first { !["to", "cc", "bcc", "subject", "body", "in-reply-to", "references", "keywords"].contains($0.lowercased()) }
  }

  /// An image, or `{ light = ..., dark = ... }`.
  static func image(_ value: LuaValue) throws(FieldProblem) -> ImageSource {
    guard case .table(let fields) = value, !fields.isEmpty else { return try singleImage(value) }
    for name in fields.keys.sorted() where name != "light" && name != "dark" {
      throw FieldProblem("unknown field \(name.quoted); a pair is { light = ..., dark = ... }")
    }
    guard let light = fields["light"], let dark = fields["dark"], !light.isNull, !dark.isNull else {
      throw FieldProblem("a pair needs both: { light = ..., dark = ... }")
    }
    func single(_ value: LuaValue, at path: String) throws(FieldProblem) -> ImageSource {
      do throws(FieldProblem) { return try singleImage(value) } catch {
        throw FieldProblem(error.message, at: path + error.path)
      }
    }
    return .pair(light: try single(light, at: ".light"), dark: try single(dark, at: ".dark"))
  }

  /// A resource in the widget's folder, a URL, or the image's bytes (an SVG is bytes although it's text).
  private static func singleImage(_ value: LuaValue) throws(FieldProblem) -> ImageSource {
    if case .bytes(let bytes) = value { return .bytes(bytes) }
    guard case .string(let text) = value else { throw FieldProblem(expected: ViewFieldType.image.expectation, got: value) }
    let start = text.drop(while: \.isWhitespace).prefix(5)
    if start.hasPrefix("<svg") || start.hasPrefix("<?xml") || start.hasPrefix("GIF8") { return .bytes(Array(text.utf8)) }
    guard !text.isEmpty else { throw FieldProblem("must not be empty") }
    guard !text.hasControlCharacters else {
      throw FieldProblem("must not contain control characters, got \(text.quoted)")
    }
    if MediaCovers.isName(text) { return .reference(text) }
    if let scheme = URLScheme.of(text), scheme != "https", scheme != "http" {
      throw FieldProblem("\(scheme): URLs are not allowed; write a resource's path or an https URL")
    }
    return .reference(text)
  }
}
