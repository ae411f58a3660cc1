import Testing
import WidgetModel

@Suite struct SaturatingIntegersTests {
  @Test("every number has an integer, and the nearest one if it has no equal")
  func saturating() {
    for (number, integer) in [
      (0.0, 0), (-0.0, 0), (2.9, 2), (-2.9, -2), (.nan, 0), (-.nan, 0), (.infinity, .max), (-.infinity, .min), (1e308, .max),
      (-1e308, .min), (0x1p63, .max), (-0x1p63, .min), (0x1p63.nextDown, 0x7FFF_FFFF_FFFF_FC00), (.leastNonzeroMagnitude, 0),
    ] as [(Double, Int)] {
      #expect(Int(saturating: number) == integer, "\(number)")
      #expect(Int64(saturating: number) == Int64(integer))
      #expect(Int32(saturating: number) == Int32(clamping: integer))
      #expect(UInt8(saturating: number) == UInt8(clamping: integer))
      #expect(UInt16(saturating: number) == UInt16(clamping: integer))
      #expect(UInt32(saturating: number) == UInt32(clamping: integer))
    }
    #expect(UInt64(saturating: 0x1p63) == 1 << 63 && UInt64(saturating: 0x1p64) == .max && UInt64(saturating: -1) == 0)
    #expect(Int32(saturating: 2_147_483_647.9) == .max && UInt8(saturating: 255.9) == 255 && UInt8(saturating: -0.9) == 0)
  }
}
