import WidgetSystem

/// A program whose output is read while it runs.
///
/// `@unchecked Sendable`: a `ProgramProcess` isn't, and its one reader uses it from one thread.
final class RunningProgram: ProgramOutput, @unchecked Sendable {
  private let process: ProgramProcess
  private let reader: FileDescriptor
  private var isClosed = false

  init(_ process: ProgramProcess, _ reader: FileDescriptor) {
    self.process = process
    self.reader = reader
  }

  var descriptor: Int32 { reader.rawValue }

  func read(_ count: Int) -> [UInt8]? {
    if isClosed { return [] }
    do { return try reader.readSome(count) } catch { return error.code == EAGAIN ? nil : [] }
  }

  func waitForStatus(seconds: Double) -> Int {
    let end = MonotonicTime.now() + seconds
    while MonotonicTime.now() < end {
      if let status = process.status { return status }
      usleep(2000)
    }
    process.end()
    return 128 + Int(SIGKILL)
  }

  func end() {
    process.end()
    if !isClosed { reader.close() }
    isClosed = true
  }
}
