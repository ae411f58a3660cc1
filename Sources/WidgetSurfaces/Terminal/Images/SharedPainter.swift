import Dispatch
import Synchronization
import WidgetGraphics
import WidgetHelpers

/// The painter of all images in one terminal, and the ids of the images there.
public final class SharedPainter: Sendable {
  /// nil if no painter is installed.
  let encoder: (any ImageEncoder)?
  /// Encoding blocks, and a painter handles one request at a time.
  let queue = DispatchQueue(label: "luawidget.images")
  private let lastID: Mutex<Int>

  /// - Parameter firstID: The first image id. Other programs may use the same terminal, so choose it by process.
  public init(encoder: (any ImageEncoder)?, firstID: Int) {
    self.encoder = encoder
    lastID = Mutex(firstID & 0xFFFFFF)
  }

  /// The installed painter. It starts with the first image.
  public convenience init(environment: [String: String], firstID: Int) {
    let executable = HelperProgram.painter.path
    self.init(encoder: executable.map { PainterProcess(executable: $0, environment: environment) }, firstID: firstID)
  }

  deinit { (encoder as? PainterProcess)?.stop() }

  /// An id that no other image of this terminal has.
  func nextImageID() -> Int {
    lastID.withLock { id in
      id = id % 0xFFFFFF + 1
      return id
    }
  }
}
