/// The reference page and the editor types. Both are generated from the declarations, so they describe what the program does.
public enum APIDocumentation {
  /// `docs/reference.md`
  public static var reference: String { ReferencePage().text }

  /// `types/luawidget.lua`, for lua-language-server.
  public static var types: String { EditorTypes().text }
}
