/// How the controls of a view work on a live page: each is a button of a form, so that it works without JavaScript too.
package struct HTMLControls: Sendable {
  /// The id of the form.
  package var form: String
  /// Where a tap is sent.
  package var path: String
  /// The name of the field.
  package var name: String
  /// The value of the field, before the number of the handler.
  package var prefix: String

  package init(form: String, path: String, name: String, prefix: String) {
    self.form = form
    self.path = path
    self.name = name
    self.prefix = prefix
  }

  func attributes(action: Int) -> [MarkupAttribute?] {
    [
      .word(.type, "submit"), .own(.form, form), .own(.formAction, path), .own(.name, name),
      .own(.value, prefix + String(action)),
    ]
  }
}
