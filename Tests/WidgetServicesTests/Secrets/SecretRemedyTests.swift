import Testing

@testable import WidgetServices

@Suite struct SecretRemedyTests {
  @Test(
    "the remedy never changes a file that other programs need",
    arguments: [
      (SecretError.readable(path: "/home/ann/key"), "chmod 600 /home/ann/key"),
      (.readable(path: "my key"), "chmod 600 'my key'"),
      (.readable(path: "/etc/passwd"), "copy it to your own file with mode 600"),
      (.readable(path: "/etc/../etc/passwd"), "copy it to your own file with mode 600"),
      (.notOwned(path: "/home/bob/key"), "copy it to your own file with mode 600"), (.empty, nil),
    ] as [(SecretError, String?)])
  func remedies(_ error: SecretError, _ remedy: String?) { #expect(error.remedy == remedy) }
}
