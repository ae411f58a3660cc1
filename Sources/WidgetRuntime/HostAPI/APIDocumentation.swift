/// The reference page, the page on Lua and the editor types. All are generated from the declarations, so they describe what the program does.
public enum APIDocumentation {
  /// `docs/reference.md`
  public static var reference: String { ReferencePage().text }

  /// `docs/lua.md`
  public static var standardLibrary: String { StandardLibraryPage().text }

  /// `types/luawidget.lua`, for lua-language-server.
  public static var types: String { EditorTypes().text }
}
