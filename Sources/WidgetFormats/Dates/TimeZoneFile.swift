import WidgetSystem

/// A zone's file. Source: RFC 9636 (TZif).
enum TimeZoneFile {
  /// The file's bytes; nil unless it's a regular file of a zone's size.
  static func read(_ path: String) -> [UInt8]? { try? RegularFile.read(path, limit: 1 << 18) }
}

extension TimeZoneData {
  /// nil for anything but a complete TZif file. Untrusted bytes are fine.
  init?(name: String, tzif bytes: [UInt8]) {
    self.init(name: name)
    guard let first = Block(bytes, at: 0, wide: false) else { return nil }
    guard first.version >= UInt8(ascii: "2") else {
      guard read(first, bytes) else { return nil }
      return
    }
    // The second block repeats the first with 64-bit times, followed by a rule for the future.
    guard let second = Block(bytes, at: first.end, wide: true), read(second, bytes) else { return nil }
    if second.end < bytes.count, bytes[second.end] == 0x0A {
      let footer = bytes[(second.end + 1)...].prefix { $0 != 0x0A }
      rule = TimeZoneRule(String(decoding: footer, as: UTF8.self))
    }
  }

  /// A block's header and the offsets of its parts.
  private struct Block {
    let version: UInt8
    let transitionCount: Int
    let kindCount: Int
    let nameCount: Int
    let timeSize: Int
    let start: Int
    let end: Int

    init?(_ bytes: [UInt8], at offset: Int, wide: Bool) {
      guard offset + 44 <= bytes.count, Array(bytes[offset..<offset + 4]) == Array("TZif".utf8) else { return nil }
      // isutcnt, isstdcnt, leapcnt, timecnt, typecnt, charcnt
      let counts = (0..<6).map { Int(bytes.bigEndian(at: offset + 20 + $0 * 4, count: 4)) }
      guard counts.allSatisfy({ $0 <= bytes.count }) else { return nil }
      version = bytes[offset + 4]
      (transitionCount, kindCount, nameCount) = (counts[3], counts[4], counts[5])
      timeSize = wide ? 8 : 4
      start = offset + 44
      end =
        start + transitionCount * (timeSize + 1) + kindCount * 6 + nameCount + counts[2] * (timeSize + 4) + counts[1] + counts[0]
      guard end <= bytes.count, kindCount > 0, kindCount <= 256 else { return nil }
    }
  }

  private mutating func read(_ block: Block, _ bytes: [UInt8]) -> Bool {
    let indices = block.start + block.transitionCount * block.timeSize
    let kindStart = indices + block.transitionCount
    let names = kindStart + block.kindCount * 6
    kinds = (0..<block.kindCount).map { index in
      let start = kindStart + index * 6
      let nameStart = names + min(Int(bytes[start + 5]), block.nameCount)
      let name = bytes[nameStart..<names + block.nameCount].prefix { $0 != 0 }
      return Kind(
        offset: Int(Int32(truncatingIfNeeded: bytes.bigEndian(at: start, count: 4))), isDaylight: bytes[start + 4] != 0,
        abbreviation: String(decoding: name.prefix(10), as: UTF8.self))
    }
    transitions = (0..<block.transitionCount).map { index in
      let value = bytes.bigEndian(at: block.start + index * block.timeSize, count: block.timeSize)
      return block.timeSize == 8 ? Int(Int64(bitPattern: value)) : Int(Int32(truncatingIfNeeded: value))
    }
    transitionKinds = (0..<block.transitionCount).map { Int(bytes[indices + $0]) }
    return kinds.allSatisfy { abs($0.offset) <= 93_600 } && transitionKinds.allSatisfy { $0 < kinds.count }
      && zip(transitions, transitions.dropFirst()).allSatisfy { $0 < $1 }
  }
}

extension [UInt8] {
  fileprivate func bigEndian(at offset: Int, count: Int) -> UInt64 {
    self[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
