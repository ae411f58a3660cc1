import Foundation
import WidgetModel

/// The stored form of a snapshot: JSON, and separately the bytes of its images, which would take four times the space as JSON.
struct StoredSnapshot: Sendable {
  /// Without the failure, which changes more often than the view.
  var json: Data
  /// The bytes of each image in the view, in tree order, as MessagePack; nil for an image that is only referenced. nil if no
  /// image has bytes.
  var images: Data?

  init(json: Data, images: Data?) {
    self.json = json
    self.images = images
  }

  /// - Throws: Never in practice: every snapshot can be encoded.
  init(_ snapshot: Snapshot) throws {
    var snapshot = snapshot
    snapshot.failure = nil
    var bytes: [LuaValue] = []
    snapshot.view?.visitImages { source in
      if case .bytes(let image) = source {
        bytes.append(.bytes(image))
        source = .reference("")
      } else {
        bytes.append(.null)
      }
    }
    json = try Self.encode(snapshot)
    images = bytes.contains { !$0.isNull } ? Data(MessagePack.encode(.array(bytes))) : nil
  }

  /// nil for data that this version did not write.
  var snapshot: Snapshot? {
    guard var snapshot = Self.decode(Snapshot.self, json) else { return nil }
    guard let images else { return snapshot }
    guard let list = try? MessagePack.decode([UInt8](images), maximumValues: images.count).array else { return nil }
    var rest = list[...]
    snapshot.view?.visitImages { source in
      if case .bytes(let image)? = rest.popFirst() { source = .bytes(image) }
    }
    return snapshot
  }

  static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try encoder.encode(value)
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ json: Data) -> Value? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? decoder.decode(type, from: json)
  }
}
