/// A translucent layer that blurs whatever is behind it, named as in SwiftUI.
public enum Material: String, Sendable, Equatable, CaseIterable, FieldValue {
  case ultraThin = "ultra_thin"
  case thin, regular, thick

  /// How far the background is blurred, in points.
  public static let blur = 20.0

  /// The colour over the blurred background: white or nearly black, more of it in a thicker material.
  public var tint: Color {
    .pair(light: .translucent(.rgb(0xFFFFFF), opacity: opacity), dark: .translucent(.rgb(0x1C1C1E), opacity: opacity))
  }

  /// The tint in both appearances behind text of a colour of its own: the light or the dark one, and enough of it for the text.
  ///
  /// - Parameter text: The text's colour, 0xRRGGBB.
  public func tint(under text: UInt32) -> Color {
    .translucent(.rgb(Contrast.label(on: text) == 0 ? 0x1C1C1E : 0xFFFFFF), opacity: max(opacity, 0.7))
  }

  private var opacity: Double {
    switch self {
    case .ultraThin: 0.4
    case .thin: 0.55
    case .regular: 0.7
    case .thick: 0.85
    }
  }
}
