import Synchronization
public import WidgetModel
import WidgetSystem

/// Records what arrives on streams, with secrets masked.
public final class StreamRecorder: Sendable {
  private struct Stream {
    var openedAt: Double
    var text: String
    var isFull = false
  }

  private let folder: RecordingFolder
  private let secrets: SecretsInUse
  private let onProblem: @Sendable (RecordingError) -> Void
  private let streams = Mutex<[String: Stream]>([:])

  /// - Parameters:
  ///   - folder: Exists.
  ///   - onProblem: Called if an event can't be recorded. It's delivered all the same.
  public init(folder: String, secrets: SecretsInUse, onProblem: @escaping @Sendable (RecordingError) -> Void) {
    self.folder = RecordingFolder(folder)
    self.secrets = secrets
    self.onProblem = onProblem
  }

  /// Begins the recording of a stream, replacing an earlier run's. One that's opened again continues.
  public func open(_ source: String) {
    let source = mask(source)
    streams.withLock { streams in
      guard streams[source] == nil else { return }
      streams[source] = Stream(openedAt: MonotonicTime.now(), text: StreamRecording(source: source).head)
      write(streams[source]?.text ?? "", of: source)
    }
  }

  public func add(_ events: [WidgetEvent], of source: String) {
    let source = mask(source)
    let now = MonotonicTime.now()
    streams.withLock { streams in
      guard var stream = streams[source], !stream.isFull else { return }
      for event in events {
        let entry = StreamRecording.Entry(
          after: now - stream.openedAt, name: event.name, id: event.id.map { secrets.mask.masked($0) },
          data: secrets.mask.masked(event.data))
        stream.text += StreamRecording.text(of: entry)
      }
      stream.isFull = stream.text.utf8.count > StreamRecording.maximumBytes
      streams[source] = stream
      if stream.isFull {
        let path = folder.file(StreamRecording.fileName(source))
        return onProblem(
          .unwritable(path: path, reason: "a stream's recording has \(StreamRecording.maximumBytes >> 20) MiB at most"))
      }
      write(stream.text, of: source)
    }
  }

  private func mask(_ source: String) -> String { RecordingMask(secrets: secrets.mask).url(source) }

  /// Replaces the file, so that it's always complete.
  private func write(_ text: String, of source: String) {
    do throws(RecordingError) { try folder.write(Array(text.utf8), to: StreamRecording.fileName(source)) } catch {
      onProblem(error)
    }
  }
}

/// The recorded events of streams.
public struct StreamReplay: Sendable {
  private let recordings: [String: StreamRecording]
  private let secrets: SecretsInUse

  /// Reads every `.events` file in a folder.
  ///
  /// - Parameter onProblem: Gets each malformed recording, which is left out, with file and line.
  /// - Throws: ``RecordingError`` if there's no such folder, or for a recording that can't be read.
  public init(
    folder path: String, secrets: SecretsInUse, onProblem: (RecordingError) -> Void
  ) throws(RecordingError) {
    let folder = RecordingFolder(path)
    var recordings: [String: StreamRecording] = [:]
    for name in try folder.names() where name.hasSuffix(StreamRecording.fileSuffix) {
      guard let bytes = try folder.read(name, limit: StreamRecording.maximumBytes) else { continue }
      do throws(RecordingError) {
        let recording = try StreamRecording.read(bytes, file: folder.file(name))
        recordings[recording.source] = recording
      } catch {
        guard case .damaged = error else { throw error }
        onProblem(error)
      }
    }
    self.recordings = recordings
    self.secrets = secrets
  }

  /// The recorded events of a stream; nil without a recording.
  public func entries(of source: String) -> [StreamRecording.Entry]? {
    recordings[RecordingMask(secrets: secrets.mask).url(source)]?.entries
  }
}
