import Testing

@Suite struct CertificateConfigurationTests {
  private func run(_ configuration: String, _ files: [String: String] = [:]) async throws -> Command.Outcome {
    try await withCommand { command in
      for (name, text) in files { try command.write(text, to: ".config/luawidget/\(name)") }
      try command.write(configuration, to: ".config/luawidget/config.toml")
      let file = try command.write(
        "function perform_update() return update_result.new_data end\nfunction content() return ui.text(\"shown\") end",
        to: "w.lua")
      return try command.run("run", file, "--no-snapshot", "--format", "text")
    }
  }

  @Test("a file of certificates that is missing, empty, damaged or of the wrong type is named, with the reason")
  func unreadable() async throws {
    let damaged = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    let cases: [(line: String, file: String?, expected: String)] = [
      ("\"ca.pem\"", nil, "luawidget/ca.pem cannot be read: No such file or directory"),
      ("\".\"", nil, "cannot be read: it is not a regular file"),
      ("\"ca.pem\"", "", "luawidget/ca.pem has no certificate in PEM form"),
      ("\"ca.pem\"", "hello", "luawidget/ca.pem has no certificate in PEM form"),
      ("\"ca.pem\"", damaged, "luawidget/ca.pem has a damaged certificate"),
      ("7", nil, "certificates must be a file such as \"ca.pem\""),
    ]
    for (line, file, expected) in cases {
      let outcome = try await run("[network]\ncertificates = \(line)", file.map { ["ca.pem": $0] } ?? [:])
      #expect(outcome.status == 2 && outcome.errors.contains(expected), "\(outcome)")
      #expect(outcome.errors.contains("config.toml:2: "))
    }
  }

  @Test("a file with a certificate is accepted")
  func accepted() async throws {
    let outcome = try await run("[network]\ncertificates = \"ca.pem\"", ["ca.pem": authority])
    #expect(outcome.status == 0 && outcome.output.contains("shown"), "\(outcome)")
  }
}

/// A private authority, valid until 2126.
private let authority = """
  -----BEGIN CERTIFICATE-----
  MIIBizCCATKgAwIBAgIUMWa+GTFvK/Z/L3alaYRKz0g/JdYwCgYIKoZIzj0EAwIw
  IzEhMB8GA1UEAwwYbHVhd2lkZ2V0IHRlc3QgYXV0aG9yaXR5MCAXDTI2MTEyMjA1
  MTg0M1oYDzIxMjYxMDI5MDUxODQzWjAjMSEwHwYDVQQDDBhsdWF3aWRnZXQgdGVz
  dCBhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATl9sMKXj4Iyz30
  J3+sIiT6borUAIw2CIk7QHJQCZvuBCoSC4F1j/G17bdwqq4QE8v/InksX9XJPPNG
  +YcVpQuwo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNV
  HQ4EFgQUHiZyBwShzP0F+v9bUYjQwk+o5I8wCgYIKoZIzj0EAwIDRwAwRAIgPdSf
  7w3Xgoga4lWx0gBHF9uS4KAtTM7DH+DnmzDmlgACICptg7dLVW1s10lhOC2W5bui
  c0dzy1/iCZgdbAUaAOLc
  -----END CERTIFICATE-----
  """
