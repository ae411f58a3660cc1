import WidgetModel

private let parts: [HostField] = [
  HostField("scheme", .optional(.string)), HostField("user", .optional(.string)), HostField("password", .optional(.string)),
  HostField("host", .optional(.string)), HostField("port", .optional(.integer)), HostField("path", .string, "decoded"),
  HostField("query", .table, "decoded: `{ q = \"a\", tag = { \"x\", \"y\" } }`"), HostField("fragment", .optional(.string)),
]

extension HostModule {
  static let url = HostModule(
    "url", "URLs (RFC 3986), taken apart and put together.",
    [
      HostFunction(
        "url.parse", "The parts of a URL, decoded; nil and an error for what is none.", HostField("text", .string),
        returns: [HostField("parts", .optional(.record(parts))), HostField("err", .optional(.string))], limits: "4 MiB"
      ) { call, _ in
        do throws(URLParts.Problem) {
          return ["value": try URLParts(parsing: call[0].stringBytes ?? []).luaValue]
        } catch {
          return ["error": .string("url.parse: \(error.text)")]
        }
      },
      HostFunction(
        "url.build", "A URL from the parts that `url.parse` gives; each is encoded as its place needs.",
        HostField("parts", .record(parts.map { HostField($0.name, .optional(.any)) })), returns: [HostField("url", .string)],
        wire: [HostField("parts", .table)]
      ) { call, _ throws(HostError) in .string(try URLParts.build(call[0])) },
      HostFunction(
        "url.encode", "Percent-encodes a text for any part of a URL, or a table as a query: `q=a%20b&tag=x`.",
        HostField("text_or_fields", .any), returns: [HostField("text", .string)], limits: "4 MiB"
      ) { call, _ throws(HostError) in
        if let bytes = QueryFields.bytes(of: call[0]) { return .string(PercentCoding.encode(bytes)) }
        guard let fields = call[0].table else {
          throw HostError("url.encode: expected text or a table, got \(call[0].typeName)")
        }
        return .string(try QueryFields.encode(fields, what: "url.encode: fields"))
      },
      HostFunction(
        "url.decode", "Undoes percent-encoding; nil and an error when it is damaged. `+` stays: only queries mean a space by it.",
        HostField("text", .string), returns: [HostField("text", .optional(.string)), HostField("err", .optional(.string))],
        limits: "4 MiB"
      ) { call, _ in
        do throws(PercentCoding.Damage) {
          return ["value": LuaValue(stringBytes: try PercentCoding.decode(call[0].stringBytes ?? []))]
        } catch {
          return [
            "error": .string("url.decode: character \(error.offset + 1): % is not followed by two hexadecimal digits")
          ]
        }
      },
    ])
}
