/// The widgets that the user chose for URL schemes that several widgets declare.
public protocol LinkChoiceStore: Sendable {
  /// - Returns: The path of the widget's file; nil if the user has not chosen.
  func widget(for scheme: String) throws(StoreError) -> String?

  /// Remembers a choice in place of an earlier one.
  func choose(_ path: String, for scheme: String) throws(StoreError)
}
