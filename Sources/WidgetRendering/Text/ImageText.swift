import WidgetModel

/// An image's alternative text, for formats that don't show it.
enum ImageText {
  /// The author's text, else the file's name.
  ///
  /// - Parameter isBracketed: Whether to put a file's name in brackets, to tell it from the texts around it.
  static func text(for source: ImageSource, accessibility: String?, isBracketed: Bool = false) -> String {
    if let accessibility, !accessibility.isEmpty { return accessibility }
    let text = fileName(of: source).map { "image \($0)" } ?? "image"
    return isBracketed ? "[\(text)]" : text
  }

  private static func fileName(of source: ImageSource) -> String? {
    guard case .reference(let reference) = source.resolved(.light) else { return nil }
    let path = reference.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map { terminalSafe(String($0), limit: 40) }
  }
}
