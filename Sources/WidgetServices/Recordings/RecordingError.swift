/// Why a recording cannot be written or read.
public enum RecordingError: Error, Sendable, Equatable {
  /// The folder does not exist.
  case noFolder(String)
  case unreadable(path: String, reason: String)
  /// A link, a device, a folder, or a file with several names.
  case notRegular(path: String)
  case unwritable(path: String, reason: String)
  /// A malformed recording.
  case damaged(file: String, line: Int, problem: String)
}

extension RecordingError: CustomStringConvertible {
  /// One clause without a full stop: `recordings/get-x-1.http:3: ...`.
  public var description: String {
    switch self {
    case .noFolder(let path): "\(path): no such folder; record one with --record \(ShellWord.quoted(path))"
    case .unreadable(let path, let reason): "\(path): cannot read the recordings: \(reason)"
    case .notRegular(let path): "\(path) is not a regular file; links are not followed"
    case .unwritable(let path, let reason): "\(path): cannot write the recording: \(reason)"
    case .damaged(let file, let line, let problem): "\(file):\(line): \(problem)"
    }
  }
}
