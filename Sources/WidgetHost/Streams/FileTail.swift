import Dispatch
import WidgetServices
import WidgetSystem

/// Delivers the lines appended to a file, from its end on.
///
/// A file that is replaced (log rotation) is read to its end, then the new one from its start; so is one that was truncated. A
/// missing file is awaited.
///
/// `@unchecked Sendable`: every property below `queue` is used on `queue` only.
final class FileTail: OpenStream, @unchecked Sendable {
  private let path: String
  private let onLines: @Sendable (LineSplitter.Lines) -> Void
  private let queue = DispatchQueue(label: "luawidget.tail")
  private var source: (any ChangeSource)?
  private var file: FileDescriptor?
  private var status: FileStatus?
  /// The end of what has been read. If it isn't there any more, the file was written anew, perhaps with as many bytes as before.
  private var mark: [UInt8] = []
  private static let markBytes = 64
  private var splitter = LineSplitter()
  private var isReading = false
  private var isClosed = false

  var hasEnded: Bool { false }

  init(_ path: String, onLines: @escaping @Sendable (LineSplitter.Lines) -> Void) {
    self.path = path
    self.onLines = onLines
    queue.async { [weak self] in self?.start() }
  }

  func close() {
    queue.async { [self] in
      isClosed = true
      source?.stop()
      source = nil
      file?.close()
      file = nil
    }
  }

  private func start() {
    guard !isClosed else { return }
    watch()
    open()
    // What's there already is old.
    if let file {
      let end = lseek(file.rawValue, 0, SEEK_END)
      mark = Self.bytes(of: file, before: end, count: min(Self.markBytes, max(0, Int(end))))
    }
  }

  private func watch() {
    let names = WatchedNames(of: [path])
    let onChange: (Bool) -> Void = { [weak self] _ in self?.changed() }
    #if os(Linux)
      if source == nil { source = InotifySource(queue: queue, onChange: onChange) }
      if source?.watch(names) == true { return }
      source?.stop()
    #endif
    source = PollingSource(queue: queue, onChange: onChange)
    _ = source?.watch(names)
  }

  private func open() {
    guard let opened = try? ChosenFile.open(path) else { return }
    // Neither a device nor a pipe, which might never end.
    guard let now = Self.status(of: opened), now.kind == .regular else { return opened.close() }
    (file, status, mark) = (opened, now, [])
  }

  private static func status(of file: FileDescriptor) -> FileStatus? {
    var info = stat()
    return fstat(file.rawValue, &info) == 0 ? FileStatus(info) : nil
  }

  private func changed() {
    if !isClosed, !isReading { read() }
  }

  private func read() {
    isReading = false
    guard !isClosed else { return }
    if let file {
      if isWrittenAnew(file) {
        lseek(file.rawValue, 0, SEEK_SET)
        (mark, splitter) = ([], LineSplitter())
      }
      let bytes = (try? file.readSome(StreamPace.part)) ?? []
      if !bytes.isEmpty {
        mark = Array((mark + bytes).suffix(Self.markBytes))
        onLines(splitter.append(bytes))
        isReading = true
        return queue.asyncAfter(deadline: .now() + .milliseconds(StreamPace.pauseMilliseconds)) { [weak self] in self?.read() }
      }
    }
    readNext()
  }

  /// Some files, as in /proc, have content and no size. They're different each time, and none of them is a log.
  private func isWrittenAnew(_ file: FileDescriptor) -> Bool {
    guard !mark.isEmpty, let now = Self.status(of: file) else { return false }
    if now.size == 0, status?.size == 0 { return false }
    return Self.bytes(of: file, before: lseek(file.rawValue, 0, SEEK_CUR), count: mark.count) != mark
  }

  private static func bytes(of file: FileDescriptor, before end: off_t, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { pread(file.rawValue, $0.baseAddress, count, end - off_t(count)) }
    return Array(bytes.prefix(max(0, read)))
  }

  /// Once a file is read to its end, another one of its name takes over.
  private func readNext() {
    let now = try? FileStatus(path: path)
    guard file == nil || now?.inode != status?.inode || now?.device != status?.device else { return }
    if let line = splitter.finish() { onLines(LineSplitter.Lines(texts: [line])) }
    file?.close()
    (file, status) = (nil, nil)
    watch()
    guard now != nil else { return }
    open()
    if file != nil { read() }
  }
}
