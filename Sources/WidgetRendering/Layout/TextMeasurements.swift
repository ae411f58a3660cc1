import Synchronization
import WidgetModel

/// The measurements of the texts in one layout, so a program without fonts gets the same layout as the one that has them.
///
/// Layout is a function of the view and these numbers. They're all that a sandboxed process has to send: whatever it sends, the
/// frames, lines and texts are our own layout's.
public struct TextMeasurements: Sendable, Equatable {
  /// The most texts of one layout.
  public static let most = 100_000
  /// The longest text, in points.
  private static let longest = 1e6
  private static let bytesPerEntry = 24

  /// A line's height follows from its font, so it isn't measured.
  struct Measured: Sendable, Equatable {
    var width: Double
    var ascent: Double
  }

  private var extents: [UInt64: Measured] = [:]

  public init() {}

  public var count: Int { extents.count }

  subscript(key: UInt64) -> Measured? {
    get { extents[key] }
    set { extents[key] = newValue }
  }

  /// Identifies a text in a font.
  static func key(_ text: String, _ font: ResolvedFont, isSymbol: Bool) -> UInt64 {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in text.utf8 { add(byte) }
    // No text contains it.
    add(0xFF)
    withUnsafeBytes(of: font.size.bitPattern.littleEndian) { $0.forEach(add) }
    for byte in font.weight.rawValue.utf8 { add(byte) }
    for byte in font.design.rawValue.utf8 { add(byte) }
    add((font.italic ? 1 : 0) | (font.isTabular ? 2 : 0) | (isSymbol ? 4 : 0))
    return hash
  }

  /// Little-endian: key, width and ascent of each text, sorted by key.
  public func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(extents.count * Self.bytesPerEntry)
    func append(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
    for (key, extent) in extents.sorted(by: { $0.key < $1.key }) {
      append(key)
      for length in [extent.width, extent.ascent] { append(length.bitPattern) }
    }
    return bytes
  }

  /// - Returns: nil for anything but complete entries with lengths a text can have.
  public init?(decoding bytes: [UInt8]) {
    guard bytes.count % Self.bytesPerEntry == 0, bytes.count / Self.bytesPerEntry <= Self.most else { return nil }
    func value(_ offset: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) } }
    func length(_ offset: Int) -> Double? {
      let length = Double(bitPattern: value(offset))
      return length.isFinite && (0...Self.longest).contains(length) ? length : nil
    }
    extents.reserveCapacity(bytes.count / Self.bytesPerEntry)
    for offset in stride(from: 0, to: bytes.count, by: Self.bytesPerEntry) {
      guard let width = length(offset + 8), let ascent = length(offset + 16),
        extents.updateValue(Measured(width: width, ascent: ascent), forKey: value(offset)) == nil
      else { return nil }
    }
  }
}

/// Measures with another measurer and keeps the results.
public final class RecordingMeasurer: TextMeasurer {
  private let own: any TextMeasurer
  private let recorded = Mutex(TextMeasurements())

  public init(_ own: any TextMeasurer) { self.own = own }

  public var measurements: TextMeasurements { recorded.withLock { $0 } }
  public var scalesText: Bool { own.scalesText }

  public func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    record(TextMeasurements.key(text, font, isSymbol: false), font) { own.measure(text, font: font) }
  }

  public func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent {
    record(TextMeasurements.key(symbol, font, isSymbol: true), font) { own.measureSymbol(symbol, font: font) }
  }

  private func record(_ key: UInt64, _ font: ResolvedFont, _ measure: () -> TextExtent) -> TextExtent {
    if let known = recorded.withLock({ $0[key] }) { return TextExtent(known, font) }
    let extent = measure()
    let measured = TextMeasurements.Measured(width: extent.width, ascent: extent.ascent)
    recorded.withLock { if $0.count < TextMeasurements.most { $0[key] = measured } }
    return TextExtent(measured, font)
  }
}

/// Replays measurements.
public final class RecordedMeasurer: TextMeasurer {
  private let measurements: TextMeasurements
  private let missing = Mutex(false)

  public init(_ measurements: TextMeasurements) { self.measurements = measurements }

  /// Whether a text wasn't among the measurements, so the layout isn't the recorded one.
  public var isIncomplete: Bool { missing.withLock { $0 } }

  public func measure(_ text: String, font: ResolvedFont) -> TextExtent { extent(text, font, isSymbol: false) }

  public func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent { extent(symbol, font, isSymbol: true) }

  private func extent(_ text: String, _ font: ResolvedFont, isSymbol: Bool) -> TextExtent {
    if let known = measurements[TextMeasurements.key(text, font, isSymbol: isSymbol)] {
      return TextExtent(known, font)
    }
    missing.withLock { $0 = true }
    return EstimatedMeasurer().measure(text, font: font)
  }
}

extension TextExtent {
  fileprivate init(_ measured: TextMeasurements.Measured, _ font: ResolvedFont) {
    self.init(width: measured.width, height: font.lineHeight, ascent: measured.ascent)
  }
}
