extension ViewEffects: FieldCoded {
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&isTabular)
    coder.code(&textAlign)
    coder.code(&lineSpacing)
    coder.code(&tint)
    coder.code(
      &offset, write: { .array([.number($0.width), .number($0.height)]) },
      read: { stored in
        guard let pair = stored.array, pair.count == 2, let x = pair[0].double, let y = pair[1].double else { return nil }
        return Size(width: x, height: y)
      })
    coder.code(&rotation)
    coder.code(&relativeWidth)
    coder.code(&relativeHeight)
    coder.code(&shadow)
    coder.code(&corners)
    coder.code(&clips)
    coder.code(&backgroundImage, write: ViewContent.stored, read: ViewContent.source)
    coder.code(&fill)
    coder.code(&fillGradient)
    coder.code(&stroke)
    coder.code(&lineWidth)
    coder.code(&interval)
  }
}

extension ViewEffects.Interval: FieldCoded {
  public init() { self.init(from: 0, to: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&from)
    coder.code(&to)
  }
}

extension Shadow: FieldCoded {
  public init() { self.init(color: Shadow.usual) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&color, write: StoredColor.value, read: StoredColor.color)
    coder.code(&radius)
    coder.code(&x)
    coder.code(&y)
  }
}

extension CornerRadii: FieldCoded {
  public init() { self.init(topLeft: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&topLeft)
    coder.code(&topRight)
    coder.code(&bottomLeft)
    coder.code(&bottomRight)
  }
}
