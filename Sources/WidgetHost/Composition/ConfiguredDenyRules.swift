import Synchronization
import WidgetServices
import WidgetSystem

/// `[deny]` in config.toml, read again whenever the file has changed. An unreadable or faulty file leaves the earlier rules in force.
final class ConfiguredDenyRules: DenyRulesSource {
  private enum FileState: Equatable {
    case status(FileStatus)
    case missing
    case unreadable(SystemError)

    init(_ path: String) {
      do throws(SystemError) { self = .status(try FileStatus(path: path)) } catch {
        self = error.code == ENOENT || error.code == ENOTDIR ? .missing : .unreadable(error)
      }
    }
  }

  private struct State {
    var file: FileState
    var rules: DenyRules
  }

  private let path: String
  private let environment: [String: String]
  private let onNotice: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - path: The file.
  ///   - rules: The rules read when the program started.
  ///   - onNotice: Learns why a changed file isn't used, once per change.
  init(
    path: String, rules: DenyRules, environment: [String: String], onNotice: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.environment = environment
    self.onNotice = onNotice
    state = Mutex(State(file: FileState(path), rules: rules))
  }

  var current: DenyRules {
    let (rules, problem) = state.withLock { state -> (DenyRules, ConfigurationError?) in
      let file = FileState(path)
      if file == state.file { return (state.rules, nil) }
      state.file = file
      do throws(ConfigurationError) {
        state.rules = try UserConfiguration(environment: environment).deny
        return (state.rules, nil)
      } catch {
        return (state.rules, error)
      }
    }
    if let problem { onNotice("\(problem); the rules of [deny] stay as they were") }
    return rules
  }
}
