import WidgetHost
package import WidgetModel
package import WidgetRuntime
import WidgetServices
import WidgetSystem

/// The answers to a permission question: the same words, order and keys on every surface.
extension PermissionDecision {
  package static let choices: [PermissionDecision] = [.always, .once, .notNow, .never]

  /// A key of ``HostWords``.
  package var title: String {
    switch self {
    case .always: phrase("Always")
    case .once: phrase("This time")
    case .notNow: phrase("Not now")
    case .never: phrase("Never")
    }
  }

  /// The key for choosing it in a terminal. Enter confirms the choice.
  package var key: Character {
    switch self {
    case .always: "y"
    case .once: "o"
    case .notNow: "n"
    case .never: "d"
    }
  }

  /// Its value in a form.
  var word: String {
    switch self {
    case .always: "always"
    case .once: "once"
    case .notNow: "not-now"
    case .never: "never"
    }
  }

  init?(word: String) {
    guard let choice = Self.choices.first(where: { $0.word == word }) else { return nil }
    self = choice
  }

  init?(key: Character) {
    guard let choice = Self.choices.first(where: { $0.key == key }) else { return nil }
    self = choice
  }

  /// Reads a line typed by the user. An empty one grants nothing.
  package init?(line: String) {
    switch line.lowercased().filter({ !$0.isWhitespace }) {
    case "yes": self = .always
    case "", "no": self = .notNow
    case let word:
      guard let choice = Self.choices.first(where: { word == String($0.key) || word == $0.word }) else { return nil }
      self = choice
    }
  }

  /// The choices with their keys: `[y] Always  [o] This time  [n] Not now  [d] Never`.
  ///
  /// - Parameter taken: A choice whose key means something else at the moment.
  package static func prompt(_ words: HostWords, without taken: PermissionDecision? = nil) -> String {
    choices.filter { $0 != taken }.map { "[\($0.key)] \(words($0.title))" }.joined(separator: "  ")
  }
}

extension PermissionQuestion {
  /// Identifies the question in a form: without secrets, and different for every other question.
  var key: String { Base64.text(Array(SHA256.hash(identity).bytes.prefix(18)), .urlSafe) }

  private var identity: [UInt8] {
    MessagePack.encode(.array([.string(instance), .bytes(manifest), .string("\(permission)")]))
  }
}

extension PermissionRequest {
  /// A question as one line.
  func line(_ permission: Permission, _ words: HostWords) -> String {
    let question = PermissionText.question(permission, in: self, words).replacing("\n  ", with: ". ")
    return words("Allow {what}?", ["what": .string(question)])
  }
}
