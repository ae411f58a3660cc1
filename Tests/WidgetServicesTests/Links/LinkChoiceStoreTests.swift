import Testing
import WidgetServices

@Suite struct LinkChoiceStoreTests {
  private let folder = TemporaryFolder()

  private func make(_ kind: StoreImplementation) -> any LinkChoiceStore {
    switch kind {
    case .sqlite: SQLiteLinkChoiceStore(.data(StorePath(folder("defaults.db"))))
    case .memory: MemoryLinkChoiceStore()
    }
  }

  @Test("the last choice for a scheme holds", arguments: StoreImplementation.allCases)
  func choices(_ kind: StoreImplementation) throws {
    let store = make(kind)
    #expect(try store.widget(for: "myflight") == nil)
    try store.choose("/a.lua", for: "myflight")
    try store.choose("/b.lua", for: "other")
    try store.choose("/c.lua", for: "myflight")
    #expect(try store.widget(for: "myflight") == "/c.lua")
    #expect(try store.widget(for: "other") == "/b.lua")
  }
}
