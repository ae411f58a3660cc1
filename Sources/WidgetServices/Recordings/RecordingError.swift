/// Why recordings cannot be written, or read.
public enum RecordingError: Error, Sendable, Equatable {
  /// There is no such folder.
  case noFolder(String)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// What is wrong in a recording.
  case damaged(file: String, line: Int, problem: String)
}

extension RecordingError: CustomStringConvertible {
  /// One sentence without a full stop: `tapes/get-x-1.http:3: ...`.
  public var description: String {
    switch self {
    case .noFolder(let path): "\(path): there is no such folder of recordings; make one with --record \(ShellWord.quoted(path))"
    case .unreadable(let path, let reason): "\(path): the recordings cannot be read: \(reason)"
    case .unwritable(let path, let reason): "\(path): the recording cannot be written: \(reason)"
    case .damaged(let file, let line, let problem): "\(file):\(line): \(problem)"
    }
  }
}
