public import WidgetModel

/// Replaces secrets by `•••`: as they are, percent-encoded, escaped in a JSON string or with character references of HTML (one or two
/// of these), in hexadecimal, and within base64. Letter case is ignored except in base64: host names are written in lowercase.
/// Where a text was cut off, the beginning of a secret is replaced too.
///
/// Values shorter than ``minimumLength`` bytes are ignored: they would match everywhere. A transformation by the script (reversed,
/// hashed, split) is not recognised.
public struct SecretMask: Sendable, Equatable {
  public static let mark = "•••"
  /// Bytes.
  public static let minimumLength = 4

  private var values: Set<String> = []
  /// Folded; see ``MaskableText/folded``.
  private var plain: [SecretPattern] = []
  private var base64: [SecretPattern] = []

  public init(_ values: some Sequence<String> = []) { insert(values) }

  /// Whether there are no secrets.
  public var isEmpty: Bool { plain.isEmpty }

  /// Adds secrets to mask.
  public mutating func insert(_ new: some Sequence<String>) {
    for value in new where value.utf8.count >= Self.minimumLength && values.insert(value).inserted {
      let bytes = Array(value.utf8)
      plain += [SecretPattern(MaskableText(bytes).folded), .hexadecimal(bytes)]
      base64 += SecretPattern.base64Forms(of: bytes).filter { !base64.contains($0) }
    }
  }

  /// Replaces every occurrence; overlapping ones become one mark. Time and memory are linear in the input.
  public func masked(_ bytes: [UInt8]) -> [UInt8] {
    if isEmpty || bytes.count < Self.minimumLength { return bytes }
    var ranges: [Range<Int>] = []
    MaskableText(bytes).forEachDecoding { text in
      let folded = text.folded
      for pattern in plain { ranges += pattern.ranges(in: folded).map(text.sourceRange) }
      for pattern in base64 { ranges += pattern.ranges(in: text.bytes).map(text.sourceRange) }
    }
    if ranges.isEmpty { return bytes }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var end = 0
    for range in ranges {
      if range.lowerBound >= end {
        output += bytes[end..<range.lowerBound]
        output += Self.mark.utf8
      }
      end = max(end, range.upperBound)
    }
    return output + bytes[end...]
  }

  /// The text with every secret replaced.
  public func masked(_ text: String) -> String {
    if isEmpty { return text }
    let bytes = Array(text.utf8)
    let masked = masked(bytes)
    return masked == bytes ? text : String(decoding: masked, as: UTF8.self)
  }

  /// A value with its strings and field names masked.
  public func masked(_ value: LuaValue) -> LuaValue {
    if isEmpty { return value }
    switch value {
    case .null, .boolean, .integer, .number: return value
    case .string(let text): return .string(masked(text))
    case .bytes(let bytes): return LuaValue(stringBytes: masked(bytes))
    case .array(let elements): return .array(elements.map(masked))
    case .table(let fields):
      return .table(Dictionary(fields.map { (masked($0), masked($1)) }, uniquingKeysWith: { $1 }))
    }
  }

  /// A failure that can be shown and stored.
  public func masked(_ failure: Failure) -> Failure {
    if isEmpty { return failure }
    var failure = failure
    failure.message = masked(failure.message)
    failure.remedy = failure.remedy.map(masked)
    failure.location = failure.location.map(masked)
    failure.traceback = failure.traceback.map(masked)
    return failure
  }

  /// A script may name a chunk that it loads after a secret.
  private func masked(_ location: SourceLocation) -> SourceLocation {
    SourceLocation(file: masked(location.file), line: location.line)
  }
}
