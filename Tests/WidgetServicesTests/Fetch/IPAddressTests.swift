import Testing
import WidgetServices

@Suite struct IPAddressTests {
  @Test(
    "addresses that are not public are recognized, at both ends of each block",
    arguments: [
      "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255",
      "169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.1", "192.88.99.1",
      "192.168.0.1", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1",
      "240.0.0.1", "255.255.255.255",
      "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::192.168.0.1", "64:ff9b:1::1",
      "100::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "2002::", "3fff::1", "fc00::1", "fdff::1", "fe80::1",
      "febf::1", "fec0::1", "ff02::1", "5f00::1", "4000::1", "1fff::1",
    ])
  func special(_ text: String) throws {
    #expect(try #require(IPAddress(text)).isSpecialPurpose)
  }

  @Test(
    "public addresses are public, next to each block too",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
      "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.0",
      "192.167.255.255",
      "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.0", "203.0.114.0", "223.255.255.255",
      "2606:4700::1111", "2001:200::1", "2001:4860:4860::8888", "2001:db7::1", "2001:db9::1", "2003::1", "2000::1", "3ffe::1",
      "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    ])
  func ordinary(_ text: String) throws {
    #expect(try !#require(IPAddress(text)).isSpecialPurpose)
  }

  @Test(
    "text is canonical",
    arguments: [("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("127.0.0.1", "127.0.0.1"), ("::FFFF:1.2.3.4", "::ffff:1.2.3.4")])
  func canonical(_ text: String, _ expected: String) throws {
    #expect(try #require(IPAddress(text)).description == expected)
  }

  @Test(
    "anything else is not an address",
    arguments: [
      "", ".", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.256", "1.2.3.-4", "1.2.3.4 ", "0x1.2.3.4", "::1%lo", "[::1]", "1:2",
      ":::",
      String(repeating: "1", count: 5000),
    ])
  func noAddress(_ text: String) {
    #expect(IPAddress(text) == nil)
  }
}
