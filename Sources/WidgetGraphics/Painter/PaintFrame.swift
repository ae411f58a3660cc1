import WidgetModel

/// The payload of a frame between a program and its painter: the length of a header (32 bits, little-endian), the header in
/// MessagePack, and the bytes it refers to (`docs/painter.md`).
struct PaintFrame {
  var header: ArraySlice<UInt8>
  var blob: ArraySlice<UInt8>

  struct Damaged: Error {
    var reason: String
  }

  /// Levels of lists: a sheet has a snapshot's view inside rows of cells.
  private static let maximumDepth = MessagePack.maximumDepth + 16
  /// The most values in a header: a sheet of 200 cards with large views.
  private static let maximumValues = 4_000_000

  init(_ payload: [UInt8]) throws(Damaged) {
    guard payload.count >= 4 else { throw Damaged(reason: "a frame of \(payload.count) bytes") }
    let length = (0..<4).reduce(0) { $0 | Int(payload[$1]) << (8 * $1) }
    guard length <= payload.count - 4 else { throw Damaged(reason: "a header of \(length) bytes in a frame of \(payload.count)") }
    header = payload[4..<(4 + length)]
    blob = payload[(4 + length)...]
  }

  func decode() throws(Damaged) -> LuaValue {
    do throws(MessagePack.Problem) {
      return try MessagePack.decode(Array(header), maximumDepth: Self.maximumDepth, maximumValues: Self.maximumValues)
    } catch { throw Damaged(reason: "not MessagePack: \(error)") }
  }

  static func payload(_ header: LuaValue, _ blobs: [[UInt8]]) -> [UInt8] {
    let header = MessagePack.encode(header)
    var payload: [UInt8] = []
    payload.reserveCapacity(4 + header.count + blobs.reduce(0) { $0 + $1.count })
    withUnsafeBytes(of: UInt32(clamping: header.count).littleEndian) { payload.append(contentsOf: $0) }
    payload.append(contentsOf: header)
    for blob in blobs { payload.append(contentsOf: blob) }
    return payload
  }
}
