/// The vocabularies of feeds.
enum FeedSpace: Hashable {
  /// RSS itself, which has no namespace in most of its versions.
  case plain
  case atom, content, dublinCore, media, itunes, rdf, xhtml, other

  init(uri: String) {
    let key = uri.lowercased()
    self =
      switch key.hasSuffix("/") || key.hasSuffix("#") ? String(key.dropLast()) : key {
      case "", "http://purl.org/rss/1.0", "http://my.netscape.com/rdf/simple/0.9", "http://channel.netscape.com/rdf/simple/0.9",
        "http://purl.org/net/rss1.1", "http://backend.userland.com/rss", "http://backend.userland.com/rss2",
        "http://blogs.law.harvard.edu/tech/rss":
        .plain
      case "http://www.w3.org/2005/atom", "http://purl.org/atom/ns": .atom
      case "http://purl.org/rss/1.0/modules/content": .content
      case "http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0", "http://purl.org/dc/terms": .dublinCore
      case "http://search.yahoo.com/mrss": .media
      case "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes
      case "http://www.w3.org/1999/02/22-rdf-syntax-ns": .rdf
      case "http://www.w3.org/1999/xhtml": .xhtml
      default: .other
      }
  }

  /// The usual meaning of an undeclared prefix.
  init(undeclared prefix: String) {
    self =
      switch prefix {
      case "atom", "a10": .atom
      case "content": .content
      case "dc", "dcterms": .dublinCore
      case "media": .media
      case "itunes": .itunes
      case "rdf": .rdf
      case "xhtml": .xhtml
      default: .other
      }
  }
}

struct FeedName: Hashable {
  var space: FeedSpace
  var local: String

  init(_ space: FeedSpace, _ local: String) {
    self.space = space
    self.local = local
  }
}

/// A document whose names are resolved by the namespaces it declares, not by their prefixes.
///
/// Source: Namespaces in XML 1.0.
struct FeedElements {
  let document: XMLDocument
  /// One per node; meaningless for text.
  private(set) var names: [FeedName] = []

  init(_ document: XMLDocument) {
    self.document = document
    names.reserveCapacity(document.nodes.count)
    // The declarations in effect by prefix, each with its depth.
    var declared: [String: [(depth: Int, space: FeedSpace)]] = [:]
    var made: [(depth: Int, prefix: String)] = []
    for node in document.nodes {
      while let last = made.last, last.depth >= node.depth {
        declared[last.prefix]?.removeLast()
        made.removeLast()
      }
      guard case .element(let name, let attributes) = node.content else {
        names.append(FeedName(.other, ""))
        continue
      }
      for attribute in attributes where attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:") {
        let prefix = String(attribute.name.dropFirst(6))
        declared[prefix, default: []].append((node.depth, FeedSpace(uri: attribute.value)))
        made.append((node.depth, prefix))
      }
      let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let prefix = parts.count == 2 ? String(parts[0]) : ""
      let space = declared[prefix]?.last?.space ?? (prefix.isEmpty ? .plain : FeedSpace(undeclared: prefix))
      names.append(FeedName(space, String(parts.last ?? "")))
    }
  }

  /// The child elements of an element by name, each list in document order.
  func children(_ index: Int) -> [FeedName: [Int]] {
    var children: [FeedName: [Int]] = [:]
    for child in document.children(index) where document.name(child) != nil { children[names[child], default: []].append(child) }
    return children
  }

  func attribute(_ index: Int, _ name: String) -> String? {
    document.attributes(index).first { $0.name == name }?.value
  }

  /// An element's trimmed text; nil if nothing is left.
  func text(_ index: Int?) -> String? {
    guard let index else { return nil }
    return FeedText.trimmed(document.text(index))
  }

  /// The base of relative URLs within an element (`xml:base`).
  func base(_ index: Int, within outer: FeedURL?) -> FeedURL? {
    attribute(index, "xml:base").flatMap { FeedURL($0) }.map { $0.resolved(against: outer) } ?? outer
  }
}
