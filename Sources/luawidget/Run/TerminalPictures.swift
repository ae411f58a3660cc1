import Dispatch
import Synchronization
import WidgetEngine
import WidgetHost
import WidgetModel
import WidgetPainting
import WidgetRendering
import WidgetSystem
import WidgetTerminal

/// The pictures of a widget on a terminal: fetches what the view names, has it painted, and puts it into drawings.
///
/// Nothing of this waits: a picture that is not there yet is its words, and ``changes`` tells when another drawing would show more.
/// The painter is started with the first image that can be one.
final class TerminalPictures: Sendable {
  typealias Loader = @Sendable (ViewNode) async -> [String: [UInt8]]

  /// For one reader.
  let changes: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state: Mutex<PictureState>
  private let load: Loader
  private let painter: PainterProcess?
  private let queue = DispatchQueue(label: "pictures")

  /// - Parameter firstID: Of the pictures at the terminal, which other programs may use too.
  init(environment: [String: String], firstID: Int, load: @escaping Loader) {
    (changes, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.load = load
    painter = WorkerExecutable.find(named: "luawidget-painter").map {
      PainterProcess(executable: $0, environment: environment)
    }
    state = Mutex(PictureState(nextID: firstID & 0xFFFFFF))
  }

  deinit { painter?.stop() }

  // MARK: The view

  /// Takes a view over.
  ///
  /// - Parameter isLive: Nothing new is known of its files, only the view is another one.
  /// - Returns: Whether it has images.
  @discardableResult
  func show(_ snapshot: Snapshot, isLive: Bool) -> Bool {
    let sources = snapshot.view?.imageSources ?? []
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

  func use(_ features: TerminalFeatures) { state.withLock { $0.features = features } }

  /// Something is on its way that would change the drawing.
  var isBusy: Bool {
    state.withLock { state in
      guard !state.sources.isEmpty else { return false }
      guard let features = state.features else { return true }
      return features.graphics != .none && (state.isLoading || state.isPainting)
    }
  }

  /// Why pictures are not shown: each line once.
  func takeNotes() -> [String] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  private func startLoading(_ state: inout PictureState) {
    guard !state.isLoading, let view = state.viewToLoad else { return }
    state.isLoading = true
    state.viewToLoad = nil
    Task {
      let files = await load(view)
      self.state.withLock { state in
        state.files = files
        state.loadedNames = Set(view.imageSources.compactMap { if case .reference(let name) = $0 { name } else { nil } })
        state.images.update(state.sources, files: files)
        state.failed.formIntersection(state.images.images.map(\.id))
        for (source, problem) in state.images.problems { state.note(source, "\(problem)") }
        state.isLoading = false
        startLoading(&state)
      }
      signal.yield()
    }
  }

  // MARK: Drawing

  /// For a layout: the sizes of the images that can be shown, in points. A large one without a size of its own is not shown larger
  /// than 40 x 12 cells.
  var imageSize: (@Sendable (ImageSource) -> Size?)? {
    let (images, failed, features) = state.withLock { ($0.images, $0.failed, $0.isBroken ? nil : $0.features) }
    guard let features, features.graphics != .none, !images.isEmpty else { return nil }
    let cell = features.cell ?? .usual
    return { source in
      guard let image = images.image(source), !failed.contains(image.id) else { return nil }
      let (width, height) = (Double(image.width), Double(image.height) * 2 * Double(cell.width) / Double(cell.height))
      let factor = min(1, 320 / width, 192 / height)
      return Size(width: max(1, width * factor), height: max(1, height * factor))
    }
  }

  /// Puts the pictures into a drawing, or their words, and orders what is not painted yet.
  ///
  /// - Parameter rows: How many rows of the drawing are seen.
  /// - Returns: What the terminal is to be given besides the lines.
  func place(in drawing: inout TerminalDrawing, rows: Int, encoding: OutputEncoding) -> [FrameImage] {
    guard !drawing.images.isEmpty else { return [] }
    return state.withLock { state in
      var pictures: [FrameImage] = []
      var orders: [PaintOrder] = []
      var used: Set<PaintOrder> = []
      var shown: [CellFrame: PaintedCells] = [:]
      for (index, picture) in drawing.images.enumerated() {
        // A view may show one image thousands of times.
        let order = index < ViewImages.most ? state.order(picture, occurrences: used) : nil
        if let order { used.insert(order) }
        let isSeen = order.map { $0.graphics == .blocks } == true || picture.frame.rows.upperBound <= rows
        if let order, isSeen, let painted = state.painted[order] {
          if let picture = painted.place(in: picture.frame, of: &drawing) { pictures.append(picture) }
          shown[picture.frame] = painted
          continue
        }
        if let order, isSeen {
          orders.append(order)
          // Until the new picture is there, the old one stays in its place.
          if let before = state.shown[picture.frame], before.graphics == order.graphics {
            if let picture = before.place(in: picture.frame, of: &drawing) { pictures.append(picture) }
            shown[picture.frame] = before
            continue
          }
        }
        drawing.showAlternativeText(of: picture, encoding: encoding)
      }
      state.shown = shown
      // A window that is dragged leaves sizes behind that nobody wants again.
      if state.painted.count > 2 * ViewImages.most { state.painted = state.painted.filter { used.contains($0.key) } }
      state.orders = orders
      if !orders.isEmpty, !state.isPainting {
        state.isPainting = true
        queue.async { self.paint() }
      }
      return pictures
    }
  }

  /// Paints what is ordered by the newest drawing. Blocks.
  private func paint() {
    while let (order, image, id) = state.withLock({ $0.nextOrder() }) {
      let result = painted(order, image.bytes, id: id)
      state.withLock { state in
        switch result {
        case .success(let painted): state.painted[order] = painted
        case .failure(let failure):
          state.failed.insert(image.id)
          if !failure.isOfImage { state.isBroken = true }
          if failure.isOfImage { state.note(image.source, failure.reason) } else { state.notes.append(failure.reason) }
        }
      }
      signal.yield()
    }
    signal.yield()
  }

  // MARK: Once

  /// Takes a view over whose files are there already.
  func show(_ snapshot: Snapshot, files: [String: [UInt8]]) {
    state.withLock { state in
      state.sources = snapshot.view?.imageSources ?? []
      state.images.update(state.sources, files: files)
      for (source, problem) in state.images.problems { state.note(source, "\(problem)") }
    }
  }

  /// Paints all that a drawing needs. Blocks.
  ///
  /// - Returns: Whether an image turned out to be none.
  func paintAll(_ drawing: TerminalDrawing) -> Bool {
    let failures = state.withLock { $0.isBroken ? .max : $0.failed.count }
    var copy = drawing
    _ = place(in: &copy, rows: .max, encoding: .utf8)
    queue.sync {}
    return state.withLock { $0.isBroken ? .max : $0.failed.count } != failures
  }

  private struct Failure: Error {
    var reason: String
    /// Others may be fine.
    var isOfImage: Bool
  }

  private func painted(_ order: PaintOrder, _ bytes: [UInt8], id: Int) -> Result<PaintedCells, Failure> {
    guard let painter else {
      return .failure(
        Failure(reason: "pictures are not shown: luawidget-painter is not installed beside luawidget", isOfImage: false))
    }
    guard let request = TerminalImageRequest(order, bytes, id: id) else {
      return .failure(Failure(reason: "", isOfImage: true))
    }
    do throws(PaintError) {
      let picture = try painter.paint(.terminalImage(request))
      guard request.isValidReply(picture.bytes) else { throw PaintError.invalidReply("more than a picture") }
      let painted = PaintedCells(picture, id: id, graphics: order.graphics)
      guard (1...order.columns).contains(painted.columns), (1...order.rows).contains(painted.rows) else {
        return .failure(Failure(reason: "the painter's picture has another size", isOfImage: true))
      }
      return .success(painted)
    } catch {
      switch error {
      case .image(let problem): return .failure(Failure(reason: "\(problem)", isOfImage: true))
      // The next image gets another painter: this one may have been its death.
      case .badRequest, .tooLarge, .drawing, .died, .timeout, .invalidReply:
        return .failure(Failure(reason: terminalSafe("\(error)"), isOfImage: true))
      case .cannotStart:
        return .failure(Failure(reason: "pictures are not shown: \(terminalSafe("\(error)"))", isOfImage: false))
      }
    }
  }
}

extension TerminalPictures {
  /// nil when pictures are not wanted, or not possible without colours.
  convenience init?(_ options: RunOptions, _ session: WidgetSession) {
    guard options.graphics != .none, options.capabilities.color != .none else { return nil }
    self.init(environment: options.environment, firstID: Int(getpid()) &* 257) { await session.pictures(of: $0) }
  }
}
