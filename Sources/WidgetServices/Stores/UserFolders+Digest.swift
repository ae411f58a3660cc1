package import WidgetSystem

extension UserFolders {
  /// A word that differs for each folder of stored data, for names in a folder that several `HOME`s of a user share.
  package var stateDigest: String { String(SHA256.hash(state ?? "").hexadecimal.prefix(12)) }
}
