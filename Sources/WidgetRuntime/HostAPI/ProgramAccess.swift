import WidgetModel
import WidgetServices
import WidgetSystem

/// The programs the widget may run.
struct ProgramAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  /// Runs a program until it ends, the call's deadline passes or the widget is cancelled.
  ///
  /// - Returns: `{ value = result }` or `{ error = err }`.
  func run(_ words: ProgramWords) -> LuaValue {
    let programs = session.services.programs
    // The path the name stood for when it was allowed.
    guard let path = session.programs[words.name] ?? programs.resolve(words.name) else {
      return session.returned("run", kind: "connect", "there is no program \(words.name)")
    }
    guard !session.grants.rules.denies(.run(path)) else {
      return session.returned("run", kind: "denied", "config.toml denies the program \(path)")
    }
    session.auditUse(of: .run(words.name), detail: path)
    let timeout = min(10, max(0.1, session.deadline - MonotonicTime.now()))
    do {
      let result = try programs.run(path, words.arguments, deadline: timeout, isCancelled: session.isAbandoned)
      return [
        "value": [
          "status": .integer(Int64(result.status)), "stdout": LuaValue(stringBytes: result.output),
          "stderr": LuaValue(stringBytes: result.errors),
        ]
      ]
    } catch {
      switch error {
      case .timeout: return session.returned("run", kind: "timeout", "\(error)")
      case .tooMuchOutput: return session.returned("run", kind: "too_large", "\(error)")
      case .cancelled: return session.returned("run", kind: "cancelled", "\(error)")
      case .cannotStart, .failed: return session.returned("run", kind: "connect", "\(error)")
      }
    }
  }
}

/// The argument of `run`: a program's name and its arguments.
struct ProgramWords {
  let name: String
  let arguments: [String]

  init(_ call: HostCall) throws(HostError) {
    var words: [String] = []
    for (index, word) in (call[0].array ?? []).enumerated() {
      guard let bytes = word.stringBytes, !bytes.contains(0), bytes.count <= 64 << 10 else {
        throw HostError("run: words[\(index + 1)] must be at most 64 KiB of text without NUL")
      }
      words.append(String(decoding: bytes, as: UTF8.self))
    }
    guard let name = words.first, !name.isEmpty, words.count <= 256 else {
      throw HostError("run: words must begin with the program's name and have at most 256 elements")
    }
    // A command line is no name; a program with a space in its name is given by its path, and may be alone.
    guard words.count > 1 || name.hasPrefix("/") || !name.contains(where: \.isWhitespace) else {
      throw HostError("run: \(name.quoted) is a command line in one word; split it into words")
    }
    self.name = name
    arguments = Array(words.dropFirst())
  }
}
