extension Chart: FieldCoded {
  public init() { self.init(.line, []) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&type)
    coder.code(&series)
    coder.code(&labels, write: { .string($0) }, read: { $0.string })
    coder.code(&minimum)
    coder.code(&maximum)
    coder.code(&showsAxes)
    coder.code(&baseline)
    coder.code(&isStacked)
    coder.code(&showsPoints)
    coder.code(&ticks, write: { .array($0.map { .number($0) }) }, read: { $0.array?.compactMap(\.double) })
    coder.code(
      &rules, write: { .array($0.map { $0.fieldList }) },
      read: { $0.array?.compactMap { ChartRule(fieldList: $0) } })
  }
}

extension ChartRule: FieldCoded {
  public init() { self.init(0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&value)
    coder.code(&label)
    coder.code(&color)
  }
}

extension ChartSeries: FieldCoded {
  public init() { self.init([]) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&name)
    coder.code(&color)
    coder.code(&values, write: { LuaValue($0) }, read: { $0.isNull ? .some(nil) : $0.double.map { .some($0) } })
  }
}

extension Gauge: FieldCoded {
  public init() { self.init(0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&value)
    coder.code(&minimum)
    coder.code(&maximum)
    coder.code(&text)
    coder.code(&valueText)
    coder.code(&shape)
  }
}

extension GridColumn: FieldCoded {
  public init() { self.init(.flexible) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(
      &width,
      write: { width in
        switch width {
        case .fixed(let points): .number(points)
        case .automatic: "auto"
        case .flexible: "flex"
        }
      },
      read: { stored in
        switch stored {
        case "auto": .automatic
        case "flex": .flexible
        default: stored.double.map { .fixed($0) }
        }
      })
    coder.code(&align)
  }
}
