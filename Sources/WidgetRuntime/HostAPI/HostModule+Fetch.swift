import WidgetFormats
import WidgetModel

extension HostModule {
  static let fetch = HostModule(
    "fetch",
    """
    HTTP, and resources in your widget's own folder. A status of 400 or more is a response, not an error. A resource takes no \
    query, body or method; other options do nothing.
    """,
    [
      HostFunction(
        "fetch", "Returns the response, or nil and an error. Network failures are never raised.",
        HostField("url", .string, "a relative URL is a resource of the widget's folder"),
        .optional("options", .record(FetchOptions.all)),
        returns: [HostField("response", .optional(.named("Response"))), .error], requires: .net, arguments: .granted,
        long: .requestBody, limits: "20 per update, 4 at once; 4 MiB per body, 64 KiB of header fields",
        wire: [HostField("request", FetchOptions.request)]
      ).implemented(using: \.fetching) { call, fetching throws(HostError) in
        do throws(HostError) {
          return fetching.results([try fetching.begin(call[0])]).first ?? .null
        } catch {
          throw HostError("fetch: \(error.message)")
        }
      },
      HostFunction(
        "fetch.all",
        """
        Sends several requests in parallel. Each request is a URL, or a table starting with a URL and taking the options of \
        `fetch`: `{ "https://a.example", timeout = 5 }`. Returns a list of `{ response = r }` or `{ error = err }` in the order \
        of the requests.
        """,
        HostField("requests", .list(.any)), returns: [HostField("results", .list(.table))], requires: .net, arguments: .granted,
        long: .requestBodies,
        limits: "20 per update, 4 at once; 7 MiB in total: a response that doesn't fit is an error of kind `too_large`",
        wire: [HostField("requests", .list(FetchOptions.request))]
      ).implemented(using: \.fetching) { call, fetching throws(HostError) in
        let requests = call[0].array ?? []
        guard requests.count <= 100 else { throw HostError("fetch.all: \(requests.count) requests; 100 at most") }
        var begun: [FetchAccess.Exchange] = []
        for (index, request) in requests.enumerated() {
          do throws(HostError) { begun.append(try fetching.begin(request)) } catch {
            throw HostError("fetch.all: requests[\(index + 1)]: \(error.message)")
          }
        }
        return .array(fetching.results(begun))
      },
      // The prelude calls it for bodies that aren't already UTF-8.
      HostFunction(
        "response.text", "", returns: [HostField("text", .optional(.string)), .error], long: .argument(1),
        wire: [HostField("body", .string), .optional("charset", .string)]
      ).implemented { call in
        let text = CharsetDecoder.decode(call[0].stringBytes ?? [], label: call[1].string)
        guard text.count <= HostCall.maximumResultSize else { return LuaValue.decodeFailure("the text is too large as UTF-8") }
        return ["value": LuaValue(stringBytes: text)]
      },
    ])
}
