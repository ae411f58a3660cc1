/// Why a text couldn't be parsed as XML, and where.
public struct XMLError: Error, Sendable, Equatable {
  public var problem: XMLProblem
  /// From 1. Columns count characters.
  public var line: Int
  public var column: Int
}

public enum XMLProblem: Sendable, Equatable {
  /// Exceeded limits of ``XMLReader``.
  case tooLarge, tooManyNodes, tooDeep, tooManyAttributes(element: String), nameTooLong, tooManyDeclarations
  case noElement
  /// The text ends before an element is closed.
  case unclosed(String)
  /// An element is closed by another name; nil if that name can't be shown.
  case mismatch(open: String, closing: String?)
  /// Text, or another element, follows the root element.
  case afterRoot
  case duplicateAttribute(String?)
  /// The document type declares an entity.
  case entityDeclared(String)
  case unknownEntity(String)
  case bareAmpersand, bareLessThan
  case forbiddenCharacter(UInt32)
  case unexpected(String)
  case invalidBytes
  case badCharacterReference
  case unfinishedTag, unfinishedSection
  case lateDeclaration, badDeclaration
  case unknownEncoding(String), wrongEncoding
  case amplification, outOfMemory, syntax
}

extension XMLError: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(problem)" }
}

extension XMLProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge: "the text is larger than \(XMLReader.maximumSize >> 20) MiB"
    case .tooManyNodes: "more than \(XMLReader.maximumNodes) elements and texts"
    case .tooDeep: "more than \(XMLReader.maximumDepth) levels of nested elements"
    case .tooManyAttributes(let element): "the element <\(element)> has more than \(XMLReader.maximumAttributes) attributes"
    case .tooManyDeclarations: "the document type declares more than \(XMLReader.maximumDeclaredAttributes) attributes"
    case .nameTooLong: "a name is longer than \(XMLReader.maximumName) bytes"
    case .noElement: "there is no element"
    case .unclosed(let name): "the text ends before the element <\(name)> is closed"
    case .mismatch(let open, let closing?): "the element <\(open)> is closed by </\(closing)>"
    case .mismatch(let open, nil): "the element <\(open)> is closed by another name"
    case .afterRoot: "something follows the end of the root element"
    case .duplicateAttribute(let name?): "the attribute \(name) appears twice"
    case .duplicateAttribute(nil): "an attribute appears twice"
    case .entityDeclared(let name): "the document declares an entity, \(name), which isn't allowed"
    case .unknownEntity(let name): "the entity &\(name); is not known"
    case .bareAmpersand: "write an & as &amp; unless it begins an entity"
    case .bareLessThan: "write a < as &lt; unless it begins a tag"
    case .forbiddenCharacter(let code):
      "the character U+\(String(repeating: "0", count: max(0, 4 - String(code, radix: 16).count)))"
        + "\(String(code, radix: 16, uppercase: true)) is not allowed"
    case .unexpected(let character): "\(character) is not allowed here"
    case .invalidBytes: "the bytes are not text in the document's encoding"
    case .badCharacterReference: "a reference to a nonexistent or forbidden character"
    case .unfinishedTag: "the text ends inside a tag, a comment or an instruction"
    case .unfinishedSection: "a CDATA section is not closed"
    case .lateDeclaration: "the declaration <?xml ... ?> must be the very beginning"
    case .badDeclaration: "the declaration <?xml ... ?> is not well-formed"
    case .unknownEncoding(let name): "the encoding \(name) is not supported"
    case .wrongEncoding: "the text isn't in the encoding it declares"
    case .amplification: "its entities expand too much"
    case .outOfMemory: "there is not enough memory"
    case .syntax: "this is not XML"
    }
  }
}
