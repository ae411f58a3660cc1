import WidgetHost
import WidgetModel
import WidgetRuntime

/// A widget's content in every shape and appearance, in several text sizes, and in every state. Each row varies one of them.
struct PreviewCards {
  struct Row {
    var caption: String
    var shape: PreviewShape
    var cells: [Cell]
  }

  struct Cell {
    var snapshot: Snapshot
    var scheme: ColorScheme
    var textSize: TextSize
    var state: PreviewState?
    var caption: String
  }

  var session: WidgetSession
  var configuration: WidgetConfiguration
  var surface: Surface
  var schemes: [ColorScheme]
  var textSizes: [TextSize]

  private var updateFailure: Failure?
  /// The first failure.
  private(set) var failure: Failure?
  private(set) var images: [String: [UInt8]] = [:]

  init(
    session: WidgetSession, configuration: WidgetConfiguration, surface: Surface, schemes: [ColorScheme], textSizes: [TextSize]
  ) {
    self.session = session
    self.configuration = configuration
    self.surface = surface
    self.schemes = schemes
    self.textSizes = textSizes
  }

  /// - Parameter failure: The update's failure: every card then shows it, and `content` isn't called.
  mutating func make(after failure: Failure?) async -> [Row] {
    updateFailure = failure
    self.failure = failure
    var rows: [Row] = []
    let shapes = PreviewShape.all(for: await session.manifest)
    for shape in shapes {
      var cells: [Cell] = []
      for scheme in schemes {
        let snapshot = await snapshot(shape, scheme, .large)
        cells.append(Cell(snapshot: snapshot, scheme: scheme, textSize: .large, caption: scheme.rawValue))
      }
      rows.append(Row(caption: shape.caption, shape: shape, cells: cells))
    }
    let scheme = schemes.first ?? .light
    for shape in PreviewShape.typical(of: shapes) {
      var cells: [Cell] = []
      for textSize in textSizes {
        let snapshot = await snapshot(shape, scheme, textSize)
        cells.append(Cell(snapshot: snapshot, scheme: scheme, textSize: textSize, caption: textSize.rawValue))
      }
      rows.append(Row(caption: "\(shape.name): text sizes", shape: shape, cells: cells))
      let plain = await snapshot(shape, scheme, .large)
      let states = PreviewState.allCases.map { state in
        Cell(snapshot: state.applied(to: plain), scheme: scheme, textSize: .large, state: state, caption: state.caption)
      }
      rows.append(Row(caption: "\(shape.name): states", shape: shape, cells: states))
    }
    // Each image is loaded once, however many cards show it.
    let views = rows.flatMap(\.cells).compactMap(\.snapshot.view)
    images = await session.images(of: ViewNode(.vstack, children: views))
    return rows
  }

  func context(_ shape: PreviewShape, _ scheme: ColorScheme, _ textSize: TextSize, reason: UpdateReason) -> WidgetContext {
    WidgetContext(
      reason: reason, size: SurfaceSize.view(in: shape.host, mode: shape.mode, family: shape.family, on: surface),
      displayMode: shape.mode, family: shape.family, colorScheme: scheme,
      textSize: textSize, locale: configuration.locale, timeZone: configuration.timeZone, surface: surface, isPreview: true)
  }

  private mutating func snapshot(_ shape: PreviewShape, _ scheme: ColorScheme, _ textSize: TextSize) async -> Snapshot {
    let context = context(shape, scheme, textSize, reason: .manual)
    if let updateFailure { return await session.card(for: updateFailure, context) }
    do throws(Failure) {
      return try await session.preview(context)
    } catch {
      if failure == nil { failure = error }
      return await session.card(for: error, context)
    }
  }
}
