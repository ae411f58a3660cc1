import Testing
import WidgetModel
import WidgetTesting

/// The page in the user's language.
@Suite struct PageLanguageTests {
  private static let asking = """
    widget { name = "Disk", permissions = { notify = true }, settings = { limit = { type = "integer", min = 1, max = 9 } } }
    function content() return ui.text "the view" end
    """

  @Test("in Arabic everything is right to left, and nothing of luawidget's is in English")
  func arabic() async throws {
    try await withServer(["disk.lua": Self.asking], language: "ar_EG.UTF-8") { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("تطلب Disk الإذن:"))
      let page = try await browser.get().text
      #expect(page.contains("<html lang=\"ar-EG\" dir=\"rtl\""), "\(page.prefix(300))")
      for word in ["تحديث الكل", "إضافة أداة", "دائمًا", "ليس الآن", "عرض الإشعارات", "الإعدادات", "إجراءات Disk"] {
        #expect(page.contains(word), "\(word)")
      }
      for word in ["Refresh", "Settings", "Hide", "Always", "asks for", "Skip to", "Move up", "ago|"] {
        #expect(!page.contains(word), "\(word)")
      }
      let settings = try await browser.get("/settings?widget=disk").text
      #expect(settings.contains("من 1 إلى 9.") && settings.contains("حفظ") && !settings.contains("Save"))
      let add = try await browser.get("/add").text
      #expect(add.contains("اسم أداة أو مسارها") && add.contains("dir=\"rtl\""))
      #expect(try await browser.get("/access").text.contains("المتصفحات"))
    }
  }

  @Test("in German, with the ages that the script writes")
  func german() async throws {
    try await withServer(["disk.lua": Sample.text], language: "de_AT.UTF-8") { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let page = try await browser.get().text
      #expect(page.contains("<html lang=\"de-AT\""))
      #expect(page.contains("data-words=\"gerade eben|vor {n} s|vor {n} min|vor {n} Std.|"), "\(page)")
      #expect(page.contains("Alle aktualisieren"))
    }
  }

  @Test("without a table the page is in English, from left to right")
  func other() async throws {
    try await withServer(["disk.lua": Sample.text], language: "he_IL.UTF-8") { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("Refresh all"))
      #expect(try await !browser.get().text.contains("<html lang=\"he-IL\" dir"))
    }
  }
}
