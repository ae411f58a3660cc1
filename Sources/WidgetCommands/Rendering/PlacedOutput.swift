package import WidgetGraphics
import WidgetHelpers
package import WidgetRendering

/// The layouts of cards for pages, from a painter that measures their texts, and their images, which another painter checks.
package struct PlacedOutput {
  private let painter: PainterProcess?
  /// Whether an image can be shown.
  package let images: ImageCheck
  private let isQuiet: Bool

  /// - Parameter isQuiet: Whether to hide messages about cards that the browser has to lay out.
  package init(environment: [String: String], isQuiet: Bool) {
    func start() -> PainterProcess? {
      HelperProgram.painter.path.map { PainterProcess(executable: $0, environment: environment) }
    }
    painter = start()
    images = ImageCheck(painter: start())
    self.isQuiet = isQuiet
  }

  /// Ends the painters.
  package func stop() {
    painter?.stop()
    images.stop()
  }

  /// - Returns: nil without a painter, and if it fails: then the browser lays the card out.
  package func card(_ request: RenderingRequest) -> PlacedCard? {
    guard let painter else { return nil }
    do throws(PaintError) { return try painter.layout(request) } catch {
      if !isQuiet {
        Console.standardError.write("luawidget: the browser lays out the card: \(terminalSafe("\(error)", limit: 200))\n")
      }
      return nil
    }
  }
}
