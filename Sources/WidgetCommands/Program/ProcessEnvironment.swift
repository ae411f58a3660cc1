import WidgetSystem

/// The environment variables of the process, read without Foundation.
package enum ProcessEnvironment {
  package static var current: [String: String] {
    var count = 0
    while environ[count] != nil { count += 1 }
    var result: [String: String] = [:]
    result.reserveCapacity(count)
    var entry = environ
    while let pointer = entry.pointee {
      if let equals = strchr(pointer, CInt(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: pointer, count: equals - pointer)
        result[String(decoding: name, as: UTF8.self)] = String(cString: equals + 1)
      }
      entry += 1
    }
    return result
  }
}
