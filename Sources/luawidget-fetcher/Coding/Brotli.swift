import CBrotli

/// Decodes the content coding `br` (RFC 7932).
enum Brotli {
  /// - Parameter limit: Maximum decoded bytes; decoding stops there, so a small bomb can't use more memory.
  static func decode(_ bytes: [UInt8], limit: Int) throws(ContentCoding.Failure) -> [UInt8] {
    guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { throw .damaged }
    defer { BrotliDecoderDestroyInstance(decoder) }
    var decoded: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    var consumed = 0
    while true {
      var available = bytes.count - consumed
      var free = part.count
      let result = bytes.withUnsafeBufferPointer { input in
        part.withUnsafeMutableBufferPointer { output in
          var next = input.baseAddress.map { $0 + consumed }
          var target = output.baseAddress
          return BrotliDecoderDecompressStream(decoder, &available, &next, &free, &target, nil)
        }
      }
      let produced = part.count - free
      guard decoded.count + produced <= limit else { throw .tooLarge }
      decoded.append(contentsOf: part[..<produced])
      consumed = bytes.count - available
      switch result {
      case BROTLI_DECODER_RESULT_SUCCESS:
        guard available == 0 else { throw .damaged }
        return decoded
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
      default: throw .damaged
      }
    }
  }
}
