import WidgetModel

/// The stored form of a snapshot: its fields as MessagePack, and separately the bytes of its images.
struct StoredSnapshot: Sendable {
  /// The snapshot without the failure, which changes more often than the view.
  var bytes: [UInt8]
  /// The bytes of each image in the view, in tree order, as a list with nil for each image that's only referenced. nil if no
  /// image has bytes.
  var images: [UInt8]?

  var size: Int { bytes.count + (images?.count ?? 0) }

  init(bytes: [UInt8], images: [UInt8]?) {
    self.bytes = bytes
    self.images = images
  }

  init(_ snapshot: Snapshot) {
    var snapshot = snapshot
    var list: [LuaValue] = []
    snapshot.view?.visitImages { source in
      if case .bytes(let image) = source {
        list.append(.bytes(image))
        source = .reference("")
      } else {
        list.append(.null)
      }
    }
    bytes = Self.encode(snapshot)
    images = list.contains { !$0.isNull } ? MessagePack.encode(.array(list)) : nil
  }

  /// nil for bytes this version didn't write.
  var snapshot: Snapshot? {
    guard var snapshot = Self.decode(Snapshot.self, bytes) else { return nil }
    guard let images else { return snapshot }
    guard let list = try? MessagePack.decode(images, maximumValues: images.count).array else { return nil }
    var rest = list[...]
    snapshot.view?.visitImages { source in
      if case .bytes(let image)? = rest.popFirst() { source = .bytes(image) }
    }
    return snapshot
  }

  static func encode(_ value: some FieldCoded) -> [UInt8] { MessagePack.encode(value.stored) }

  static func decode<Value: FieldCoded>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    // Every value takes at least one byte, so the length bounds their number.
    guard let value = try? MessagePack.decode(bytes, maximumValues: bytes.count) else { return nil }
    return Value(stored: value)
  }
}
