import WidgetHost
import WidgetModel
import WidgetRuntime

/// The content of a widget in every shape, text size and appearance.
struct PreviewCards {
  struct Row {
    var shape: PreviewShape
    var cells: [Cell]
  }

  struct Cell {
    var snapshot: Snapshot
    var scheme: ColorScheme
    var textSize: TextSize
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

  /// - Parameter failure: Of the update: then every card shows it, and `content` is not called.
  mutating func make(after failure: Failure?) async -> [Row] {
    updateFailure = failure
    self.failure = failure
    var rows: [Row] = []
    for shape in PreviewShape.all(for: await session.manifest) {
      var cells: [Cell] = []
      for textSize in textSizes {
        for scheme in schemes {
          cells.append(Cell(snapshot: await snapshot(shape, scheme, textSize), scheme: scheme, textSize: textSize))
        }
      }
      rows.append(Row(shape: shape, cells: cells))
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
