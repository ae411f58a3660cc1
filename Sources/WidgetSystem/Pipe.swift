/// Both ends of a pipe, closed on exec.
public struct Pipe: Sendable {
  public let reader: FileDescriptor
  public let writer: FileDescriptor

  /// - Parameter isBlocking: Whether reading from an empty pipe and writing to a full one block.
  public init(isBlocking: Bool = true) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .current }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if !isBlocking { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }
    (reader, writer) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }
}
