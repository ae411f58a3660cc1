extension Array {
  /// Calls a function with each element where it is: a loop would copy it, and so count the references of everything in it.
  @inline(__always)
  func forEachInPlace(_ body: (Element) -> Void) {
    withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      for index in 0..<buffer.count { body((first + index).pointee) }
    }
  }
}
