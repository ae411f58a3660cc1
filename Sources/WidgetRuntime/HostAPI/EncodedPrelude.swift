import WidgetModel

/// ``HostAPI/prelude`` in MessagePack, for the hello message.
///
/// Building it from the declarations would take a third of the instructions of a run, so a release build contains its bytes
/// (EncodedPrelude+Bytes.swift). A debug build encodes the declarations, so a new one works at once.
enum EncodedPrelude {
  #if DEBUG
    static let bytes = MessagePack.encode(HostAPI.prelude)
  #else
    static var bytes: [UInt8] { recorded }
  #endif
}
