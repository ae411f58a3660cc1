public import WidgetHelpers
public import WidgetModel

/// Why a painter returned no rendering.
public enum PaintError: Error, Sendable, Equatable {
  /// The request is invalid: a broken frame, a field with the wrong type, a size out of range.
  case badRequest(String)
  /// The rendering would have more pixels than allowed.
  case tooLarge(width: Int, height: Int)
  /// The image of a ``TerminalImageRequest`` can't be shown.
  case image(ImageProblem)
  /// Drawing failed for a reason that isn't the request's fault.
  case drawing(String)
  /// The painter couldn't be started.
  case cannotStart(path: String, reason: String)
  /// The painter died while drawing. The next request starts another one.
  case died(WorkerDeath)
  /// The painter exceeded this limit in seconds and was killed.
  case timeout(seconds: Double)
  /// The reply couldn't be decoded, or contained more than the requested image.
  case invalidReply(String)
}

/// Why an image is not shown. A rendering draws a placeholder instead.
public enum ImageProblem: String, Error, Sendable, Equatable, CaseIterable, FieldValue {
  /// Its bytes were not supplied.
  case missing
  /// It's not PNG, JPEG, GIF or WebP.
  case unknownFormat = "unknown_format"
  /// It has more than 4 MiB.
  case tooManyBytes = "too_many_bytes"
  /// It has more than 16 megapixels, or a side beyond 16 384.
  case tooManyPixels = "too_many_pixels"
  /// It's truncated or corrupt.
  case damaged
  /// It takes too long to decode: too many scans, or more than two seconds.
  case tooComplex = "too_complex"
}

extension PaintError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badRequest(let reason): "the painter refused the request: \(reason)"
    case .tooLarge(let width, let height): "a rendering of \(width) x \(height) pixels is too large"
    case .image(let problem): "the image cannot be shown: \(problem)"
    case .drawing(let reason): "drawing failed: \(reason)"
    case .cannotStart(let path, let reason): HelperProblem.cannotStart(path, reason)
    case .died(let death): HelperProblem(death).text(of: .painter)
    case .timeout(let seconds): "the painter exceeded its limit of \(seconds) s"
    case .invalidReply(let reason): "invalid reply from the painter: \(reason)"
    }
  }
}

extension ImageProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "it is missing"
    case .unknownFormat: "it is not a PNG, JPEG, GIF or WebP"
    case .tooManyBytes: "it has more than 4 MiB"
    case .tooManyPixels: "it has more than 16 megapixels"
    case .damaged: "it is damaged"
    case .tooComplex: "decoding it takes too long"
    }
  }
}
