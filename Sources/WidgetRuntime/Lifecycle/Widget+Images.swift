public import WidgetModel
import WidgetServices
import WidgetSystem

extension Widget {
  /// Loads the images in a view: files in the widget's folder, and URLs its manifest permits.
  ///
  /// Each URL is checked like a `fetch`'s, and no more are fetched than an update may fetch. Images that can't be loaded are left
  /// out; the painter draws a placeholder for them. Nothing is stored.
  public func images(of view: ViewNode) async -> [String: [UInt8]] {
    var names: [String] = []
    view.collectReferences(&names)
    var images: [String: [UInt8]] = [:]
    var remote: [String] = []
    for name in names where images[name] == nil && !remote.contains(name) {
      if MediaCovers.isName(name) {
        images[name] = await session.coverLoader?.image(name)
      } else if !name.contains("://") {
        images[name] = session.resource(name)
      } else if remote.count < configuration.fetchLimit {
        remote.append(name)
      }
    }
    let results = await services.fetcher.fetchAll(remote.map { FetchRequest($0) }, policy: session.policy)
    for (name, result) in zip(remote, results) {
      switch result {
      case .success(let response) where response.isOK: images[name] = response.body
      case .success(let response):
        warn("\(imageName(name)) is not shown: the server responded with status \(response.status)", name)
      case .failure(let error) where error.kind == .denied: break  // Reported with the view.
      case .failure(let error): warn("\(imageName(name)) is not shown: \(error.message)", name)
      }
    }
    return images
  }

  private func warn(_ message: String, _ image: String) { warn(message, at: imageLocations[image]) }

  /// Reports, once each, a view's images that can't be shown.
  func reportImages(in view: LuaValue) {
    guard case .table(let fields) = view else { return }
    for child in view["children"].array ?? [] { reportImages(in: child) }
    let location = ViewDecoder.location(of: fields)
    if let background = fields["background"]?.table?["image"], let source = try? LinkReader.image(background) {
      report(source, at: location)
    }
    if let image = fields["color_of"], let source = try? LinkReader.image(image) { report(source, at: location) }
    guard fields["type"]?.string == ViewKind.image.rawValue, let source = try? LinkReader.image(view["src"]) else { return }
    report(source, at: location)
  }

  private func report(_ source: ImageSource, at location: SourceLocation?) {
    switch source {
    case .pair: for image in source.images { report(image, at: location) }
    case .bytes(let bytes):
      if ImageType(startOf: bytes) == nil { warn("the image is not shown: its bytes are \(Self.formats)", at: location) }
    case .reference(let name):
      imageLocations[name] = location
      // A player has one or hasn't.
      if MediaCovers.isName(name) { return }
      if let (problem, remedy) = name.contains("://") ? problem(withURL: name) : problem(withResource: name) {
        warn("\(imageName(name)) is not shown: \(problem)" + (remedy.map { "; \($0)" } ?? ""), at: location)
      }
    }
  }

  private static let formats = "not those of a PNG, JPEG, GIF or WebP file"

  private func imageName(_ name: String) -> String { "the image \(String(name.prefix(200)).quoted)" }

  private func problem(withResource name: String) -> (String, remedy: String?)? {
    let folder = script.resources.chunkPrefix
    do {
      let bytes = try script.resources.read(name)
      return ImageType(startOf: bytes) == nil ? ("\(folder)/\(name) is not a PNG, JPEG, GIF or WebP file", nil) : nil
    } catch {
      switch error {
      case .badName:
        let file = name.split(separator: "/").last.map(String.init) ?? "logo.png"
        return ("only files of the widget's folder can be shown", "put it in \(folder)/ and write \(file.quoted)")
      case .notFound:
        let exists = (try? FileStatus(path: "\(script.resources.path)/\(name)")) != nil
        return (
          exists
            ? "\(folder)/\(name) is a link, a folder or a pipe, or has another name too" : "there is no file \(folder)/\(name)",
          nil
        )
      case .tooLarge(let size):
        return ("\(folder)/\(name) has \(size) bytes; an image may have \(ResourceFolder.maximumSize)", nil)
      case .unreadable(let reason): return ("\(folder)/\(name): \(reason)", nil)
      }
    }
  }

  private func problem(withURL url: String) -> (String, remedy: String?)? {
    do throws(WebAddress.Refusal) {
      let address = try WebAddress(parsing: url)
      do throws(FetchError) { try session.policy.check(address) } catch { return (error.message, error.remedy) }
      return nil
    } catch {
      let refused = FetchError(.url(error), target: "")
      return (refused.message, refused.remedy)
    }
  }
}

extension ViewNode {
  fileprivate func collectReferences(_ names: inout [String]) {
    for source in imageSources {
      if case .reference(let name) = source { names.append(name) }
    }
    for child in children { child.collectReferences(&names) }
  }
}
