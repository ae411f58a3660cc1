public import WidgetModel

extension TextStyle {
  /// The size in points, as in Apple's Dynamic Type: small styles stop shrinking at 11, large ones grow less than others.
  public func size(at textSize: TextSize) -> Double {
    guard let column = TextSize.allCases.firstIndex(of: textSize) else { return 17 }
    return sizes[column]
  }

  /// The style closest in size: text with a custom size grows with the text size like that style.
  static func nearest(to size: Double) -> TextStyle {
    switch size {
    case ..<11.5: .caption2
    case ..<12.5: .caption
    case ..<14: .footnote
    case ..<15.5: .subheadline
    case ..<16.5: .callout
    case ..<18.5: .body
    case ..<21: .title3
    case ..<25: .title2
    case ..<31: .title
    default: .largeTitle
    }
  }

  /// Its size at a text size, relative to that at `large`.
  func scale(at textSize: TextSize) -> Double { size(at: textSize) / size(at: .large) }

  /// From `xSmall` to `accessibility5`.
  private var sizes: [Double] {
    switch self {
    case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
    case .title: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
    case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
    case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
    case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
    case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
    case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
    case .caption: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
    case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
    }
  }
}

extension TextSize {
  /// The text size on a card: a card without a family is as high as its text, and a circle has space for a few letters.
  public func onCard(of family: WidgetFamily?) -> TextSize {
    switch family {
    case nil: self
    case .circular?: min(self, .largestInCircle)
    case .small?, .medium?, .large?, .extraLarge?, .inline?, .rectangular?: min(self, .largestOnCard)
    }
  }
}

extension SurfaceSize {
  /// The height of a one-line card, as for an `inline` widget.
  ///
  /// - Parameters:
  ///   - textSize: The user's. Text on the card of a family grows less.
  ///   - family: nil for a card that was given a height.
  public static func inlineCardHeight(at textSize: TextSize, of family: WidgetFamily? = .inline) -> Double {
    inlineCardHeight(bodySize: TextStyle.body.size(at: textSize.onCard(of: family)))
  }
}
