import WidgetModel
import WidgetPainting

/// The images of a page. A page loads nothing, so their bytes stand in the view in place of their names.
///
/// Each one is checked as a painter checks it before any decoder sees it (``ImageHeader``). What is not shown keeps its words.
struct PageImages {
  /// Bytes of all the images of a page, each counted as often as it is shown.
  static let mostBytes = 16 << 20

  private let files: [String: [UInt8]]
  private let isRedacted: Bool
  private var room = mostBytes
  /// What has been looked at, by name.
  private var headers: [String: Result<ImageHeader, ImageProblem>] = [:]
  /// Images that are not shown, each once, and why.
  private(set) var notes: [(src: String, problem: String)] = []

  init(files: [String: [UInt8]], isRedacted: Bool) {
    self.files = files
    self.isRedacted = isRedacted
  }

  /// The snapshot with its images in it.
  mutating func embedded(in snapshot: Snapshot) -> Snapshot {
    var snapshot = snapshot
    if var view = snapshot.view {
      embed(in: &view)
      snapshot.view = view
    }
    return snapshot
  }

  private mutating func embed(in node: inout ViewNode) {
    // What is private is not drawn, and so not looked at.
    if isRedacted, case .private = node.content { return }
    if case .image(let source, let mode) = node.content {
      let shown = embedded(source)
      node.content = .image(shown.source, mode: mode)
      // One that fills and has no size of its own keeps its height where it is made narrower.
      if let height = shown.height, mode == .fill, node.style.width == nil, node.style.height == nil,
        node.style.aspectRatio == nil
      {
        node.style.height = Double(height)
      }
    }
    for index in node.children.indices { embed(in: &node.children[index]) }
  }

  private mutating func embedded(_ source: ImageSource) -> (source: ImageSource, height: Int?) {
    let name: String
    let bytes: [UInt8]?
    switch source {
    case .reference(let reference): (name, bytes) = (reference, files[reference])
    case .bytes(let own): (name, bytes) = ("", own)
    }
    do throws(ImageProblem) {
      guard let bytes else { throw .missing }
      let header = try header(bytes, named: name)
      guard bytes.count <= room else {
        note(name, "the images of the page have more than \(Self.mostBytes >> 20) MiB")
        return (.reference(name), nil)
      }
      room -= bytes.count
      return (.bytes(bytes), header.height)
    } catch {
      note(name, error.description)
      return (.reference(name), nil)
    }
  }

  private mutating func header(_ bytes: [UInt8], named name: String) throws(ImageProblem) -> ImageHeader {
    if !name.isEmpty, let known = headers[name] { return try known.get() }
    let result: Result<ImageHeader, ImageProblem>
    do throws(ImageProblem) { result = .success(try ImageHeader(bytes)) } catch { result = .failure(error) }
    if !name.isEmpty { headers[name] = result }
    return try result.get()
  }

  private mutating func note(_ name: String, _ problem: String) {
    if !notes.contains(where: { $0.src == name && $0.problem == problem }), notes.count < 100 { notes.append((name, problem)) }
  }
}
