import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime

/// A control added to a card by the host. Its number is negative; scripts' numbers aren't.
enum CardControl: RawRepresentable, Sendable, Equatable {
  case showMore
  case decide(PermissionDecision)

  static let decisions = PermissionDecision.choices.map { CardControl.decide($0) }

  init?(rawValue: Int) {
    let choices = PermissionDecision.choices
    if rawValue == -1 {
      self = .showMore
    } else if choices.indices.contains(-2 - rawValue) {
      self = .decide(choices[-2 - rawValue])
    } else {
      return nil
    }
  }

  var rawValue: Int {
    switch self {
    case .showMore: -1
    case .decide(let decision): -2 - (PermissionDecision.choices.firstIndex(of: decision) ?? 0)
    }
  }

  var title: String {
    switch self {
    case .showMore: phrase("Show More")
    case .decide(let decision): decision.title
    }
  }

  var decision: PermissionDecision? { if case .decide(let decision) = self { decision } else { nil } }

  func button(_ words: HostWords) -> ViewNode {
    var button = ViewNode(.button(words(title), icon: nil), action: rawValue)
    button.style.font = .style(.footnote)
    return button
  }
}

extension Snapshot {
  /// The snapshot for a desktop card: with the host's statements about the widget, and its controls.
  func decorated(_ card: DesktopCard, _ words: HostWords) -> Snapshot {
    var shown = self
    if let failure = card.widget.failure { shown.failure = failure }
    var below: [ViewNode] = []
    if let request = card.card.questions.request, let permission = request.permissions.first {
      if shown.failure?.kind == .denied { shown.failure = nil }
      below.append(Self.line(request.line(permission, words), .label, words))
      var buttons = ViewNode(.hstack, children: CardControl.decisions.map { $0.button(words) })
      buttons.style.spacing = 8
      below.append(buttons)
    }
    if let note = card.card.visibleNote { below.append(Self.line(note.text(words), .secondary, words)) }
    if let backOff = card.widget.backOff {
      below.append(Self.line(terminalSafe(backOff.text(words), limit: 400), .orange, words))
    }
    let isCompact = card.mode == .compact && card.widget.entry.family == nil && view != nil && largestDisplayMode != .compact
    if isCompact { below.append(CardControl.showMore.button(words)) }
    guard !below.isEmpty else { return shown }
    var parts = below
    if var own = shown.view {
      if isCompact {
        own = ViewNode(.vstack, children: [own])
        own.style.height = SurfaceSize.compactHeight
      }
      parts.insert(own, at: 0)
    }
    var column = ViewNode(.vstack, children: parts)
    column.style.spacing = 10
    shown.view = column
    shown.hasContent = true
    // Widgets choose a narrow edge for their own content.
    shown.insets.bottom = max(shown.insets.bottom, EdgeInsets.single.bottom)
    return shown
  }

  private static func line(_ text: String, _ color: ColorName, _ words: HostWords) -> ViewNode {
    var line = ViewNode(.text(text))
    line.style.font = .style(.footnote)
    line.style.color = .named(color)
    line.style.lineLimit = 4
    if words.isRightToLeft { line.style.layoutDirection = .rightToLeft }
    return line
  }
}
