import WidgetModel

/// A picture in words, where it cannot be shown.
enum PictureWords {
  /// What its author wrote for that, else the name of its file.
  static func text(_ source: ImageSource, accessibility: String?) -> String {
    if let accessibility, !accessibility.isEmpty { return accessibility }
    guard case .reference(let reference) = source else { return "image" }
    let path = reference.prefix { $0 != "?" && $0 != "#" }
    guard let name = path.split(separator: "/").last else { return "image" }
    return "image " + terminalSafe(String(name), limit: 40)
  }
}
