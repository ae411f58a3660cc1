import WidgetModel
import WidgetServices
import WidgetSystem

extension HostSession {
  /// A presentation made of a worker's record: without links that the widget may not open, and with the colours of images.
  ///
  /// - Throws: ``Failure`` of kind `view`.
  func presentation(_ record: LuaValue, proposed: EdgeInsets) throws(Failure) -> Presentation {
    var presentation = try Presentation(record, proposed: proposed, locale: locale, zone: timeZone)
    presentation.restrictLinks(mayOpen)
    addMainColors(to: &presentation.view)
    return presentation
  }

  /// Gives the views that ask for it the main colour of an image as their background, and those with an image behind them its
  /// colours from top to bottom, so texts contrast with the image where they are.
  ///
  /// A fetched image counts among the fetches of the update. Without a colour, a view keeps its own background.
  private func addMainColors(to view: inout ViewNode?) {
    guard var root = view, root.needsColors else { return }
    var count = 0
    /// A view has few covers, and finding their colours is a part of the update.
    func found<Look>(in bytes: [UInt8]?, _ look: (any ImageColors, [UInt8], Double) -> Look?) -> Look? {
      let seconds = min(Self.mostSecondsForColor, deadline - MonotonicTime.now())
      guard let bytes, let colors = services.imageColors, count < Self.mostColors, seconds > 0 else { return nil }
      count += 1
      return look(colors, bytes, seconds)
    }
    /// Each image is looked at once.
    func finder<Look>(
      fetches: Bool, _ look: @escaping (any ImageColors, [UInt8], Double) -> Look?
    ) -> (ImageSource) -> Look? {
      var known: [String: Look?] = [:]
      return { image in
        switch image {
        case .bytes(let bytes): return found(in: bytes, look)
        case .reference(let name):
          if let own = known[name] { return own }
          guard fetches || !name.contains("://") else { return nil }
          let own = count < Self.mostColors ? found(in: self.bytes(of: name), look) : nil
          known[name] = .some(own)
          return own
        case .pair: return nil
        }
      }
    }
    let main = finder(fetches: true) { $0.mainColor(of: $1, within: $2) }
    // The host fetches a background for itself, after the update.
    let bands = finder(fetches: false) { $0.bands(of: $1, within: $2) }
    root.replaceColors { source in
      guard case .pair = source else { return main(source).map(Color.rgb) }
      guard let light = main(source.resolved(.light)), let dark = main(source.resolved(.dark)) else { return nil }
      return .pair(light: .rgb(light), dark: .rgb(dark))
    }
    root.addBands { source in
      guard case .pair = source else { return bands(source).map { $0.map(Color.rgb) } }
      guard let light = bands(source.resolved(.light)), let dark = bands(source.resolved(.dark)), light.count == dark.count
      else { return nil }
      return zip(light, dark).map { .pair(light: .rgb($0), dark: .rgb($1)) }
    }
    view = root
  }

  private static let mostColors = 8
  private static let mostSecondsForColor = 2.0

  private func bytes(of name: String) -> [UInt8]? {
    if MediaCovers.isName(name) { return wait { [covers = coverLoader] in await covers?.image(name) } ?? nil }
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
  fileprivate var needsColors: Bool {
    style.effects?.colorOf != nil || hasUnknownBackground || !imagesBehindText.isEmpty || children.contains(where: \.needsColors)
  }

  /// Whether there's an image behind it, and the script says no colour for it.
  private var hasUnknownBackground: Bool {
    style.effects?.backgroundImage != nil && style.background == Background.colorOfImage && style.gradient == nil
  }

  /// The children that are images with texts in front of them, as indices.
  private var imagesBehindText: [Int] {
    guard content == .zstack || content == .overlay, !isMasked, let last = children.lastIndex(where: \.showsText) else {
      return []
    }
    return children.indices.prefix(last).filter { children[$0].imageBehind != nil }
  }

  private var showsText: Bool { text != nil || content.kind == .icon || children.contains(where: \.showsText) }

  /// The image that it is, perhaps below a mask.
  private var imageBehind: ImageSource? {
    if case .image(let source, _) = content { return source }
    return isMasked ? children[0].imageBehind : nil
  }

  private mutating func setImageColors(_ gradient: Gradient) {
    if isMasked { children[0].setImageColors(gradient) } else { style.setEffect(\.imageColors, to: gradient) }
  }

  /// A private image's colours would tell something of it, as its main colour would.
  fileprivate mutating func addBands(_ colors: (ImageSource) -> [Color]?) {
    if content == .private { return }
    if hasUnknownBackground, let image = style.effects?.backgroundImage, let colors = colors(image) {
      let gradient = Gradient(colors)
      (style.background, style.gradient) = (gradient.likeness, gradient)
    }
    for index in imagesBehindText {
      if let colors = children[index].imageBehind.flatMap(colors) { children[index].setImageColors(Gradient(colors)) }
    }
    for index in children.indices { children[index].addBands(colors) }
  }

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
