import WidgetModel
import WidgetServices
import WidgetSystem

extension HostSession {
  /// A presentation made of a worker's record: without links that the widget may not open, and with the colours of images.
  ///
  /// - Throws: ``Failure`` of kind `view`.
  func presentation(_ record: LuaValue, proposed: EdgeInsets) throws(Failure) -> Presentation {
    var presentation = try Presentation(record, proposed: proposed, locale: locale)
    presentation.restrictLinks(mayOpen)
    addMainColors(to: &presentation.view)
    return presentation
  }

  /// Gives the views that ask for it the main colour of an image as their background.
  ///
  /// A fetched image counts among the fetches of the update. Without a colour, a view keeps its own background.
  private func addMainColors(to view: inout ViewNode?) {
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
    guard name.contains("://") else { return resource(name) }
    guard (try? quota.take(for: name)) != nil else { return nil }
    let fetcher = services.fetcher
    let results = wait { [policy] in await fetcher.fetchAll([FetchRequest(name)], policy: policy) } ?? []
    guard case .success(let response)? = results.first, response.isOK else { return nil }
    return response.body
  }
}

extension HostSession {
  /// A file of the widget's folder, which is noted as read; nil if there's none that can be shown.
  func resource(_ name: String) -> [UInt8]? {
    guard let bytes = try? script.resources.read(name) else { return nil }
    noteRead("\(script.resources.path)/\(name)")
    return bytes
  }
}

extension ViewNode {
  fileprivate var needsColors: Bool { style.effects?.colorOf != nil || children.contains(where: \.needsColors) }

  /// A colour would tell something of a private image, and later nobody could see that it came from one.
  fileprivate mutating func replaceColors(isPrivate: Bool = false, _ color: (ImageSource) -> Color?) {
    let isPrivate = isPrivate || content == .private
    if let source = style.effects?.colorOf {
      style.setEffect(\.colorOf, to: nil)
      if !isPrivate, let color = color(source) { (style.background, style.gradient) = (color, nil) }
    }
    for index in children.indices { children[index].replaceColors(isPrivate: isPrivate, color) }
  }
}
