import WidgetGraphics
import WidgetHelpers
import WidgetServices

/// The colours of images, from a painter that runs only meanwhile. Few widgets ask for any, so nothing is prepared.
struct PainterColors: ImageColors {
  let environment: [String: String]

  func mainColor(of image: [UInt8], within seconds: Double) -> UInt32? { decoded(image, within: seconds)?.mainColor }

  func bands(of image: [UInt8], within seconds: Double) -> [UInt32]? { decoded(image, within: seconds)?.bands }

  private func decoded(_ image: [UInt8], within seconds: Double) -> DecodedImage? {
    guard let path = HelperProgram.painter.path else { return nil }
    let painter = PainterProcess(executable: path, environment: environment)
    defer { painter.stop() }
    return try? painter.decode(image, within: seconds)
  }
}
