import CCharacters

/// An index of the standard: a character for each pointer, 0 where there is none.
struct CharsetIndex {
  private let table: UnsafePointer<UInt16>
  private let count: UInt32

  init(_ table: UnsafePointer<UInt16>, count: UInt32) {
    self.table = table
    self.count = count
  }

  static var jis0208: CharsetIndex { CharsetIndex(luawidget_jis0208_table(), count: luawidget_jis0208_count) }
  static var jis0212: CharsetIndex { CharsetIndex(luawidget_jis0212_table(), count: luawidget_jis0212_count) }
  static var gb18030: CharsetIndex { CharsetIndex(luawidget_gb18030_table(), count: luawidget_gb18030_count) }
  static var eucKR: CharsetIndex { CharsetIndex(luawidget_euc_kr_table(), count: luawidget_euc_kr_count) }
  static var big5: CharsetIndex { CharsetIndex(luawidget_big5_table(), count: luawidget_big5_count) }

  subscript(pointer: Int) -> UInt32? {
    guard pointer >= 0, pointer < Int(count), table[pointer] != 0 else { return nil }
    return UInt32(table[pointer])
  }
}

/// The encodings with lead bytes (sections 10 to 13).
extension CharsetReader {
  /// Decodes the rest.
  ///
  /// - Parameters:
  ///   - single: The character of a byte from 0x80 on that is no lead byte, or nil for an error.
  ///   - pair: The character of two bytes, or nil for an error.
  private mutating func read(
    leads: (UInt8) -> Bool, single: (UInt8) -> UInt32? = { _ in nil }, pair: (UInt8, UInt8, inout CharsetReader) -> UInt32?
  ) {
    while let lead = byte() {
      if lead < 0x80 {
        emit(UInt32(lead))
        position += 1
      } else if !leads(lead) {
        emit(single(lead) ?? 0xFFFD)
        position += 1
      } else if let trail = byte(1) {
        if let character = pair(lead, trail, &self) {
          emit(character)
          position += 2
        } else {
          fail(after: 1)
        }
      } else {
        position += 1
        fail()
      }
    }
  }

  /// Writes U+FFFD and goes on after an ill-formed sequence. Its last byte, at a distance, remains when it is ASCII, so that no markup is
  /// swallowed.
  private mutating func fail(after distance: Int) {
    fail()
    position += (byte(distance) ?? 0xFF) < 0x80 ? distance : distance + 1
  }

  mutating func readBig5() {
    read(leads: { 0x81...0xFE ~= $0 }) { lead, trail, text in
      guard 0x40...0x7E ~= trail || 0xA1...0xFE ~= trail else { return nil }
      let pointer = (Int(lead) - 0x81) * 157 + Int(trail) - (trail < 0x7F ? 0x40 : 0x62)
      // The only pairs that are two characters.
      if let accent: UInt32 = [1133: 0x304, 1135: 0x30C, 1164: 0x304, 1166: 0x30C][pointer] {
        text.emit(pointer < 1150 ? 0xCA : 0xEA)
        return accent
      }
      guard let low = CharsetIndex.big5[pointer] else { return nil }
      let isHigh = luawidget_big5_high_table()[pointer / 8] >> (pointer % 8) & 1 == 1
      return isHigh ? 0x20000 + low : low
    }
  }

  mutating func readShiftJIS() {
    read(
      leads: { 0x81...0x9F ~= $0 || 0xE0...0xFC ~= $0 },
      single: { $0 == 0x80 ? 0x80 : 0xA1...0xDF ~= $0 ? 0xFF61 - 0xA1 + UInt32($0) : nil },
      pair: { lead, trail, _ in
        guard 0x40...0x7E ~= trail || 0x80...0xFC ~= trail else { return nil }
        let pointer = (Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        // Characters that the user defines.
        return 8836...10715 ~= pointer ? UInt32(0xE000 - 8836 + pointer) : CharsetIndex.jis0208[pointer]
      })
  }

  mutating func readEUCKR() {
    read(leads: { 0x81...0xFE ~= $0 }) { lead, trail, _ in
      0x41...0xFE ~= trail ? CharsetIndex.eucKR[(Int(lead) - 0x81) * 190 + Int(trail) - 0x41] : nil
    }
  }

  mutating func readEUCJP() {
    while let lead = byte() {
      guard lead == 0x8F, let second = byte(1), 0xA1...0xFE ~= second else {
        readEUCJPPair(lead)
        continue
      }
      guard let third = byte(2) else {
        position = bytes.count
        return fail()
      }
      if 0xA1...0xFE ~= third, let character = CharsetIndex.jis0212[(Int(second) - 0xA1) * 94 + Int(third) - 0xA1] {
        emit(character)
        position += 3
      } else {
        fail(after: 2)
      }
    }
  }

  /// One character of at most two bytes.
  private mutating func readEUCJPPair(_ lead: UInt8) {
    guard lead == 0x8E || lead == 0x8F || 0xA1...0xFE ~= lead else {
      emit(lead < 0x80 ? UInt32(lead) : 0xFFFD)
      position += 1
      return
    }
    var character: UInt32?
    if let trail = byte(1) {
      if lead == 0x8E, 0xA1...0xDF ~= trail { character = 0xFF61 - 0xA1 + UInt32(trail) }
      if lead >= 0xA1, 0xA1...0xFE ~= trail { character = CharsetIndex.jis0208[(Int(lead) - 0xA1) * 94 + Int(trail) - 0xA1] }
    }
    guard let character else { return fail(after: 1) }
    emit(character)
    position += 2
  }

  mutating func readGB18030() {
    while let lead = byte() {
      guard 0x81...0xFE ~= lead else {
        emit(lead < 0x80 ? UInt32(lead) : lead == 0x80 ? 0x20AC : 0xFFFD)
        position += 1
        continue
      }
      if let second = byte(1), 0x30...0x39 ~= second {
        let isThird = byte(2).map { 0x81...0xFE ~= $0 }
        guard let isThird, !isThird || byte(3) != nil else {
          position = bytes.count
          return fail()
        }
        guard isThird, let third = byte(2), let fourth = byte(3), 0x30...0x39 ~= fourth else {
          fail()
          position += 1
          continue
        }
        let pointer =
          ((Int(lead) - 0x81) * 10 + Int(second) - 0x30) * 1260 + (Int(third) - 0x81) * 10 + Int(fourth) - 0x30
        emit(Self.gb18030Range(pointer) ?? 0xFFFD)
        position += 4
      } else if let trail = byte(1), trail != 0x7F, 0x40...0xFE ~= trail,
        let character = CharsetIndex.gb18030[(Int(lead) - 0x81) * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)]
      {
        emit(character)
        position += 2
      } else {
        fail(after: 1)
      }
    }
  }

  /// The character of a sequence of four bytes.
  private static func gb18030Range(_ pointer: Int) -> UInt32? {
    guard pointer <= 39419 || 189000...1_237_575 ~= pointer else { return nil }
    if pointer == 7457 { return 0xE7C7 }
    let ranges = UnsafeBufferPointer(start: luawidget_gb18030_range_table(), count: Int(luawidget_gb18030_range_count))
    var (low, high) = (0, ranges.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(ranges[middle].pointer) <= pointer { low = middle } else { high = middle }
    }
    return ranges[low].character + UInt32(pointer) - ranges[low].pointer
  }
}
