import WidgetModel
import WidgetRendering
import WidgetTerminal

/// What is known of the pictures of a view, and what is on its way.
struct PictureState {
  /// nil until the terminal has answered.
  var features: TerminalFeatures?
  var images = ViewImages()
  var sources: [ImageSource] = []
  var files: [String: [UInt8]] = [:]
  var loadedNames: Set<String> = []
  var updatedAt: Double?
  var isLoading = false
  var viewToLoad: ViewNode?

  var painted: [PaintOrder: PaintedCells] = [:]
  /// By the place in the newest drawing.
  var shown: [CellFrame: PaintedCells] = [:]
  var failed: Set<Int> = []
  var orders: [PaintOrder] = []
  var isPainting = false
  var isBroken = false
  var nextID: Int
  var notes: [String] = []
}

extension PictureState {
  func order(_ picture: TerminalDrawing.Image, occurrences used: Set<PaintOrder>) -> PaintOrder? {
    guard !isBroken, let features, features.graphics != .none, let image = images.image(picture.source) else { return nil }
    if failed.contains(image.id) { return nil }
    var order = PaintOrder(
      image: image.id, columns: min(256, picture.frame.columns.count), rows: min(256, picture.frame.rows.count),
      fills: picture.mode == .fill, occurrence: 0, graphics: features.graphics, cell: features.cell ?? .usual)
    while used.contains(order) { order.occurrence += 1 }
    return order
  }

  mutating func nextOrder() -> (PaintOrder, ViewImages.Image, Int)? {
    while let order = orders.first {
      orders.removeFirst()
      guard !isBroken, painted[order] == nil, !failed.contains(order.image), let image = images.image(id: order.image) else {
        continue
      }
      nextID = nextID % 0xFFFFFF + 1
      return (order, image, nextID)
    }
    isPainting = false
    return nil
  }

  mutating func note(_ source: ImageSource, _ problem: String) {
    guard notes.count < ViewImages.most else { return }
    let name = if case .reference(let name) = source { "the image \(terminalSafe(name, limit: 200))" } else { "an image" }
    notes.append("\(name) is not shown: \(problem)")
  }
}
