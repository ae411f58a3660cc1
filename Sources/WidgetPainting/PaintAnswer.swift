/// What a painter answers.
public struct PaintAnswer: Sendable, Equatable {
  public var result: Result<PaintedPicture, PaintError>

  /// Bytes of an answer: more than the largest picture can have.
  public static let maximumSize = 256 << 20

  public init(_ result: Result<PaintedPicture, PaintError>) { self.result = result }

  /// The JSON of an answer; the picture follows it.
  fileprivate struct Header: Codable {
    var width: Double?
    var height: Double?
    var notes: [PaintedPicture.Note]?
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

  /// As a frame's payload.
  public func encoded() -> [UInt8] {
    switch result {
    case .success(let picture):
      PaintFrame.payload(Header(width: picture.width, height: picture.height, notes: picture.notes), [picture.bytes])
    case .failure(let error): PaintFrame.payload(Header(error: Header.Problem(error)), [])
    }
  }

  /// Reads a frame's payload.
  ///
  /// - Throws: Only ``PaintError/badAnswer(_:)``.
  public init(decoding payload: [UInt8]) throws(PaintError) {
    do throws(PaintFrame.Damaged) {
      let frame = try PaintFrame(payload)
      let header = try frame.decode(Header.self)
      if let problem = header.error {
        result = .failure(problem.error)
      } else if let width = header.width, let height = header.height {
        result = .success(
          PaintedPicture(bytes: Array(frame.blob), width: width, height: height, notes: header.notes ?? []))
      } else {
        throw PaintFrame.Damaged(reason: "neither a picture nor an error")
      }
    } catch { throw .badAnswer(error.reason) }
  }
}

extension PaintAnswer.Header.Problem {
  fileprivate init(_ error: PaintError) {
    switch error {
    case .badRequest(let reason): self.init(kind: .badRequest, reason: reason)
    case .tooLarge(let width, let height): self.init(kind: .tooLarge, width: width, height: height)
    case .image(let problem): self.init(kind: .image, image: problem)
    case .drawing(let reason): self.init(kind: .drawing, reason: reason)
    // What only a client sees.
    case .cannotStart, .died, .timeout, .badAnswer: self.init(kind: .drawing, reason: error.description)
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
