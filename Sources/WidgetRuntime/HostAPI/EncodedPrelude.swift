import WidgetModel

/// ``HostAPI/prelude`` in MessagePack, for the hello message.
///
/// Building it from the declarations would take a third of the instructions of a run, so a release build contains it as text
/// (EncodedPrelude+Text.swift). A debug build encodes the declarations, so that a new one works at once.
enum EncodedPrelude {
  #if DEBUG
    static let bytes = MessagePack.encode(HostAPI.prelude)
  #else
    static let bytes = (try? Base64.decode(Array(text.utf8))) ?? MessagePack.encode(HostAPI.prelude)
  #endif
}
