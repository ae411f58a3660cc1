#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The payload of a frame between a program and its painter: the length of a JSON text (32 bits, little-endian), that text, and
/// the bytes that the JSON refers to (`docs/painter.md`).
struct PaintFrame {
  var json: ArraySlice<UInt8>
  var blob: ArraySlice<UInt8>

  struct Damaged: Error {
    var reason: String
  }

  init(_ payload: [UInt8]) throws(Damaged) {
    guard payload.count >= 4 else { throw Damaged(reason: "a frame of \(payload.count) bytes") }
    let length = (0..<4).reduce(0) { $0 | Int(payload[$1]) << (8 * $1) }
    guard length <= payload.count - 4 else { throw Damaged(reason: "a header of \(length) bytes in a frame of \(payload.count)") }
    json = payload[4..<(4 + length)]
    blob = payload[(4 + length)...]
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws(Damaged) -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do { return try decoder.decode(type, from: Data(json)) } catch { throw Damaged(reason: Self.reason(error)) }
  }

  static func payload(_ header: some Encodable, _ blobs: [[UInt8]]) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // These types always encode.
    let json = (try? encoder.encode(header)) ?? Data()
    var payload: [UInt8] = []
    payload.reserveCapacity(4 + json.count + blobs.reduce(0) { $0 + $1.count })
    withUnsafeBytes(of: UInt32(clamping: json.count).littleEndian) { payload.append(contentsOf: $0) }
    payload.append(contentsOf: json)
    for blob in blobs { payload.append(contentsOf: blob) }
    return payload
  }

  /// The position of the error in the JSON, without the values.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "not JSON" }
    switch error {
    case .typeMismatch(_, let context): return "a wrong type at \(path(context.codingPath))"
    case .valueNotFound(_, let context): return "no value at \(path(context.codingPath))"
    case .keyNotFound(let key, let context): return "no \(path(context.codingPath + [key]))"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "not JSON" : "a wrong value at \(path(context.codingPath))"
    @unknown default: return "not JSON"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
  }
}
