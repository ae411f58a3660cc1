import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

/// A message for the user and the program's exit status.
package struct CommandFailure: Error {
  /// One or more lines without a final newline, safe for a terminal.
  package var message: String
  package var exit: Exit

  package init(_ message: String, _ exit: Exit = .usage) {
    self.message = message
    self.exit = exit
  }

  package static let needsWidgetOrAll = CommandFailure("name a widget, or give --all")

  package static func terminal(_ reason: String) -> CommandFailure {
    CommandFailure("the terminal cannot be used: \(reason)", .internalError)
  }

  /// Checks the option `--width`.
  package static func check(width: Int?) throws(CommandFailure) {
    if let width, !(1...1000).contains(width) { throw CommandFailure("--width takes 1 to 1000 columns, got \(width)") }
  }

  /// - Returns: nil for an error that the commands do not throw on purpose.
  package init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as BoardFileError: self.init(terminalSafe("\(error)"), error.exit)
    case let error as ConfigurationError: self.init(terminalSafe("\(error)"))
    case let error as RecordingError: self.init(terminalSafe(error.description), error.exit)
    case let error as SecretError: self.init(terminalSafe("\(error)" + (error.remedy.map { "; \($0)" } ?? "")), .internalError)
    case let error as StoreError:
      self.init(terminalSafe(advising("\(error)", try: error.remedy)), .internalError)
    default: return nil
    }
  }
}

extension BoardFileError {
  fileprivate var exit: Exit {
    switch problem {
    case .unknownWidget: .failed
    case .notWritten: .internalError
    case .unreadable, .invalid, .unknownKey, .duplicateID, .tooManyWidgets, .invalidPosition: .usage
    }
  }
}

extension RecordingError {
  fileprivate var exit: Exit {
    switch self {
    case .noFolder: .failed
    case .damaged, .notRegular: .usage
    case .unreadable, .unwritable: .internalError
    }
  }
}
