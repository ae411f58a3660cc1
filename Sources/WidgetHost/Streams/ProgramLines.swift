import Dispatch
import Synchronization
import WidgetServices
import WidgetSystem

/// Delivers the lines that a running program writes to its standard output.
///
/// `@unchecked Sendable`: every property below `queue` is used on `queue` only.
final class ProgramLines: OpenStream, @unchecked Sendable {
  /// Bytes read at once, and microseconds after which more is read: a flood of lines doesn't fill the host's time.
  private static let part = 64 << 10
  private static let pause: UInt32 = 50_000

  private let onLine: @Sendable (String) -> Void
  private let onEnd: @Sendable (Int) -> Void
  private let isOver = Mutex(false)
  private let queue = DispatchQueue(label: "luawidget.lines")
  private var output: (any ProgramOutput)?
  private var source: (any DispatchSourceRead)?
  private var splitter = LineSplitter()

  /// - Parameter onEnd: Receives the status of a program that ended by itself.
  init(
    _ start: @escaping @Sendable () throws(ProgramError) -> any ProgramOutput, onLine: @escaping @Sendable (String) -> Void,
    onEnd: @escaping @Sendable (Int) -> Void, onProblem: @escaping @Sendable (String) -> Void
  ) {
    self.onLine = onLine
    self.onEnd = onEnd
    queue.async { [weak self] in
      guard let self, !self.hasEnded else { return }
      do throws(ProgramError) {
        self.read(try start())
      } catch {
        self.isOver.withLock { $0 = true }
        onProblem("\(error)")
      }
    }
  }

  var hasEnded: Bool { isOver.withLock { $0 } }

  func close() {
    isOver.withLock { $0 = true }
    queue.async { [self] in end() }
  }

  private func read(_ output: any ProgramOutput) {
    let source = DispatchSource.makeReadSource(fileDescriptor: output.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.readPart() }
    source.setCancelHandler { output.end() }
    (self.output, self.source) = (output, source)
    source.resume()
  }

  private func readPart() {
    guard let output, let bytes = output.read(Self.part) else { return }
    guard bytes.isEmpty else {
      for line in splitter.append(bytes) { onLine(line) }
      // Nothing else waits on this queue.
      if bytes.count == Self.part { usleep(Self.pause) }
      return
    }
    if let line = splitter.finish() { onLine(line) }
    let status = output.waitForStatus(seconds: 2)
    let wasClosed = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    end()
    if !wasClosed { onEnd(status) }
  }

  private func end() {
    source?.cancel()
    (source, output) = (nil, nil)
  }
}
