import WidgetHelpers
public import WidgetModel
public import WidgetRendering

/// A painter's reply to a request.
public struct PaintReply: Sendable, Equatable {
  public var result: Result<Rendering, PaintError>

  /// The longest reply in bytes: more than the largest possible rendering.
  public static let maximumSize = 256 << 20

  public init(_ result: Result<Rendering, PaintError>) { self.result = result }

  /// The kinds of reply.
  private enum Kind: String {
    case rendering
    case badRequest = "bad_request"
    case tooLarge = "too_large"
    case image, drawing
  }

  /// The payload of a frame.
  public func encoded() -> [UInt8] {
    switch result {
    case .success(let rendering):
      Self.payload(
        .rendering, .number(rendering.width), .number(rendering.height), rendering.notes.stored, rendering.report.stored,
        .boolean(rendering.hasFonts), blobs: [rendering.bytes])
    // A host of any version can read this one.
    case .failure(.badRequest(HelperProblem.upgraded)):
      PaintFrame.payload(
        ["error": ["kind": .string(Kind.badRequest.rawValue), "reason": .string(HelperProblem.upgraded)]], [])
    case .failure(.badRequest(let reason)): Self.payload(.badRequest, .string(reason))
    case .failure(.tooLarge(let width, let height)):
      Self.payload(.tooLarge, .integer(Int64(width)), .integer(Int64(height)))
    case .failure(.image(let problem)): Self.payload(.image, .string(problem.rawValue))
    case .failure(.drawing(let reason)): Self.payload(.drawing, .string(reason))
    // Only a client sees these.
    case .failure(let error): Self.payload(.drawing, .string(error.description))
    }
  }

  private static func payload(_ kind: Kind, _ parts: LuaValue..., blobs: [[UInt8]] = []) -> [UInt8] {
    PaintFrame.payload(.array([.string(kind.rawValue)] + parts), blobs)
  }

  /// Decodes the payload of a frame.
  ///
  /// - Throws: Only ``PaintError/invalidReply(_:)``.
  public init(decoding payload: [UInt8]) throws(PaintError) {
    do throws(PaintFrame.Damaged) {
      let frame = try PaintFrame(payload)
      let header = try frame.decode()
      let parts = header.array ?? []
      let kind = parts.first?.string.flatMap(Kind.init)
      switch (kind, parts.count) {
      case (.rendering, 6):
        guard let width = parts[1].double, let height = parts[2].double, let notes = [Rendering.Note](stored: parts[3]),
          let report = FitReport(stored: parts[4]), let hasFonts = parts[5].boolean
        else {
          throw PaintFrame.Damaged(reason: "an incomplete rendering")
        }
        result = .success(
          Rendering(
            bytes: Array(frame.blob), width: width, height: height, notes: notes, report: report, hasFonts: hasFonts))
      case (.tooLarge, 3):
        guard let width = parts[1].integer.flatMap(Int.init(exactly:)), let height = parts[2].integer.flatMap(Int.init(exactly:))
        else { throw PaintFrame.Damaged(reason: "a size without numbers") }
        result = .failure(.tooLarge(width: width, height: height))
      case (.image, 2): result = .failure(.image(parts[1].string.flatMap(ImageProblem.init) ?? .damaged))
      case (.badRequest, 2): result = .failure(.badRequest(parts[1].string ?? ""))
      case (.drawing, 2): result = .failure(.drawing(parts[1].string ?? ""))
      case _ where header["error"]["reason"].string == HelperProblem.upgraded:
        result = .failure(.badRequest(HelperProblem.upgraded))
      default: throw PaintFrame.Damaged(reason: "neither a rendering nor an error")
      }
    } catch { throw .invalidReply(error.reason) }
  }
}

/// The output of a painter.
public struct Rendering: Sendable, Equatable {
  public var bytes: [UInt8]
  /// Points, or terminal cells for a ``TerminalImageRequest``.
  public var width: Double
  public var height: Double
  /// Images replaced by a placeholder, and why.
  public var notes: [Note]
  /// Everything a card had to leave out.
  public var report: FitReport
  /// Whether there's any font: without one, each letter is a box.
  public var hasFonts: Bool

  /// The message to a user without fonts, with what helps.
  public static let fontless = "pictures have boxes in place of letters; try installing fonts-dejavu-core"

  /// An image that is not shown, and why.
  public struct Note: Sendable, Equatable {
    public var src: String
    public var problem: ImageProblem

    public init(src: String, problem: ImageProblem) {
      self.src = src
      self.problem = problem
    }
  }

  public init(
    bytes: [UInt8], width: Double, height: Double, notes: [Note] = [], report: FitReport = FitReport(), hasFonts: Bool = true
  ) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.notes = notes
    self.report = report
    self.hasFonts = hasFonts
  }
}

extension Rendering.Note: FieldCoded {
  public init() { self.init(src: "", problem: .damaged) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("src", &src)
    coder.code("problem", &problem)
  }
}
