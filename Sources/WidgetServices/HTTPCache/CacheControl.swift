/// The directives in a `Cache-Control` field (RFC 9111 section 5.2).
///
/// Malformed text isn't an error: an unreadable directive is either one no caller asks for, or has an invalid argument.
public struct CacheControl: Sendable, Equatable {
  struct Directive: Sendable, Equatable {
    /// Lowercase.
    var name: String
    /// Without the quotes around a quoted-string.
    var argument: String?
  }

  /// `delta-seconds` (section 1.2.2).
  public enum Delta: Sendable, Equatable {
    /// At most ``maximum``.
    case seconds(Double)
    /// Absent, or not all digits.
    case invalid

    /// Larger numbers count as this (section 1.2.2).
    public static let maximum = 2_147_483_648.0

    init(_ text: String?) {
      guard let text, !text.isEmpty, text.utf8.allSatisfy(isDigit) else {
        self = .invalid
        return
      }
      self = .seconds(min(Double(text) ?? Self.maximum, Self.maximum))
    }

    /// nil if it's invalid.
    public var seconds: Double? { if case .seconds(let seconds) = self { seconds } else { nil } }
  }

  /// The extent of `no-cache` (section 5.2.2.4).
  public enum NoCache: Sendable, Equatable {
    case nothing
    /// Applies to these fields only, lowercase.
    case fields([String])
    case everything
  }

  private(set) var directives: [Directive] = []

  /// - Parameter headers: The headers of a request or a response. Each field line is parsed separately, so an unterminated quote
  ///   hides no other line.
  public init(_ headers: [HeaderField]) {
    for value in headers.values(of: "Cache-Control") { read(Array(value.utf8)) }
  }

  /// Whether a directive is present, with or without a value.
  public func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// A directive's argument in seconds; nil if the directive is absent. The first of several counts (section 4.2.1).
  public func delta(_ name: String) -> Delta? { directives.first { $0.name == name }.map { Delta($0.argument) } }

  public var noCache: NoCache {
    let all = directives.filter { $0.name == "no-cache" }
    guard !all.isEmpty else { return .nothing }
    var fields: [String] = []
    for directive in all {
      let names = FieldList.members(directive.argument ?? "").map { $0.lowercased() }
      guard !names.isEmpty else { return .everything }
      fields += names
    }
    return .fields(fields)
  }
}

extension CacheControl {
  private mutating func read(_ text: [UInt8]) {
    let comma = UInt8(ascii: ",")
    var index = 0
    while index < text.count {
      if text[index] == comma || FieldList.isSpace(text[index]) {
        index += 1
        continue
      }
      let nameEnd = text[index...].firstIndex { $0 == comma || $0 == UInt8(ascii: "=") } ?? text.count
      let name = FieldList.trimmed(text[index..<nameEnd])
      let isSpaced = name.endIndex != nameEnd
      index = nameEnd
      var argument: String?
      if index < text.count, text[index] == UInt8(ascii: "=") {
        var bytes = Self.argument(text, &index)
        // Whitespace around `=` is invalid; keeping it makes a number invalid.
        if isSpaced { bytes.insert(UInt8(ascii: " "), at: 0) }
        argument = String(decoding: bytes, as: UTF8.self)
      }
      directives.append(Directive(name: String(decoding: name, as: UTF8.self).lowercased(), argument: argument))
    }
  }

  /// Reads from the equals sign to the comma ending the directive.
  private static func argument(_ text: [UInt8], _ index: inout Int) -> [UInt8] {
    let start = index + 1
    if start < text.count, text[start] == UInt8(ascii: "\""), let (value, end) = quoted(text, from: start + 1) {
      let rest = text[end...].firstIndex(of: UInt8(ascii: ",")) ?? text.count
      index = rest
      return value + FieldList.trimmed(text[end..<rest])
    }
    let end = text[start...].firstIndex(of: UInt8(ascii: ",")) ?? text.count
    index = end
    var value = text[start..<end]
    while let last = value.last, FieldList.isSpace(last) { value.removeLast() }
    return Array(value)
  }

  /// A quoted-string (RFC 9110 section 5.6.4) and where it ends; nil if it's unterminated.
  private static func quoted(_ text: [UInt8], from start: Int) -> (value: [UInt8], end: Int)? {
    var value: [UInt8] = []
    var index = start
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): return (value, index + 1)
      case UInt8(ascii: "\\") where index + 1 < text.count:
        value.append(text[index + 1])
        index += 2
      default:
        value.append(text[index])
        index += 1
      }
    }
    return nil
  }
}

/// A comma-separated field value (RFC 9110 section 5.6.1).
enum FieldList {
  /// The members without surrounding whitespace; empty members are omitted.
  static func members(_ value: String) -> [String] {
    value.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
      let member = trimmed(Array(part)[...])
      return member.isEmpty ? nil : String(decoding: member, as: UTF8.self)
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }
}
