import WidgetModel

extension Widget {
  /// Checks the entry points that the script defines.
  func checkGlobals(_ loaded: LuaValue) throws(Failure) {
    for entryPoint in EntryPoint.all {
      let type = loaded[entryPoint.name].string ?? "nil"
      guard type == "nil" || type == "function" else {
        throw Failure(
          .load, "\(entryPoint.name) must be a function, got \(type)", at: definition(of: entryPoint.name),
          remedy: "write function \(entryPoint.name)(...) ... end")
      }
    }
    if let scheme = session.manifest.urlSchemes.first, loaded["on_open"].string != "function" {
      throw Failure(
        .load, "url_schemes has \(scheme.quoted), but \(script.chunkName) does not define on_open",
        remedy: "add: function on_open(url) end")
    }
    guard loaded["perform_update"].string == "function" || loaded["content"].string == "function" else {
      let message = "\(script.chunkName) defines neither content nor perform_update"
      if let (remedy, line) = nearMiss() {
        throw Failure(.load, message, at: SourceLocation(file: script.chunkName, line: line), remedy: remedy)
      }
      throw Failure(.load, message, remedy: "add: function content(context) return ui.text \"Hello\" end")
    }
  }

  /// A function that was probably meant to be an entry point: a local one, or one with a similar name.
  private func nearMiss() -> (remedy: String, line: Int)? {
    let names = ["content", "perform_update"]
    let tokens = LuaSource(String(decoding: script.source, as: UTF8.self)).tokens
    for index in tokens.indices.dropLast() where tokens[index].text == "function" && tokens[index + 1].kind == .name {
      let name = String(tokens[index + 1].text)
      let isLocal = index > 0 && tokens[index - 1].text == "local"
      let nearest = names.contains(name) ? name : NearestName.of(name, among: names)
      guard let nearest, isLocal || nearest != name else { continue }
      let line = tokens[index].line
      if nearest == name { return ("write function \(name)(context) without \"local\": luawidget calls a global function", line) }
      return ("did you mean function \(nearest)? This one is named \(name)", line)
    }
    return nil
  }

  /// The first line that assigns a global.
  private func definition(of name: String) -> SourceLocation? {
    let source = LuaSource(String(decoding: script.source, as: UTF8.self))
    let line = source.code.firstIndex {
      $0.hasPrefix(name) && $0.dropFirst(name.count).drop(while: \.isWhitespace).hasPrefix("=")
    }
    return line.map { SourceLocation(file: script.chunkName, line: $0 + 1) }
  }
}
