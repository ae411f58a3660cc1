import CIconv
import WidgetSystem

/// Converts text in other charsets to UTF-8 (iconv).
public enum CharsetDecoder {
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// The text of a response, decoded as in browsers: a byte order mark takes precedence, then the charset of the Content-Type,
  /// then UTF-8.
  ///
  /// - Parameters:
  ///   - contentType: `text/html; charset=windows-1251`; an unknown charset counts as UTF-8.
  /// - Returns: UTF-8 without a byte order mark. Ill-formed input becomes U+FFFD.
  public static func decode(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return decode(bytes.dropFirst(2), from: .utf16le) }
    if bytes.starts(with: [0xFE, 0xFF]) { return decode(bytes.dropFirst(2), from: .utf16be) }
    let charset = contentType.flatMap { Charset.label(ofContentType: $0) }.flatMap { Charset(label: $0) }
    return decode(bytes[...], from: charset ?? .utf8)
  }

  /// - Returns: UTF-8, with U+FFFD for ill-formed input. If the system doesn't know the charset, the input is taken as UTF-8.
  static func decode(_ bytes: ArraySlice<UInt8>, from charset: Charset) -> [UInt8] {
    guard charset != .utf8, let converter = iconv_open("UTF-8", charset.name), Int(bitPattern: converter) != -1 else {
      return repaired(bytes)
    }
    defer { iconv_close(converter) }
    // An ill-formed code unit is skipped as a whole.
    let unit = charset == .utf16le || charset == .utf16be ? 2 : 1
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    // iconv takes a pointer it could write to, but doesn't.
    var input = bytes.map { CChar(bitPattern: $0) }
    input.withUnsafeMutableBufferPointer { input in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
        var next = input.baseAddress
        var left = input.count
        var isFlushed = false
        while !isFlushed {
          var free = buffer.baseAddress
          var unused = buffer.count
          let isEnd = left == 0
          // Some charsets hold a character back until they know whether an accent follows; the call without input releases it.
          let converted = isEnd ? iconv(converter, nil, nil, &free, &unused) : iconv(converter, &next, &left, &free, &unused)
          let problem = converted == -1 ? errno : 0
          output.append(contentsOf: UnsafeRawBufferPointer(buffer).prefix(buffer.count - unused))
          isFlushed = isEnd && problem != E2BIG
          guard !isEnd, problem == EILSEQ || problem == EINVAL else { continue }
          output += replacement
          // EINVAL: the input ends within a character.
          let skipped = problem == EINVAL ? left : min(unit, left)
          left -= skipped
          next = next?.advanced(by: skipped)
        }
      }
    }
    return output
  }

  private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] { Array(String(decoding: bytes, as: UTF8.self).utf8) }
}
