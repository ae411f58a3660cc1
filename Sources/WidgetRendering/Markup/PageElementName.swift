/// The elements that only the page around cards has: no view becomes one of them.
package enum PageElementName: String, Sendable, CaseIterable {
  case form, input, label, select, option, datalist, noscript
  /// With the address of one of our files.
  case link, script

  /// Has no content and no end tag.
  var isVoid: Bool { self == .input || self == .link }
}
