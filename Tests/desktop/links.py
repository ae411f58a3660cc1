"""xdg-open and the command that registers a widget's schemes."""


def links(home):
    """xdg-open opens links of a registered scheme in i3, sway and without a desktop, and no longer when it is unregistered."""
    home.widget("links.lua")
    assert home.run(home.program, "links", "register", home.folder / "links.lua") == "registered: luawidget-test\n"
    # It asks for a display only, and opens none.
    for number, session in enumerate([
            {"DISPLAY": ":99"}, {"DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "i3"},
            {"WAYLAND_DISPLAY": "none", "XDG_CURRENT_DESKTOP": "sway"}]):
        before = dict(home.environment)
        home.environment.update(session)
        home.run("xdg-open", "luawidget-test://%d?a=b&c='d e'" % number)
        home.environment = before
        text = home.run(home.program, "run", home.folder / "links.lua", "--format", "text")
        assert "luawidget-test://%d?a=b&c='d e'" % number in text, text
    assert home.run(home.program, "links").split() == ["luawidget-test", str(home.folder / "links.lua")]
    home.run(home.program, "links", "unregister", "luawidget-test")
    assert home.run("xdg-mime", "query", "default", "x-scheme-handler/luawidget-test") == ""
