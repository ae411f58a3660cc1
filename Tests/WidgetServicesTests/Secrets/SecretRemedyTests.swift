import Testing

@testable import WidgetServices

@Suite struct SecretRemedyTests {
  @Test(
    "the remedy never changes a file that other programs need",
    arguments: [
      (SecretFile.readableByOthers("/home/ann/key"), "chmod 600 /home/ann/key"),
      (SecretFile.readableByOthers("my key"), "chmod 600 'my key'"),
      (SecretFile.readableByOthers("/etc/passwd"), "copy it to your own file with mode 600"),
      (SecretFile.readableByOthers("/etc/../etc/passwd"), "copy it to your own file with mode 600"),
      (SecretFile.notOwned("/home/bob/key"), "copy it to your own file with mode 600"), (.empty, nil),
    ] as [(SecretError, String?)])
  func remedies(_ error: SecretError, _ remedy: String?) { #expect(error.remedy == remedy) }
}
