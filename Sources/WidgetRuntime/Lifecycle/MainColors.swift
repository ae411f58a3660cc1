import WidgetModel
import WidgetServices
import WidgetSystem

extension HostSession {
  /// Gives the views that ask for it the main colour of an image as their background.
  ///
  /// The images are read and fetched as those that are shown, but count among the fetches of the update. Without a colour, a view keeps
  /// its own background.
  func addMainColors(to view: inout ViewNode?) {
    guard var root = view, root.needsColors else { return }
    var colors: [String: UInt32?] = [:]
    var count = 0
    /// A view has few covers, and finding their colours is a part of the update.
    func found(in bytes: [UInt8]?) -> UInt32? {
      let seconds = min(Self.mostSecondsForColor, deadline - MonotonicTime.now())
      guard let bytes, count < Self.mostColors, seconds > 0 else { return nil }
      count += 1
      return services.imageColors?.mainColor(of: bytes, within: seconds)
    }
    root.replaceColors { source in
      func color(_ image: ImageSource) -> Color? {
        switch image {
        case .bytes(let bytes): return found(in: bytes).map(Color.rgb)
        case .reference(let name):
          if let known = colors[name] { return known.map(Color.rgb) }
          let own = count < Self.mostColors ? found(in: bytes(of: name)) : nil
          colors[name] = .some(own)
          return own.map(Color.rgb)
        case .pair: return nil
        }
      }
      guard case .pair = source else { return color(source) }
      guard let light = color(source.resolved(.light)), let dark = color(source.resolved(.dark)) else { return nil }
      return .pair(light: light, dark: dark)
    }
    view = root
  }

  private static let mostColors = 8
  private static let mostSecondsForColor = 2.0

  private func bytes(of name: String) -> [UInt8]? {
    guard name.contains("://") else {
      guard let bytes = try? script.resources.read(name) else { return nil }
      noteRead("\(script.resources.path)/\(name)")
      return bytes
    }
    let fetcher = services.fetcher
    let results = wait { [policy] in await fetcher.fetchAll([FetchRequest(name)], policy: policy) } ?? []
    guard case .success(let response)? = results.first, response.isOK else { return nil }
    return response.body
  }
}

extension ViewNode {
  fileprivate var needsColors: Bool { style.effects?.colorOf != nil || children.contains(where: \.needsColors) }

  fileprivate mutating func replaceColors(_ color: (ImageSource) -> Color?) {
    if let source = style.effects?.colorOf {
      style.setEffect(\.colorOf, to: nil)
      if let color = color(source) { (style.background, style.gradient) = (color, nil) }
    }
    for index in children.indices { children[index].replaceColors(color) }
  }
}
