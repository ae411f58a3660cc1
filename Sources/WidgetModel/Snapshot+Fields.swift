extension Snapshot: FieldCoded {
  public init() {
    self.init(
      widget: WidgetIdentity(), view: nil, insets: .zero, hasContent: false, result: .noData, reason: .launch, updatedAt: 0)
  }

  /// Without the context and the failure, which have columns.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&version)
    coder.code(&widget)
    coder.code(&view)
    coder.code(&insets)
    coder.code(&preferredSize.width)
    coder.code(&preferredSize.height)
    coder.code(&hasContent)
    coder.code(&result)
    coder.code(&reason)
    coder.code(&updatedAt)
    coder.code(&refreshAfter)
    coder.code(&largestDisplayMode)
  }
}

extension WidgetIdentity: FieldCoded {
  public init() { self.init(id: "", instance: "", name: "") }

  /// Without the path, which has a column.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&id)
    coder.code(&instance)
    coder.code(&name)
    coder.code(&icon)
  }
}

extension EdgeInsets: FieldCoded {
  public init() { self = .zero }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&top)
    coder.code(&left)
    coder.code(&bottom)
    coder.code(&right)
  }
}

extension Failure: FieldCoded {
  public init() { self.init(.internalError, "") }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&kind)
    coder.code(&message)
    coder.code(&location)
    coder.code(&traceback)
    coder.code(&remedy)
  }
}

extension SourceLocation: FieldCoded {
  public init() { self.init(file: "", line: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&file)
    coder.code(&line)
  }
}
