extension String {
  /// The first line of a pasted text that is not blank, without the spaces around it and without control characters.
  var pastedLine: String {
    for line in split(whereSeparator: \.isNewline) {
      let scalars = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
      let text = String(String.UnicodeScalarView(scalars))
      guard let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace })
      else { continue }
      return String(text[first...last])
    }
    return ""
  }
}
