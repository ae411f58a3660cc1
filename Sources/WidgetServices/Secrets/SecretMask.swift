import Synchronization
public import WidgetModel
import WidgetSystem

/// Replaces secrets with `•••`: as they are, percent-encoded, escaped in a JSON string or with HTML character references (one or
/// two of these), in hexadecimal, and within base64. Letter case is ignored except in base64: host names are written in
/// lowercase. So are characters that no surface shows. Where a text was cut off, the beginning of a secret is replaced too.
///
/// Values shorter than ``minimumLength`` bytes are ignored: they would match everywhere. Transformations by the script (reversed,
/// hashed, split) aren't recognised.
public struct SecretMask: Sendable, Equatable {
  public static let mark = "•••"
  /// Bytes.
  public static let minimumLength = 4

  private var values: Set<String> = []
  /// Folded; see ``MaskableText/folded``.
  private var plain: [SecretPattern] = []
  /// The folded characters that a reader sees, of secrets that have others too.
  private var visible: [SecretPattern] = []
  private var base64: [SecretPattern] = []
  /// Bytes of the longest secret in its longest encoding.
  private var longestForm = 0

  public init(_ values: some Sequence<String> = []) { insert(values) }

  /// Whether there are no secrets.
  public var isEmpty: Bool { plain.isEmpty }

  /// Adds secrets to mask.
  public mutating func insert(_ new: some Sequence<String>) {
    for value in new where value.utf8.count >= Self.minimumLength && values.insert(value).inserted {
      let bytes = Array(value.utf8)
      longestForm = max(longestForm, bytes.count * MaskableText.longestEncoding)
      plain += [SecretPattern(MaskableText(bytes).folded), .hexadecimal(bytes)]
      if let seen = MaskableText(bytes).visible, seen.bytes.count >= Self.minimumLength {
        visible.append(SecretPattern(seen.folded))
      }
      base64 += SecretPattern.base64Forms(of: bytes).filter { !base64.contains($0) }
    }
  }

  /// Replaces every occurrence; overlapping ones become one mark. Time is linear in the input, and memory hardly exceeds it.
  public func masked(_ bytes: [UInt8]) -> [UInt8] { masked(bytes, upTo: bytes.count) }

  /// The beginning of a text, without cutting a secret in two: the text is first masked, then truncated between two characters.
  ///
  /// - Parameter limit: Bytes.
  public func masked(_ bytes: [UInt8], limit: Int) -> String {
    // Hidden characters can stretch a secret to any length.
    if isEmpty || bytes.count <= limit || MaskableText(bytes).visible != nil { return String(cutting: masked(bytes), to: limit) }
    var end = limit
    while end > max(0, limit - 4), bytes[end] & 0xC0 == 0x80 { end -= 1 }
    // A secret beginning within the limit ends within this.
    let part = Array(bytes.prefix(limit + longestForm + Self.margin))
    return String(cutting: masked(part, upTo: end), to: limit)
  }

  /// Masks the bytes before `limit`, and occurrences beginning there.
  private func masked(_ bytes: [UInt8], upTo limit: Int) -> [UInt8] {
    if isEmpty || bytes.count < Self.minimumLength { return bytes }
    let ranges = ranges(in: bytes).sorted { $0.lowerBound < $1.lowerBound }
    if ranges.isEmpty, limit == bytes.count { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(limit)
    var end = 0
    for range in ranges where range.lowerBound < limit {
      if range.lowerBound >= end {
        output += bytes[end..<range.lowerBound]
        output += Self.mark.utf8
      }
      end = max(end, range.upperBound)
    }
    return end < limit ? output + bytes[end..<limit] : output
  }

  /// Where secrets are.
  private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    // Without parts: hidden characters can stretch a secret to any length.
    let text = MaskableText(bytes)
    guard let visible = text.visible else { return rangesOfParts(bytes) }
    return rangesOfParts(bytes) + rangesOfParts(visible.bytes).map(visible.sourceRange)
  }

  /// Searches a long text in parts, because each decoding takes several times its size.
  private func rangesOfParts(_ bytes: [UInt8]) -> [Range<Int>] {
    let overlap = longestForm + Self.margin
    let step = max(Self.partSize, overlap)
    var ranges: [Range<Int>] = []
    var start = 0
    while true {
      let end = min(bytes.count, start + step + overlap)
      let isWhole = start == 0 && end == bytes.count
      MaskableText(isWhole ? bytes : Array(bytes[start..<end])).forEachDecoding { text in
        let folded = text.folded
        func add(_ found: [Range<Int>]) {
          for range in found.lazy.map(text.sourceRange) { ranges.append(range.lowerBound + start..<range.upperBound + start) }
        }
        for pattern in plain + visible { add(pattern.ranges(in: folded)) }
        for pattern in base64 { add(pattern.ranges(in: text.bytes)) }
      }
      if end == bytes.count { return ranges }
      start = Self.partStart(start + step, after: start, in: bytes)
    }
  }

  /// Bytes per part when searching a long text.
  private static let partSize = 256 << 10
  /// Bytes around a secret that its decoding can depend on.
  private static let margin = 64

  /// A position where a part can start, not inside an escape: it keeps the parity of a run of backslashes, of two layers.
  private static func partStart(_ position: Int, after lowest: Int, in bytes: [UInt8]) -> Int {
    var run = position
    while run > lowest + 1, bytes[run - 1] == UInt8(ascii: "\\") { run -= 1 }
    return position - (position - run) % 4
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
    case .table(var fields):
      if let spans = fields["spans"]?.array { fields["spans"] = .array(masked(spans: spans)) }
      return .table(Dictionary(fields.map { (masked($0), masked($1)) }, uniquingKeysWith: { $1 }))
    }
  }

  /// The spans of a text, which every surface shows as one.
  private func masked(spans: [LuaValue]) -> [LuaValue] {
    let texts = masked(together: spans.map { $0.stringBytes ?? $0["text"].stringBytes ?? [] })
    return zip(spans, texts).map { span, text in
      if span.stringBytes != nil { return LuaValue(stringBytes: text) }
      guard var fields = span.table, fields["text"]?.stringBytes != nil else { return span }
      fields["text"] = LuaValue(stringBytes: text)
      return .table(fields)
    }
  }

  /// Texts shown as one. A secret that begins in one and ends in another is replaced where it begins.
  public func masked(together texts: [[UInt8]]) -> [[UInt8]] {
    let joined = Array(texts.joined())
    if isEmpty || joined.count < Self.minimumLength { return texts }
    var ranges = ranges(in: joined).sorted { $0.lowerBound < $1.lowerBound }[...]
    if ranges.isEmpty { return texts }
    var position = 0
    var end = 0
    return texts.map { text in
      end += text.count
      var output: [UInt8] = []
      while let range = ranges.first, range.lowerBound < end {
        ranges.removeFirst()
        if range.lowerBound >= position { output += joined[position..<range.lowerBound] + Array(Self.mark.utf8) }
        position = max(position, range.upperBound)
      }
      if position < end {
        output += joined[position..<end]
        position = end
      }
      return output
    }
  }

  /// A failure that's safe to show and store.
  public func masked(_ failure: Failure) -> Failure {
    if isEmpty { return failure }
    var failure = failure
    failure.message = masked(failure.message)
    failure.remedy = failure.remedy.map(masked)
    failure.location = failure.location.map(masked)
    failure.traceback = failure.traceback.map(masked)
    return failure
  }

  /// A script could name a chunk it loads after a secret.
  private func masked(_ location: SourceLocation) -> SourceLocation {
    SourceLocation(file: masked(location.file), line: location.line)
  }
}

/// The secrets received by this process's widgets, for masking. They become known when a widget loads, long after the services
/// around it were created.
public final class SecretsInUse: Sendable {
  private let state = Mutex(SecretMask())

  public init() {}

  public var mask: SecretMask { state.withLock { $0 } }

  /// Adds secrets to mask.
  public func insert(_ values: some Sequence<String> & Sendable) { state.withLock { $0.insert(values) } }
}
