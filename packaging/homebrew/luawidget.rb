# Untested: nobody has run it on a Mac yet. The project has no public address, so `url`, `homepage` and `sha256` are placeholders:
# put those of a source archive (git archive --prefix=luawidget-VERSION/ HEAD) in their place.
class Luawidget < Formula
  desc "Small widgets in Lua, for terminals, status bars and web pages"
  homepage "https://luawidget.invalid"
  url "https://luawidget.invalid/luawidget-0.2.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkg-config" => :build
  depends_on "rapidjson" => :build
  depends_on "tomlplusplus" => :build
  depends_on xcode: ["16.3", :build]
  depends_on "brotli"
  depends_on "chafa"
  depends_on "expat"
  depends_on "gdk-pixbuf"
  depends_on "lua"
  depends_on :macos
  depends_on "pango"
  depends_on "sqlite"
  depends_on "webp-pixbuf-loader"
  depends_on "zlib"

  def install
    # Homebrew has installed the packages, and has a sandbox of its own.
    ENV["INSTALL_PACKAGES"] = "no"
    ENV["SOURCE_COMMIT"] = version.to_s
    system "make", "install", "PREFIX=#{prefix}", "RELEASE=--configuration release --disable-sandbox"
  end

  service do
    run [opt_bin/"luawidget", "serve"]
    keep_alive true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/luawidget --version")
    (testpath/"hello.lua").write 'function content() return ui.text("hello") end'
    assert_match "hello", shell_output("#{bin}/luawidget run ./hello.lua")
  end
end
