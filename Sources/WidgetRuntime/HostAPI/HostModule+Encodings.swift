import WidgetModel
import WidgetServices

private let text = HostField("text", .string, "any bytes")
private let longText = "4 MiB"
private let digest = [HostField("digest", .string, "lowercase hexadecimal")]

extension HostModule {
  static let base64 = HostModule(
    "base64", "Base64 (RFC 4648).",
    [
      HostFunction(
        "base64.encode", "Bytes as text.", text,
        .options(HostField("url_safe", .boolean, "- and _ in place of + and /, no padding", default: "false")),
        returns: [HostField("text", .string)], long: .argument(1), limits: longText
      ).implemented { call throws(HostError) in
        let isURLSafe = CallOptions(call, 1).boolean("url_safe") ?? false
        return .string(Base64.text(call[0].stringBytes ?? [], isURLSafe ? .urlSafe : .standard))
      },
      HostFunction(
        "base64.decode", "Decodes text in either alphabet, with or without padding; nil and an error for anything else.",
        HostField("text", .string),
        returns: [HostField("bytes", .optional(.string)), .error], long: .argument(1), limits: longText
      ).implemented { call in
        do throws(Base64.DecodingError) {
          return ["value": LuaValue(stringBytes: try Base64.decode(call[0].stringBytes ?? []))]
        } catch {
          let problem = error.isEnd ? "the text ends too early" : "character \(error.offset + 1) is wrong"
          return LuaValue.decodeFailure("base64.decode: \(problem)", at: error.offset, of: call[0].stringBytes ?? [])
        }
      },
    ])

  static let hash = HostModule(
    "hash", "Digests, for signing requests and naming things. Don't store passwords with any of them.",
    [
      HostFunction("hash.sha256", "SHA-256 (FIPS 180-4).", text, returns: digest, long: .argument(1), limits: longText)
        .implemented { call in
          .string(SHA256.hash(call[0].stringBytes ?? []).hexadecimal)
        },
      HostFunction(
        "hash.sha1", "SHA-1, for services still asking for it.", text, returns: digest, long: .argument(1), limits: longText
      ).implemented {
        call in
        .string(SHA1.hash(call[0].stringBytes ?? []).hexadecimal)
      },
      HostFunction(
        "hash.md5", "MD5 (RFC 1321), for services still asking for it.", text, returns: digest, long: .argument(1),
        limits: longText
      ).implemented {
        call in
        .string(MD5.hash(call[0].stringBytes ?? []).hexadecimal)
      },
      HostFunction(
        "hash.hmac_sha256", "HMAC with SHA-256 (RFC 2104).", HostField("key", .string), text, returns: digest, long: .argument(2),
        limits: longText
      ).implemented { call in
        .string(HMAC<SHA256>.code(for: call[1].stringBytes ?? [], key: call[0].stringBytes ?? []).hexadecimal)
      },
    ])
}
