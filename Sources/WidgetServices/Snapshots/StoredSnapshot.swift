import Foundation
import WidgetModel

/// A snapshot as it is stored: JSON that a person can read, and beside it the pictures, which JSON would make four times as long.
struct StoredSnapshot: Sendable {
  /// Without its failure, which changes more often than the view.
  var json: Data
  /// The bytes of each picture in the view, first to last, as MessagePack; nil for one that is only referred to. nil when no
  /// picture has bytes.
  var pictures: Data?

  init(json: Data, pictures: Data?) {
    self.json = json
    self.pictures = pictures
  }

  /// - Throws: Nothing, in fact: every snapshot can be encoded.
  init(_ snapshot: Snapshot) throws {
    var snapshot = snapshot
    snapshot.failure = nil
    var bytes: [LuaValue] = []
    snapshot.view?.visitPictures { source in
      if case .bytes(let picture) = source {
        bytes.append(.bytes(picture))
        source = .reference("")
      } else {
        bytes.append(.null)
      }
    }
    json = try Self.encode(snapshot)
    pictures = bytes.contains { !$0.isNull } ? Data(MessagePack.encode(.array(bytes))) : nil
  }

  /// nil for what this version did not write.
  var snapshot: Snapshot? {
    guard var snapshot = Self.decode(Snapshot.self, json) else { return nil }
    guard let pictures else { return snapshot }
    guard let list = try? MessagePack.decode([UInt8](pictures), maximumValues: pictures.count).array else { return nil }
    var rest = list[...]
    snapshot.view?.visitPictures { source in
      if case .bytes(let picture)? = rest.popFirst() { source = .bytes(picture) }
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

extension ViewNode {
  /// Every picture's source, in the order of the tree.
  fileprivate mutating func visitPictures(_ visit: (inout ImageSource) -> Void) {
    if case .image(var source, let mode) = content {
      visit(&source)
      content = .image(source, mode: mode)
    }
    for index in children.indices { children[index].visitPictures(visit) }
  }
}
