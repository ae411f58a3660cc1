import Foundation
import Testing
import WidgetServices
import WidgetTesting

@Suite struct SecretStoreTests {
  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("a secret file has mode 0600, in a folder per widget")
  func files() throws {
    try withTemporaryFolder { folder throws in
      let store = FileSecretStore(root: .file("\(folder)/config/secrets"))
      #expect(try store.value("token", of: "w-1") == nil)
      #expect(try store.set("one", "token", of: "w-1").description == "\(folder)/config/secrets/w-1/token")
      #expect(try store.set("two", "token", of: "w-1").description == "\(folder)/config/secrets/w-1/token")
      #expect(try store.value("token", of: "w-1") == "two")
      #expect(try store.value("token", of: "w-2") == nil)
      #expect(try mode("\(folder)/config/secrets/w-1/token") == 0o600)
      #expect(try mode("\(folder)/config/secrets/w-1") == 0o700)
      #expect(try mode("\(folder)/config/secrets") == 0o700)
      #expect(try store.clear("token", of: "w-1"))
      #expect(try !store.clear("token", of: "w-1"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/config/secrets/w-1"))
    }
  }

  @Test("a link in place of a widget's folder leads nowhere: nothing behind it is listed, replaced or removed")
  func links() throws {
    try withTemporaryFolder { folder throws in
      let store = FileSecretStore(root: .file("\(folder)/secrets"))
      _ = try store.set("one", "token", of: "w-2")
      let manager = FileManager.default
      for path in ["docs/sub", "secrets/w-2/sub"] {
        try manager.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
      }
      #expect(manager.createFile(atPath: "\(folder)/docs/thesis", contents: Data("text".utf8)))
      try manager.createSymbolicLink(atPath: "\(folder)/secrets/w-1", withDestinationPath: "\(folder)/docs")
      try manager.createSymbolicLink(atPath: "\(folder)/linked", withDestinationPath: "\(folder)/secrets")
      #expect(try store.names() == ["w-2": ["token"]])
      #expect(try FileSecretStore(root: .file("\(folder)/linked")).names().isEmpty)
      let error = #expect(throws: SecretError.self) { try store.set("two", "thesis", of: "w-1") }
      #expect(error?.description == "\(folder)/secrets/w-1 is a symbolic link, which is not followed")
      #expect(throws: SecretError.self) { try store.clear("thesis", of: "w-1") }
      #expect(manager.contents(atPath: "\(folder)/docs/thesis") == Data("text".utf8))
    }
  }

  @Test("every store keeps the secrets of widgets apart, replaces and removes them", arguments: ["memory", "files", "layers"])
  func conformance(_ kind: String) throws {
    try withTemporaryFolder { folder throws in
      let files = FileSecretStore(root: .file(folder))
      let stores: [String: any SecretStore] = [
        "memory": MemorySecretStore(), "files": files,
        "layers": LayeredSecretStore(service: MemorySecretStore(), fallback: files),
      ]
      let store = try #require(stores[kind])
      #expect(try store.secret("token", of: "w") == nil)
      #expect(try !store.clear("token", of: "w"))
      let location = try store.set("one", "token", of: "w")
      #expect(try store.set("two", "token", of: "w") == location)
      #expect(try store.secret("token", of: "w") == StoredSecret("two", in: location))
      #expect(try store.secret("token", of: "v") == nil)
      #expect(try store.secret("other", of: "w") == nil)
      #expect(try !store.clear("token", of: "v"))
      #expect(try store.clear("token", of: "w"))
      #expect(try store.secret("token", of: "w") == nil)
    }
  }

  @Test("names that would lead out of the folder are rejected", arguments: ["", "..", "a/b", "a b", "a\0"])
  func names(_ name: String) throws {
    try withTemporaryFolder { folder throws in
      let store = FileSecretStore(root: .file(folder))
      #expect(throws: SecretError.invalidName) { try store.set("value", name, of: "w") }
      #expect(throws: SecretError.invalidName) { try store.value("token", of: name) }
    }
  }

  @Test("a file that is readable by others, or not regular, is rejected", arguments: [0o644, 0o640, 0o604, 0o610])
  func modes(_ mode: Int) throws {
    try withTemporaryFolder { folder throws in
      let path = "\(folder)/key file"
      try Data("value\r\nmore".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let error = #expect(throws: SecretError.self) { try SecretFile.read(path) }
      #expect(error?.description == "\(path) is readable by other users")
      #expect(error?.remedy == "chmod 600 '\(path)'")
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
      #expect(try SecretFile.read(path) == "value")
      for other in [folder, "/dev/null"] {
        #expect(throws: SecretError.unprotected(StoreLocation(other), reason: "is not a regular file", remedy: nil)) {
          try SecretFile.read(other)
        }
      }
      #expect(try SecretFile.read("\(folder)/none") == nil)
    }
  }

  @Test(
    "the first line counts, within limits",
    arguments: [
      ("a\n", "a"), ("a\r\nb", "a"), ("  a ", "  a "), (String(repeating: "x", count: 4096), String(repeating: "x", count: 4096)),
    ])
  func values(_ given: String, _ value: String) throws {
    #expect(try SecretRules.value(from: given.utf8) == value)
  }

  @Test(
    "invalid secrets are rejected",
    arguments: [
      ([], SecretError.empty), (Array("\nx".utf8), .empty), ([UInt8](repeating: 65, count: 4097), .tooLong), ([0xFF], .notText),
      ([65, 0], .zeroByte),
    ])
  func refused(_ bytes: [UInt8], _ error: SecretError) {
    #expect(throws: error) { try SecretRules.value(from: bytes) }
  }

  @Test("--set names a variable or a file and never contains the value", arguments: ["plain", "", "env:", "file:", "ENV:X"])
  func sources(_ text: String) throws {
    #expect(throws: SecretError.plain) { try SecretSource(text) }
    #expect(try SecretSource("env:KEY").value(environment: ["KEY": "v\n"]) == "v")
    #expect(throws: SecretError.noVariable("KEY")) { try SecretSource("env:KEY").value(environment: [:]) }
    #expect(throws: SecretError.empty) { try SecretSource("env:KEY").value(environment: ["KEY": ""]) }
    #expect(throws: SecretError.unavailable(StoreLocation("/none/x"), reason: "no such file")) {
      try SecretSource("file:/none/x").value(environment: [:])
    }
  }
}
