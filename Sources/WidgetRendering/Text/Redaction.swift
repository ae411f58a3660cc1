public import WidgetModel

/// Bars replacing private texts.
enum Redaction {
  /// The length of the bar for a text, in characters: one of three.
  static func length(of text: String) -> Int {
    switch text.count {
    case ...6: 4
    case ...14: 8
    default: 16
    }
  }
}

extension Snapshot {
  /// The snapshot without its `private` views' content, for formats without layout.
  public var redacted: Snapshot {
    var snapshot = self
    snapshot.view = view?.redacted
    return snapshot
  }
}

extension ViewNode {
  /// Replaces the content of `private` views: bars of a few lengths for texts, and no actions, links or alternative texts.
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
      // How far an icon or a ring is filled is a value too.
      (effects.iconValue, effects.strokeStyle) = (nil, nil)
      style.effects = effects
    }
    style.id = nil
    style.accessibility = nil
    func bars(_ text: String) -> String {
      text.isEmpty ? text : String(repeating: "█", count: Redaction.length(of: text))
    }
    // A field's value is in its parts too.
    if content.traits.contains(.field) { content = .hstack }
    if content.traits.isStructure { return }
    if let words = content.words {
      let hasIcon = content.kind == .label || content.iconName != nil
      content = hasIcon ? .label(bars(words), icon: "square.fill") : .text(bars(words))
    } else if content.traits.contains(.animated) {
      content = .text(bars("x"))
    } else if case .icon = content {
      content = .icon("square.fill")
    } else if case .date = content {
      content = .text(bars("00:00"))
    } else {
      // A bar of the default size: the size of an image, a number or a curve could give it away.
      content = .progress(1, shape: .bar)
    }
  }
}
