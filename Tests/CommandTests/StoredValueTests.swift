import Foundation
import Testing

/// Values stored in one run and read in the next.
@Suite struct StoredValueTests {
  /// Compares by bytes: 3 isn't 3.0, 0.0 isn't -0.0, and NaN is itself.
  private static let source = #"""
    widget { permissions = { groups = { "group.x" } } }
    local values = {
      whole = 3, float = 3.0, zero = 0.0, minus = -0.0, most = math.maxinteger, least = math.mininteger, odd = 2^53 + 1,
      tiny = 5e-324, big = 1.7976931348623157e308, infinite = math.huge, below = -math.huge, none = 0/0, yes = true, no = false,
      empty = "", text = "漢\0é", bytes = "\xff\xfe\0\x80", list = { 1, 1.0, "1", { 2 } }, nothing = {},
      nested = { a = { b = {}, c = { {} } }, [""] = -0.0 }, null = { json.null, 1 },
    }
    local function form(v)
      if type(v) == "table" then
        local keys = {}
        for k in pairs(v) do keys[#keys + 1] = k end
        table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
        for i, k in ipairs(keys) do keys[i] = form(k) .. "=" .. form(v[k]) end
        return "{" .. table.concat(keys, ",") .. "}"
      end
      if v == json.null then return "null" end
      if math.type(v) == "float" then return v ~= v and "nan" or "float:" .. string.pack(">n", v):gsub(".", function(c) return ("%02x"):format(c:byte()) end) end
      return type(v) .. ":" .. tostring(v)
    end
    function perform_update()
      local stores = { defaults = defaults, suite = defaults.suite "group.x", cache = cache }
      for name, store in pairs(stores) do
        local first = store.get "whole" == nil
        for key, value in pairs(values) do
          if first then store.set(key, value) end
          local found = form(store.get(key))
          if found ~= form(value) then print("@ " .. name .. " " .. key .. " " .. found .. " " .. form(value)) end
        end
        print("@ " .. name .. (first and " stored" or " read"))
      end
      return update_result.new_data
    end
    function content() return ui.text { "shown" } end
    """#

  @Test("every value is restored exactly from defaults, a group's suite, and the cache")
  func roundTrip() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      for word in ["stored", "read"] {
        let outcome = try command.run("run", file, "--allow", "group=group.x", "--format", "text")
        let lines = (outcome.output + outcome.errors).split(separator: "\n").filter { $0.contains("@ ") }.sorted()
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix(" \(word)") }, "\(outcome)")
      }
    }
  }

  @Test("widgets with permission for a group share its suite; others are refused")
  func group() async throws {
    try await withCommand { command in
      let manifest = "widget { permissions = { groups = { 'group.x' } } } "
      func widget(_ body: String) -> String {
        "function perform_update() \(body) return update_result.new_data end function content() return ui.text { tostring(shown) } end"
      }
      try command.write(manifest + widget("defaults.suite('group.x').set('k', 'from a')"), to: "a.lua")
      try command.write(manifest + widget("shown = defaults.suite('group.x').get('k')"), to: "b.lua")
      try command.write(widget("shown = defaults.suite('group.x').get('k')"), to: "c.lua")
      #expect(try command.run("run", "a.lua", "--allow", "group=group.x").status == 0)
      #expect(try command.run("run", "b.lua", "--allow", "group=group.x").output.contains("from a"))
      for name in ["group.x", "group:group.x"] {
        #expect(try command.run("defaults", "read", name, "k").output == "\"from a\"\n")
      }
      #expect(try command.run("defaults", "write", "group.x", "k", "by hand").status == 0)
      #expect(try command.run("run", "b.lua").output.contains("by hand"))
      let refused = try command.run("run", "c.lua")
      #expect(refused.status != 0 && !refused.output.contains("from a") && refused.errors.contains("group.x"), "\(refused)")
    }
  }
}
