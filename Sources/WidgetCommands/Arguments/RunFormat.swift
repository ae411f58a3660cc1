package import WidgetGraphics
package import WidgetSurfaces

/// `--format` of `run`: a file or a text, or the protocol of a status bar.
package enum RunFormat: Sendable, Equatable, ArgumentValue {
  case output(OutputFormat)
  case bar(BarFormat)

  package init?(text: String) {
    if let format = OutputFormat(text: text) {
      self = .output(format)
    } else if let format = BarFormat(text: text) {
      self = .bar(format)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .output(let format): format.text
    case .bar(let format): format.text
    }
  }

  package static var choices: [String] { OutputFormat.choices + BarFormat.choices }
}

extension BarFormat: ArgumentValue {}
