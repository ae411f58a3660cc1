public import WidgetModel

/// Embeds a snapshot's images, for a page that loads nothing.
///
/// Each image is checked like one that the painter draws: its header before any decoder sees it (``ImageHeader``), then whether it
/// can be decoded. Only the first frame of an animation is embedded. Rejected images keep their alternative text.
public struct EmbeddedImages {
  /// The largest size of all images on a page in bytes. An image counts as often as it's shown.
  public static let sizeLimit = 16 << 20

  private let files: [String: [UInt8]]
  private let isRedacted: Bool
  /// Whether the card's layout decides its images' sizes.
  private let isPlaced: Bool
  private let check: (_ image: [UInt8]) -> ImageProblem?
  private var remaining = sizeLimit
  /// The images checked so far, by name.
  private var checked: [String: Result<Checked, ImageProblem>] = [:]

  /// An image that can be shown.
  private struct Checked {
    var bytes: [UInt8]
    var height: Int
  }

  /// Rejected images, each once, with the reason.
  public private(set) var notes: [(src: String, problem: String)] = []

  /// - Parameter check: Why an image whose header is fine can't be decoded; see ``ImageCheck``.
  public init(
    files: [String: [UInt8]], isRedacted: Bool, isPlaced: Bool = false, check: @escaping (_ image: [UInt8]) -> ImageProblem?
  ) {
    self.files = files
    self.check = check
    self.isPlaced = isPlaced
    self.isRedacted = isRedacted
  }

  /// The snapshot with bytes instead of names.
  public mutating func embedded(in snapshot: Snapshot) -> Snapshot {
    var snapshot = snapshot
    if var view = snapshot.view {
      embed(in: &view)
      snapshot.view = view
    }
    return snapshot
  }

  private mutating func embed(in node: inout ViewNode) {
    // Redacted content isn't drawn.
    if isRedacted, case .private = node.content { return }
    if case .image(let source, let mode) = node.content {
      let shown = embedded(source)
      node.content = .image(shown.source, mode: mode)
      // A filling image without a size keeps its height when the page gets narrower.
      if !isPlaced, let height = shown.height, mode == .fill, node.style.width == nil, node.style.height == nil,
        node.style.aspectRatio == nil, node.style.maxHeight == nil
      {
        node.style.height = Double(height)
      }
    }
    if var effects = node.style.effects, let source = effects.backgroundImage {
      effects.backgroundImage = embedded(source).source
      node.style.effects = effects
    }
    for index in node.children.indices { embed(in: &node.children[index]) }
  }

  private mutating func embedded(_ source: ImageSource) -> (source: ImageSource, height: Int?) {
    let name: String
    let bytes: [UInt8]?
    switch source {
    case .pair:
      let (light, dark) = (embedded(source.resolved(.light)), embedded(source.resolved(.dark)))
      return (.pair(light: light.source, dark: dark.source), light.height ?? dark.height)
    case .reference(let reference): (name, bytes) = (reference, files[reference])
    case .bytes(let own): (name, bytes) = ("", own)
    }
    do throws(ImageProblem) {
      guard let bytes else { throw .missing }
      let image = try checked(bytes, named: name)
      guard image.bytes.count <= remaining else {
        note(name, "the images of the page have more than \(Self.sizeLimit >> 20) MiB")
        return (.reference(name), nil)
      }
      remaining -= image.bytes.count
      return (.bytes(image.bytes), image.height)
    } catch {
      note(name, error.description)
      return (.reference(name), nil)
    }
  }

  private mutating func checked(_ bytes: [UInt8], named name: String) throws(ImageProblem) -> Checked {
    if !name.isEmpty, let known = checked[name] { return try known.get() }
    let result: Result<Checked, ImageProblem>
    do throws(ImageProblem) {
      let header = try ImageHeader(bytes)
      let frame = try ImageComplexity.firstFrame(of: bytes, header)
      if let problem = check(frame) { throw problem }
      result = .success(Checked(bytes: frame, height: header.height))
    } catch { result = .failure(error) }
    if !name.isEmpty { checked[name] = result }
    return try result.get()
  }

  private mutating func note(_ name: String, _ problem: String) {
    if !notes.contains(where: { $0.src == name && $0.problem == problem }), notes.count < 100 { notes.append((name, problem)) }
  }
}
