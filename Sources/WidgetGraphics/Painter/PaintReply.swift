/// A painter's reply to a request.
public struct PaintReply: Sendable, Equatable {
  public var result: Result<Rendering, PaintError>

  /// The longest reply in bytes: more than the largest possible rendering.
  public static let maximumSize = 256 << 20

  public init(_ result: Result<Rendering, PaintError>) { self.result = result }

  /// The header before the bytes of a rendering.
  fileprivate struct Header: Codable {
    var width: Double?
    var height: Double?
    var notes: [Rendering.Note]?
    var error: Problem?

    struct Problem: Codable {
      var kind: Kind
      var reason: String?
      var image: ImageProblem?
      var width: Int?
      var height: Int?

      enum Kind: String, Codable {
        case badRequest = "bad_request"
        case tooLarge = "too_large"
        case image, drawing
      }
    }
  }

  /// The payload of a frame.
  public func encoded() -> [UInt8] {
    switch result {
    case .success(let rendering):
      PaintFrame.payload(
        Header(width: rendering.width, height: rendering.height, notes: rendering.notes), [rendering.bytes])
    case .failure(let error): PaintFrame.payload(Header(error: Header.Problem(error)), [])
    }
  }

  /// Decodes the payload of a frame.
  ///
  /// - Throws: Only ``PaintError/invalidReply(_:)``.
  public init(decoding payload: [UInt8]) throws(PaintError) {
    do throws(PaintFrame.Damaged) {
      let frame = try PaintFrame(payload)
      let header = try frame.decode(Header.self)
      if let problem = header.error {
        result = .failure(problem.error)
      } else if let width = header.width, let height = header.height {
        result = .success(
          Rendering(bytes: Array(frame.blob), width: width, height: height, notes: header.notes ?? []))
      } else {
        throw PaintFrame.Damaged(reason: "neither a rendering nor an error")
      }
    } catch { throw .invalidReply(error.reason) }
  }
}

extension PaintReply.Header.Problem {
  fileprivate init(_ error: PaintError) {
    switch error {
    case .badRequest(let reason): self.init(kind: .badRequest, reason: reason)
    case .tooLarge(let width, let height): self.init(kind: .tooLarge, width: width, height: height)
    case .image(let problem): self.init(kind: .image, image: problem)
    case .drawing(let reason): self.init(kind: .drawing, reason: reason)
    // Only a client sees these.
    case .cannotStart, .died, .timeout, .invalidReply: self.init(kind: .drawing, reason: error.description)
    }
  }

  fileprivate var error: PaintError {
    switch kind {
    case .badRequest: .badRequest(reason ?? "")
    case .tooLarge: .tooLarge(width: width ?? 0, height: height ?? 0)
    case .image: .image(image ?? .damaged)
    case .drawing: .drawing(reason ?? "")
    }
  }
}

/// A painter's output.
public struct Rendering: Sendable, Equatable {
  public var bytes: [UInt8]
  /// Points, or terminal cells for a ``TerminalImageRequest``.
  public var width: Double
  public var height: Double
  /// Images replaced by a placeholder, and why.
  public var notes: [Note]

  /// An image that isn't shown, and why.
  public struct Note: Sendable, Equatable, Codable {
    public var src: String
    public var problem: ImageProblem

    public init(src: String, problem: ImageProblem) {
      self.src = src
      self.problem = problem
    }
  }

  public init(bytes: [UInt8], width: Double, height: Double, notes: [Note] = []) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.notes = notes
  }
}
