import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime

/// A control that the host adds to a card. Its number is negative; those of scripts are not.
enum CardControl: Int, Sendable, CaseIterable {
  case showMore = -1
  case allowAlways = -2
  case allowOnce = -3
  case notNow = -4
  case never = -5

  var title: String {
    switch self {
    case .showMore: "Show More"
    case .allowAlways: "Always"
    case .allowOnce: "This Time"
    case .notNow: "Not Now"
    case .never: "Never"
    }
  }

  var decision: PermissionDecision? {
    switch self {
    case .showMore: nil
    case .allowAlways: .always
    case .allowOnce: .once
    case .notNow: .notNow
    case .never: .never
    }
  }

  var button: ViewNode {
    var button = ViewNode(.button(title, icon: nil), action: rawValue)
    button.style.font = .style(.footnote)
    return button
  }
}

extension Snapshot {
  /// The snapshot of a card of the desktop: with what the host states about the widget, and its controls.
  func decorated(_ card: DesktopCard) -> Snapshot {
    var shown = self
    if let failure = card.widget.failure { shown.failure = failure }
    var below: [ViewNode] = []
    if let request = card.request, let permission = request.permissions.first {
      if shown.failure?.kind == .denied { shown.failure = nil }
      let question = PermissionText.question(permission, in: request).replacing("\n  ", with: ". ")
      below.append(Self.line("Allow \(question)?", .label))
      var buttons = ViewNode(
        .hstack, children: [CardControl.allowAlways, .allowOnce, .notNow, .never].map(\.button))
      buttons.style.spacing = 8
      below.append(buttons)
    }
    if let note = card.note { below.append(Self.line(note, .secondary)) }
    if let backOff = card.widget.backOff { below.append(Self.line(terminalSafe(backOff, limit: 400), .orange)) }
    let isCompact = card.mode == .compact && card.widget.entry.family == nil && view != nil && largestDisplayMode != .compact
    if isCompact { below.append(CardControl.showMore.button) }
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

  private static func line(_ text: String, _ color: ColorName) -> ViewNode {
    var line = ViewNode(.text(text))
    line.style.font = .style(.footnote)
    line.style.color = .named(color)
    line.style.lineLimit = 4
    return line
  }
}
