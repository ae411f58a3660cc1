/// Properties of a text found from its bytes, much faster than by Unicode's rules.
struct PlainText {
  /// Printable ASCII without spaces at its ends.
  let isOneLine: Bool
  /// Whether only its spaces are line break opportunities, and all of them.
  let breaksAtSpacesOnly: Bool

  init(_ text: String) {
    self = text.utf8.withContiguousStorageIfAvailable { PlainText(bytes: $0) } ?? PlainText(bytes: text.utf8)
  }

  private init(bytes: some Sequence<UInt8>) {
    var isOneLine = true
    var breaksAtSpacesOnly = true
    var isAfterNumber = false
    var first: UInt8 = 0
    var (last, beforeLast): (UInt8, UInt8) = (0, 0)
    // Of the word before the last space, and of the one being read.
    var (wordLength, length) = (0, 0)
    for byte in bytes {
      if first == 0 { first = byte }
      // A unit may follow a number.
      if isAfterNumber, byte >= UInt8(ascii: "A") { breaksAtSpacesOnly = false }
      // So may a number a currency.
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isDigit, last == UInt8(ascii: " "), FigureText.mayBeCurrency(length: wordLength, last: beforeLast) {
        breaksAtSpacesOnly = false
      }
      if byte == UInt8(ascii: " ") { (wordLength, length) = (length, 0) } else { length += 1 }
      beforeLast = last
      isAfterNumber = byte == UInt8(ascii: " ") && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
      last = byte
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"):
        break
      case 0x21...0x7E: breaksAtSpacesOnly = false
      default:
        self.isOneLine = false
        self.breaksAtSpacesOnly = false
        return
      }
    }
    if first == UInt8(ascii: " ") || last == UInt8(ascii: " ") { isOneLine = false }
    self.isOneLine = isOneLine
    self.breaksAtSpacesOnly = breaksAtSpacesOnly
  }
}
