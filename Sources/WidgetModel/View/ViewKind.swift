/// The kinds of view, by the names they have in Lua (`ui.text`) and in JSON.
public enum ViewKind: String, Sendable, Equatable, CaseIterable, FieldValue {
  case text, label, icon, date, link, image, vstack, hstack, zstack, overlay, fits, grid, group, card, `private`, spacer,
    divider, progress, gauge, chart, circle, rectangle, capsule, path
  case activityIndicator = "activity_indicator"
  case button, toggle
  case textField = "text_field"
  case picker, slider, stepper
  case dateField = "date_field"
}

extension ViewContent {
  public var kind: ViewKind {
    switch self {
    case .text: .text
    case .label: .label
    case .icon: .icon
    case .date: .date
    case .link: .link
    case .image: .image
    case .vstack: .vstack
    case .hstack: .hstack
    case .zstack: .zstack
    case .overlay: .overlay
    case .fits: .fits
    case .grid: .grid
    case .group: .group
    case .card: .card
    case .private: .private
    case .spacer: .spacer
    case .divider: .divider
    case .progress: .progress
    case .gauge: .gauge
    case .chart: .chart
    case .shape(.circle): .circle
    case .shape(.rectangle): .rectangle
    case .shape(.capsule): .capsule
    case .shape(.path): .path
    case .activityIndicator: .activityIndicator
    case .button: .button
    case .toggle: .toggle
    case .field(let field):
      switch field.kind {
      case .text: .textField
      case .picker: .picker
      case .slider: .slider
      case .stepper: .stepper
      case .date: .dateField
      }
    }
  }
}
