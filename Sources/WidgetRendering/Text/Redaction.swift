public import WidgetModel

extension Snapshot {
  /// The snapshot without the content of its `private` views, for formats without layout.
  public var redacted: Snapshot {
    var snapshot = self
    snapshot.view = view?.redacted
    return snapshot
  }
}

extension ViewNode {
  /// Replaces the content of `private` views: bars of the same length for texts, and no actions, links or alternative texts.
  public var redacted: ViewNode {
    var node = self
    node.children = content == .private ? children.map(\.muted) : children.map(\.redacted)
    if content == .private { node.mute() }
    return node
  }

  private var muted: ViewNode {
    var node = self
    node.mute()
    node.children = children.map(\.muted)
    return node
  }

  private mutating func mute() {
    action = nil
    spans = []
    if var effects = style.effects {
      (effects.backgroundImage, effects.interval) = (nil, nil)
      style.effects = effects
    }
    style.id = nil
    style.accessibility = nil
    func bars(_ text: String) -> String {
      text.reduce(into: "") { bars, character in
        bars += character.isWhitespace ? String(character) : String(repeating: "█", count: GraphemeWidth.cells(character))
      }
    }
    if content.traits.isStructure { return }
    content =
      switch content {
      case .text(let text), .link(let text, _), .button(let text, nil), .toggle(let text, _): .text(bars(text))
      case .label(let text, _), .button(let text, _): .label(bars(text), icon: "square.fill")
      case .activityIndicator(let text): .text(bars(text ?? "x"))
      case .icon: .icon("square.fill")
      case .date: .text(bars("00:00"))
      // A bar of the default size: the size of an image, a number or a curve could reveal it.
      default: .progress(1, shape: .bar)
      }
  }
}
