/// Integers from numbers that may come from outside.
///
/// The standard library's `Int(number)` ends the process for NaN and for a number out of range. Where WidgetModel is imported, the
/// deprecated one below is found instead, so a build warns of each use.
extension Double {
  /// Replaces an integer that can't hold this number.
  @inlinable
  func nearest<Integer: FixedWidthInteger>() -> Integer { isNaN ? 0 : self < 0 ? .min : .max }
}

extension Int {
  /// Drops the fraction. NaN is 0, and a number out of range is the nearest one in it.
  @inlinable
  public init(saturating number: Double) { self = Int(exactly: number.rounded(.towardZero)) ?? number.nearest() }

  @available(*, deprecated, message: "write Int(saturating:) or Int(exactly:)")
  @inlinable
  public init(_ number: Double) { self.init(saturating: number) }
}

extension Int32 {
  /// Drops the fraction. NaN is 0, and a number out of range is the nearest one in it.
  @inlinable
  public init(saturating number: Double) { self = Int32(exactly: number.rounded(.towardZero)) ?? number.nearest() }

  @available(*, deprecated, message: "write Int32(saturating:) or Int32(exactly:)")
  @inlinable
  public init(_ number: Double) { self.init(saturating: number) }
}

extension Int64 {
  /// Drops the fraction. NaN is 0, and a number out of range is the nearest one in it.
  @inlinable
  public init(saturating number: Double) { self = Int64(exactly: number.rounded(.towardZero)) ?? number.nearest() }

  @available(*, deprecated, message: "write Int64(saturating:) or Int64(exactly:)")
  @inlinable
  public init(_ number: Double) { self.init(saturating: number) }
}

extension UInt8 {
  /// Drops the fraction. NaN is 0, and a number out of range is the nearest one in it.
  @inlinable
  public init(saturating number: Double) { self = UInt8(exactly: number.rounded(.towardZero)) ?? number.nearest() }

  @available(*, deprecated, message: "write UInt8(saturating:) or UInt8(exactly:)")
  @inlinable
  public init(_ number: Double) { self.init(saturating: number) }
}

extension UInt16 {
  /// Drops the fraction. NaN is 0, and a number out of range is the nearest one in it.
  @inlinable
  public init(saturating number: Double) { self = UInt16(exactly: number.rounded(.towardZero)) ?? number.nearest() }

  @available(*, deprecated, message: "write UInt16(saturating:) or UInt16(exactly:)")
  @inlinable
  public init(_ number: Double) { self.init(saturating: number) }
}

extension UInt32 {
  /// Drops the fraction. NaN is 0, and a number out of range is the nearest one in it.
  @inlinable
  public init(saturating number: Double) { self = UInt32(exactly: number.rounded(.towardZero)) ?? number.nearest() }

  @available(*, deprecated, message: "write UInt32(saturating:) or UInt32(exactly:)")
  @inlinable
  public init(_ number: Double) { self.init(saturating: number) }
}

extension UInt64 {
  /// Drops the fraction. NaN is 0, and a number out of range is the nearest one in it.
  @inlinable
  public init(saturating number: Double) { self = UInt64(exactly: number.rounded(.towardZero)) ?? number.nearest() }

  @available(*, deprecated, message: "write UInt64(saturating:) or UInt64(exactly:)")
  @inlinable
  public init(_ number: Double) { self.init(saturating: number) }
}
