extension HostModule {
  static let xml = HostModule(
    "xml",
    "XML 1.0. Names keep their prefix.",
    [
      HostFunction(
        "xml.decode",
        """
        Returns the root element, or nil and an error with line and column. You can use HTML's entities; a document declaring \
        its own is refused, and nothing outside the document is read. The encoding is the declared one. `response:xml()` also \
        takes the charset of the response into account.
        """, HostField("text", .string),
        returns: [HostField("root", .optional(.named("Element"))), .error],
        limits: "4 MiB, 100 000 elements and texts, nested 256 deep")
    ])
}
