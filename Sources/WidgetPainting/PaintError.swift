public import WidgetEngine

/// Why there is no picture.
public enum PaintError: Error, Sendable, Equatable {
  /// The request is not one that a painter takes: a broken frame, a field of a wrong type, a size that is none.
  case badRequest(String)
  /// More pixels than a picture may have.
  case tooLarge(width: Int, height: Int)
  /// Of a terminal's picture: the image cannot be shown.
  case image(ImageProblem)
  /// Something of ours went wrong while drawing.
  case drawing(String)
  /// The painter could not be started.
  case cannotStart(path: String, reason: String)
  /// The painter died while it drew; the next request gets another one.
  case died(WorkerDeath)
  /// The painter took longer than this (seconds), and was ended.
  case timeout(seconds: Double)
  /// The painter's answer was not one.
  case badAnswer(String)
}

/// Why a foreign image is not shown. In a snapshot's picture a placeholder stands in its place.
public enum ImageProblem: String, Error, Sendable, Equatable, CaseIterable, Codable {
  /// Nobody gave its bytes.
  case missing
  /// Not PNG, JPEG, GIF or WebP.
  case unknownFormat = "unknown_format"
  /// More than 4 MiB.
  case tooManyBytes = "too_many_bytes"
  /// More than 16 megapixels, or a side beyond 16 384.
  case tooManyPixels = "too_many_pixels"
  /// Cut off, or broken inside.
  case damaged
}

extension PaintError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badRequest(let reason): "the painter refused the request: \(reason)"
    case .tooLarge(let width, let height): "a picture of \(width) x \(height) pixels is too large"
    case .image(let problem): "the image cannot be shown: \(problem)"
    case .drawing(let reason): "the picture could not be drawn: \(reason)"
    case .cannotStart(let path, let reason): "\(path) could not be started: \(reason)"
    case .died(.signalled(let signal)): "the painter was ended by signal \(signal)"
    case .died(.exited(let status)): "the painter ended with status \(status)"
    case .timeout(let seconds): "the painter took longer than \(seconds) s"
    case .badAnswer(let reason): "the painter's answer was not understood: \(reason)"
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
    }
  }
}
