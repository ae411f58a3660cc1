print("luawidget")
