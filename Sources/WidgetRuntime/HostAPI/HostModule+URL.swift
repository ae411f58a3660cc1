import WidgetModel

private let parts: [HostField] = [
  HostField("scheme", .optional(.string), "such as `https`"), HostField("user", .optional(.string), "before the `@`"),
  HostField("password", .optional(.string), "before the `@`, after a colon"),
  HostField("host", .optional(.string), "a name or an address"),
  HostField("port", .optional(.integers(0...65535)), "only if it's in the URL"),
  HostField(
    "path", .string, "still percent-encoded, so `a%2Fb` stays one segment; decode it with `url.decode`"),
  HostField("query", .table, "decoded: `{ q = \"a\", tag = { \"x\", \"y\" } }`"),
  HostField("fragment", .optional(.string), "after the `#`"),
]

/// The parts for `url.build`, which leaves percent-encoding in the path alone.
private let builtParts: [HostField] = parts.map { part in
  HostField.optional(part.name, part.type.unwrapped, part.name == "path" ? "" : part.documentation)
}

extension HostModule {
  static let url = HostModule(
    "url", "Parsing and building URLs (RFC 3986).",
    [
      HostFunction(
        "url.parse", "Returns the parts of a URL, decoded except for the path; nil and an error if the text isn't a URL.",
        HostField("text", .string),
        returns: [HostField("parts", .optional(.record(parts))), .error], long: .argument(1),
        limits: "4 MiB, \(QueryFields.maximumFields) fields in the query"
      ).implemented { call in
        do throws(URLParts.Problem) {
          return ["value": try URLParts(parsing: call[0].stringBytes ?? []).luaValue]
        } catch {
          guard let offset = error.offset else { return LuaValue.decodeFailure("url.parse: \(error.text)") }
          return LuaValue.decodeFailure("url.parse: \(error.text)", at: offset, of: call[0].stringBytes ?? [])
        }
      },
      HostFunction(
        "url.build",
        """
        Returns a URL built from parts as returned by `url.parse`. Each part is percent-encoded for its place; existing \
        percent-encoding in the path is preserved.
        """,
        HostField("parts", .record(builtParts)), returns: [HostField("url", .string)]
      ).implemented { call throws(HostError) in .string(try URLParts.build(call[0])) },
      HostFunction(
        "url.encode", "Percent-encodes a text for any part of a URL, or a table as a query: `q=a%20b&tag=x`.",
        HostField("text_or_fields", .any), returns: [HostField("text", .string)], long: .argument(1), limits: "4 MiB"
      ).implemented { call throws(HostError) in
        if let bytes = QueryFields.bytes(of: call[0]) { return .string(PercentCoding.encode(bytes)) }
        guard let fields = call[0].table else {
          throw HostError("url.encode: expected text or a table, got \(call[0].typeName)")
        }
        return .string(try QueryFields.encode(fields, what: "url.encode: fields"))
      },
      HostFunction(
        "url.decode",
        "Decodes percent-encoding; nil and an error if it's malformed. `+` stays: it means a space only in queries.",
        HostField("text", .string),
        returns: [HostField("text", .optional(.string)), .error], long: .argument(1), limits: "4 MiB"
      ).implemented { call in
        do throws(PercentCoding.Damage) {
          return ["value": LuaValue(stringBytes: try PercentCoding.decode(call[0].stringBytes ?? []))]
        } catch {
          return LuaValue.decodeFailure(
            "url.decode: \(error.text)", at: error.offset, of: call[0].stringBytes ?? [])
        }
      },
    ])
}
