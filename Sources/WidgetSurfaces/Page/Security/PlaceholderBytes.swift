import WidgetSystem

extension [UInt8] {
  /// The bytes with every occurrence of others replaced.
  ///
  /// The library's `replacing` compares elements through protocols: for a page of a hundred widgets it takes longer than all else.
  func replacing(bytes pattern: [UInt8], with replacement: [UInt8]) -> [UInt8] {
    guard !pattern.isEmpty else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let found = rest.offset(of: pattern) {
        result.append(contentsOf: rest.prefix(found))
        result.append(contentsOf: replacement)
        rest = rest.dropFirst(found + pattern.count)
      }
      result.append(contentsOf: rest)
    }
    return result
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// How many bytes come before the first occurrence of others; nil without one.
  fileprivate func offset(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first, let start = UnsafeRawBufferPointer(rebasing: self).baseAddress else { return nil }
    var offset = 0
    while count - offset >= pattern.count {
      guard let found = memchr(start + offset, Int32(first), count - offset - pattern.count + 1) else { return nil }
      if memcmp(found, pattern, pattern.count) == 0 { return UnsafeRawPointer(found) - start }
      offset = UnsafeRawPointer(found) - start + 1
    }
    return nil
  }
}
