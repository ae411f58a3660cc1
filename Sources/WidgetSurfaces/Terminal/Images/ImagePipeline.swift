import Dispatch
import Synchronization
public import WidgetModel
public import WidgetRendering

/// Shows a widget's images in a terminal: loads them, has them encoded, and puts them into drawings.
///
/// No caller has to wait. An image that isn't ready appears as its alternative text, and ``changes`` reports when another drawing
/// would show more. The painter starts with the first image.
public final class ImagePipeline: Sendable {
  /// Returns the bytes of a view's images, by name.
  public typealias Loader = @Sendable (ViewNode) async -> [String: [UInt8]]

  /// Yields when a new drawing would differ. For one reader.
  public let changes: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state: Mutex<ImagePipelineState>
  private let load: Loader
  private let painter: SharedPainter

  /// - Parameter painter: Encodes the images of all pipelines in a terminal.
  public init(painter: SharedPainter, load: @escaping Loader) {
    (changes, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.load = load
    self.painter = painter
    state = Mutex(ImagePipelineState())
  }

  // MARK: View

  /// Sets the view and starts loading its images.
  ///
  /// - Parameter isLive: Whether the view changed without its files changing.
  /// - Returns: Whether the view has images.
  @discardableResult
  public func show(_ snapshot: Snapshot, isLive: Bool) -> Bool {
    let sources = snapshot.view?.distinctImages ?? []
    return state.withLock { state in
      state.sources = sources
      state.images.update(sources, files: state.files)
      guard !sources.isEmpty, let view = snapshot.view else { return false }
      let names = Set(sources.compactMap { if case .reference(let name) = $0 { name } else { nil } })
      let isNew = !isLive && state.updatedAt != snapshot.updatedAt
      if !isLive { state.updatedAt = snapshot.updatedAt }
      if !names.isEmpty, isNew || !names.isSubset(of: state.loadedNames) {
        state.viewToLoad = view
        startLoading(&state)
      }
      return true
    }
  }

  /// Sets the terminal's features. No image is encoded before that.
  public func use(_ features: TerminalFeatures) { state.withLock { $0.features = features } }

  /// Whether work is in progress that would change the drawing, or has ended since the last ``acknowledgeChange()``.
  public var isBusy: Bool {
    state.withLock { state in
      guard !state.sources.isEmpty else { return false }
      guard let features = state.features else { return true }
      return features.graphics != .none && (state.isLoading || state.isEncoding || state.hasChanged)
    }
  }

  /// Says that the next drawing will contain all results so far. Call this for each element of ``changes``, before that drawing.
  public func acknowledgeChange() { state.withLock { $0.hasChanged = false } }

  /// New reasons why images aren't shown.
  public func takeNotes() -> [String] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  private func startLoading(_ state: inout ImagePipelineState) {
    guard !state.isLoading, let view = state.viewToLoad else { return }
    state.isLoading = true
    state.viewToLoad = nil
    Task {
      let files = await load(view)
      self.state.withLock { state in
        state.files = files
        state.loadedNames = Set(view.distinctImages.compactMap { if case .reference(let name) = $0 { name } else { nil } })
        state.images.update(state.sources, files: files)
        state.failed.formIntersection(state.images.images.map(\.id))
        for (source, problem) in state.images.problems { state.note(source, "\(problem)") }
        state.isLoading = false
        state.hasChanged = true
        startLoading(&state)
      }
      signal.yield()
    }
  }

  // MARK: Drawing

  /// The ideal sizes, in points, of the images that can be shown, for layout: at most 40 x 12 cells.
  public var imageSize: (@Sendable (ImageSource) -> Size?)? {
    let (images, failed, features) = state.withLock { ($0.images, $0.failed, $0.isUnavailable ? nil : $0.features) }
    guard let features, features.graphics != .none, !images.isEmpty else { return nil }
    let cell = features.cell ?? .usual
    return { source in
      guard let image = images.image(source), !failed.contains(image.id) else { return nil }
      let (width, height) = (Double(image.width), Double(image.height) * 2 * Double(cell.width) / Double(cell.height))
      let factor = min(1, 320 / width, 192 / height)
      return Size(width: max(1, width * factor), height: max(1, height * factor))
    }
  }

  /// Puts the images or their alternative text into a drawing, and starts encoding missing ones.
  ///
  /// - Parameter rows: The drawing's visible rows. Images that aren't completely visible appear as text.
  /// - Returns: The images to send to the terminal, positioned in the drawing.
  public func place(in drawing: inout TerminalDrawing, rows: Range<Int>, encoding: OutputEncoding) -> [FrameImage] {
    guard !drawing.images.isEmpty else { return [] }
    return state.withLock { state in
      var images: [FrameImage] = []
      var queue: [ImageKey] = []
      var used: Set<ImageKey> = []
      var shown: [CellFrame: EncodedImage] = [:]
      for (index, placed) in drawing.images.enumerated() {
        // A view can contain the same image thousands of times.
        let key = index < ViewImages.limit ? state.key(placed, occurrences: used) : nil
        if let key { used.insert(key) }
        let isInside = rows.lowerBound <= placed.frame.rows.lowerBound && placed.frame.rows.upperBound <= rows.upperBound
        guard let key, key.graphics == .blocks || isInside else {
          drawing.showAlternativeText(of: placed, encoding: encoding)
          continue
        }
        var encoded = state.encoded[key]
        if encoded == nil {
          queue.append(key)
          // The previous image stays until the new one is ready.
          encoded = state.shown[placed.frame].flatMap { $0.graphics == key.graphics ? $0 : nil }
        }
        if let encoded {
          if let image = encoded.place(in: placed.frame, of: &drawing) { images.append(image) }
          shown[placed.frame] = encoded
        } else {
          drawing.showAlternativeText(of: placed, encoding: encoding)
        }
      }
      state.shown = shown
      // Resizing a window leaves many sizes behind that nobody needs again.
      if state.encoded.count > 2 * ViewImages.limit { state.encoded = state.encoded.filter { used.contains($0.key) } }
      state.queue = queue
      if !queue.isEmpty, !state.isEncoding {
        state.isEncoding = true
        painter.queue.async { self.encode() }
      }
      return images
    }
  }

  /// Encodes the images needed for the last drawing. Blocks.
  private func encode() {
    while let (key, image, id) = state.withLock({ $0.next(painter) }) {
      let result: Result<EncodedImage, EncodingFailure>
      do { result = .success(try EncodedImage(key, image.bytes, id: id, encoder: painter.encoder)) } catch {
        result = .failure(error)
      }
      state.withLock { state in
        state.hasChanged = true
        switch result {
        case .success(let encoded): state.encoded[key] = encoded
        case .failure(let failure):
          state.failed.insert(image.id)
          if failure.concernsOneImage {
            state.note(image.source, failure.reason)
          } else {
            state.isUnavailable = true
            state.notes.append(failure.reason)
          }
        }
      }
      signal.yield()
    }
    signal.yield()
  }

  // MARK: One-shot output

  /// Sets a view whose files are already loaded.
  public func show(_ snapshot: Snapshot, files: [String: [UInt8]]) {
    state.withLock { state in
      state.sources = snapshot.view?.distinctImages ?? []
      state.images.update(state.sources, files: files)
      for (source, problem) in state.images.problems { state.note(source, "\(problem)") }
    }
  }

  /// Encodes all images of a drawing and waits. Blocks.
  ///
  /// - Returns: Whether an image failed, so the drawing must be laid out again.
  public func encodeAll(_ drawing: TerminalDrawing) -> Bool {
    func failures() -> Int { state.withLock { $0.isUnavailable ? .max : $0.failed.count } }
    let before = failures()
    var copy = drawing
    _ = place(in: &copy, rows: 0..<Int.max, encoding: .utf8)
    painter.queue.sync {}
    return failures() != before
  }
}
