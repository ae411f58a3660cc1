// Written by `make golden`.

extension EncodedPrelude {
  /// In Base64.
  static let text = ""
}
