import WidgetModel

/// ``HostAPI/prelude`` in MessagePack, for the hello message.
///
/// Building it from the declarations would take a third of a run's instructions, so release builds contain its bytes
/// (EncodedPrelude+Bytes.swift). Debug builds encode the declarations, so new ones work at once.
enum EncodedPrelude {
  #if DEBUG
    static let bytes = MessagePack.encode(HostAPI.prelude)
  #else
    static var bytes: [UInt8] { recorded }
  #endif
}
