/// A word of a shell command.
public enum ShellWord {
  /// Unchanged if that is safe, otherwise in single quotes (POSIX 2.2.2).
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_-./,:+@%".utf8.contains($0) }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
