# `make run` and `make test` need only a Swift toolchain: they install missing packages first.

PREFIX ?= /usr/local
DESTDIR ?=
OS := $(shell uname -s)
SWIFT ?= swift

# Required besides Swift: Lua, RapidJSON and expat (XML) for the worker, SQLite for the stores, libmd for digests, toml++ for
# config.toml, brotli and zlib for the fetcher.
APT := libbrotli-dev liblua5.4-dev rapidjson-dev libsqlite3-dev libmd-dev libtomlplusplus-dev zlib1g-dev libexpat1-dev pkg-config gcc g++ git ca-certificates tzdata python3
BREW := brotli lua rapidjson sqlite tomlplusplus expat pkg-config
# The painter: text, drawing, image decoding, terminal graphics. The fonts make its output equal on every machine.
APT += libpango1.0-dev libharfbuzz-dev libcairo2-dev libgdk-pixbuf-2.0-dev webp-pixbuf-loader libchafa-dev zlib1g-dev
APT += fonts-inter fonts-dejavu-core fonts-dejavu-extra fonts-quicksand fonts-noto-color-emoji fonts-wqy-microhei
# The notifier: D-Bus.
ifeq ($(OS),Linux)
APT += libsystemd-dev
# The desktop: windows.
APT += libgtk-3-dev libgtk-layer-shell-dev
endif
BREW += pango gdk-pixbuf webp-pixbuf-loader chafa zlib
# `make lint`: C, Lua, Markdown and prose.
APT_LINT := clang-format lua-check python3
BREW_LINT := clang-format luacheck
# A test compares the locale data with ICU; others start their own D-Bus session.
APT_TEST := python3-icu dbus
# `make test-hosts`: servers of notifications, on a separate display; a media player; a sound server; stopped and upgraded processes.
APT_HOSTS := dbus dunst mako-notifier xfce4-notifyd sway xdotool python3-dbusmock libglib2.0-bin xvfb xauth faketime mpv mpv-mpris playerctl \
  pulseaudio pulseaudio-utils
# The desktop, on separate displays.
APT_DESKTOP := sway foot xvfb xserver-xorg-core xserver-xorg-video-dummy openbox fluxbox bspwm awesome i3-wm herbstluftwm xdotool x11-utils \
  x11-apps x11-xserver-utils xdg-utils imagemagick grim jq dbus python3-dbusmock libglib2.0-bin python3
# Terminals, without a display or on the displays above.
APT_TERMINALS := tmux screen xterm kitty foot xclip wl-clipboard libgl1-mesa-dri fonts-dejavu-core
# Status bars, and what runs them without a display.
APT_BARS := tmux xvfb i3-wm i3blocks polybar lemonbar xfce4-panel xfce4-genmon-plugin xdotool imagemagick sway waybar grim jq fonts-dejavu-core python3

# What packages are made with, and systems to try them in.
APT_DIST := dpkg-dev debhelper fakeroot rpm xz-utils lintian libharfbuzz-bin
APT_TEST_DIST := mmdebstrap appstream desktop-file-utils rpm xz-utils piuparts autopkgtest dpkg-dev diffoscope-minimal
# The image of a container, and its file system.
APT_IMAGE := mmdebstrap buildah uidmap

# The compiler's assembler knows the path of a file with its letters outside ASCII as octal numbers.
ESCAPED := $(shell printf '%s' '$(CURDIR)' | LC_ALL=C sed -n 'l 0' | sed 's/\$$$$//')
ESCAPED_MAP := $(if $(filter-out x$(CURDIR)x,x$(ESCAPED)x),-Xcc "-ffile-prefix-map=$(ESCAPED)=.")
# All programs at once, including the benchmarks': naming products one by one would load the package for each.
RELEASE := -c release --static-swift-stdlib -Xswiftc -gline-tables-only -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=." $(ESCAPED_MAP)
ifeq ($(OS),Linux)
# What SwiftPM builds is linked again, with one library for all helpers.
RELEASE_BIN := $(CURDIR)/.build/programs
else
RELEASE_BIN = $(RELEASE_PRODUCTS)
endif
# The compiler orders some of what it does by addresses, so two compiles are equal only without random ones.
STEADY := $(shell setarch -R true 2>/dev/null && echo setarch -R)
RELEASE_PRODUCTS = $(shell $(SWIFT) build $(RELEASE) --show-bin-path)
# One build for programs and tests. Other flags, or `swift test` without --skip-build, would build everything again.
DEBUG := --build-tests
# GLib's files for pkg-config without -pthread, about which SwiftPM warns. The C library has contained threads since glibc 2.34.
export PKG_CONFIG_PATH := $(CURDIR)/build/pkg-config:$(PKG_CONFIG_PATH)
DEBUG_BIN = $(shell $(SWIFT) build --show-bin-path)

# The worker: C, one C++ file, linked statically on Linux because it starts once per widget.
WORKER_SOURCES := $(wildcard Sources/luawidget-worker/*.c Sources/luawidget-worker/*.cpp)
# Tables shared with the broker.
WORKER_TABLES := Entities SingleByte
WORKER_HEADERS := $(wildcard Sources/luawidget-worker/*.h) Sources/C/CLinux/sandbox.h Sources/C/CCharacters/include/Characters.h
WORKER_OBJECTS := $(patsubst Sources/luawidget-worker/%,build/worker/%.o,$(WORKER_SOURCES)) $(WORKER_TABLES:%=build/worker/%.c.o)
WORKER := build/luawidget-worker
HARDENING := -fstack-protector-strong -D_FORTIFY_SOURCE=2
WORKER_FLAGS := -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -Ibuild/worker -ISources/C/CCharacters/include $(HARDENING) $(shell pkg-config --cflags lua5.4 RapidJSON expat 2>/dev/null)
ifeq ($(OS),Linux)
WORKER_FLAGS += -fPIE
WORKER_LINK := -static-pie -Wl,-z,relro,-z,now
WORKER_LIBRARIES := -llua5.4 -lexpat -lm
else
WORKER_LINK :=
WORKER_LIBRARIES := $(shell pkg-config --libs lua5.4 2>/dev/null || pkg-config --libs lua) -lexpat
endif

.DEFAULT_GOAL := help
.PHONY: help packages static worker build debug run test browser lint format golden images install uninstall clean bench bench-programs bench-quick check-speed soak sanitize fuzz imports storm test-hosts dist image test-dist

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Install missing packages, build, and show disk usage
	@bin="$(RELEASE_BIN)"; "$$bin/luawidget" run widgets/disk.lua && printf '%s\n' "" "The program is $$bin/luawidget." \
	  "Keep a widget on screen:   $$bin/luawidget run widgets/disk.lua --watch" \
	  "Several, on a web page:    $$bin/luawidget serve" \
	  "Several, in the terminal:  $$bin/luawidget today" \
	  'Install it for your user:  make install PREFIX=$$HOME/.local'

build: packages static ## Build for release
	$(STEADY) $(SWIFT) build $(RELEASE)
	@$(MAKE) --no-print-directory worker
	@install -m 755 $(WORKER) "$(RELEASE_PRODUCTS)/luawidget-worker"
ifeq ($(OS),Linux)
	@Scripts/check-links "$(RELEASE_PRODUCTS)"
	@Scripts/link-programs "$(RELEASE_PRODUCTS)" "$(RELEASE_BIN)"
	@Scripts/stamp-build "$(RELEASE_BIN)/luawidget" "$(RELEASE_BIN)/luawidget-commands"
	@Scripts/check-symbols "$(RELEASE_BIN)"
endif

debug: packages ## Build for development, with the tests
	$(SWIFT) build $(DEBUG)
	@$(MAKE) --no-print-directory worker
	@install -m 755 $(WORKER) "$(DEBUG_BIN)/luawidget-worker"

packages:
	@Scripts/install-packages "$(APT)" "$(BREW)"
ifeq ($(OS),Linux)
	@Scripts/pkg-config-files build/pkg-config
endif

# Links to the static archives in one folder that the linker searches before the shared libraries (see Package.swift).
static:
ifeq ($(OS),Linux)
	@mkdir -p build/static
	@for name in libstdc++.a libsqlite3.a libz.a libbrotlidec.a libbrotlicommon.a libmd.a; do \
	  file=$$($(CC) -print-file-name=$$name); case "$$file" in /*) ln -sf "$$file" build/static/$$name;; esac; done
endif

worker: $(WORKER)

# The prelude as bytecode for the worker's Lua: it saves half a millisecond per start.
build/worker/precompile: Sources/luawidget-worker/tools/precompile.c Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(WORKER_FLAGS) -o $@ $< $(WORKER_LINK) $(WORKER_LIBRARIES)

build/worker/prelude.lua: $(sort $(wildcard Sources/luawidget-worker/prelude/*.lua))
	@mkdir -p $(@D)
	cat $^ > $@

build/worker/prelude_code.h: build/worker/prelude.lua build/worker/precompile
	build/worker/precompile $< > $@.new && mv $@.new $@

build/worker/main.c.o: build/worker/prelude_code.h

$(WORKER): $(WORKER_OBJECTS)
	$(CXX) $(WORKER_LINK) -o $@ $^ $(WORKER_LIBRARIES)

build/worker/%.c.o: Sources/luawidget-worker/%.c $(WORKER_HEADERS) Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(WORKER_FLAGS) -c -o $@ $<

$(WORKER_TABLES:%=build/worker/%.c.o): build/worker/%.c.o: Sources/C/CCharacters/%.c $(WORKER_HEADERS) Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(WORKER_FLAGS) -c -o $@ $<

build/worker/%.cpp.o: Sources/luawidget-worker/%.cpp $(WORKER_HEADERS) Makefile
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics $(WORKER_FLAGS) -c -o $@ $<

test: STARTED := $(shell date +%s)
test: packages lint debug ## Install missing packages, lint, build, and run all tests
	@Scripts/install-packages "$(APT_TEST)" ""
	@Scripts/run-tests
	@echo $$(($$(date +%s) - $(STARTED))) > build/test-seconds

# Seconds, or a time such as 2h.
SOAK ?= 180

soak: debug ## Run a board for SOAK seconds (2h) while its widgets fail, loop, are killed and reloaded; also 1,000 idle widgets
	SOAK=$(SOAK) $(SWIFT) test --skip-build --disable-xctest --filter SoakTests

test-hosts: build ## Fetch from nginx and nghttpd, use status bars, tmux, screen, and the web page in chromium (without a display)
	@Scripts/install-packages "nginx nghttp2-server openssl python3" "nginx nghttp2 openssl python3"
	@python3 Tests/servers/run.py "$(RELEASE_BIN)/luawidget"
	@Scripts/install-packages "$(APT_BARS)" "tmux python3"
	@python3 Tests/bars/run.py "$(RELEASE_BIN)/luawidget"
	@Scripts/install-packages "$(APT_TERMINALS)" "tmux screen"
	@python3 Tests/terminals/run.py "$(RELEASE_BIN)/luawidget"
	@python3 Tests/terminals/interruptions.py "$(RELEASE_BIN)/luawidget"
ifeq ($(OS),Linux)
	@Scripts/install-packages "$(APT_HOSTS)" ""
	@python3 Tests/hosts/notifications.py "$(RELEASE_BIN)/luawidget"
	@python3 Tests/hosts/players.py "$(RELEASE_BIN)/luawidget"
	@python3 Tests/hosts/machine.py "$(RELEASE_BIN)/luawidget"
	@python3 Tests/hosts/processes.py "$(RELEASE_BIN)/luawidget"
	@python3 Tests/hosts/versions.py "$(RELEASE_BIN)/luawidget"
	@python3 Tests/hosts/clocks.py "$(RELEASE_BIN)/luawidget"
	@Scripts/install-packages "$(APT_DESKTOP)" ""
	@python3 Tests/desktop/run.py "$(RELEASE_BIN)/luawidget"
	@python3 Tests/terminals/live.py "$(RELEASE_BIN)/luawidget"
endif
	@Scripts/install-packages "chromium python3-venv" "chromium"
	@test -x build/browser/bin/python || { python3 -m venv build/browser && build/browser/bin/pip install --quiet playwright==1.65.2 pillow==13.0.0; }
	@build/browser/bin/python -c "import PIL" 2>/dev/null || build/browser/bin/pip install --quiet pillow==13.0.0
	@build/browser/bin/python Tests/browser/run.py "$(RELEASE_BIN)/luawidget"
	@build/browser/bin/python Tests/browser/agreement.py "$(RELEASE_BIN)/luawidget"

browser: debug ## Compare the line breaks of pages and PDFs (needs chromium and pdftotext)
	@Scripts/compare-lines --program "$(DEBUG_BIN)/luawidget" widgets/*.lua examples/*.lua

# All C and C++ files of the project.
C_FILES = $(shell find Sources Benchmarks Tests -name '*.c' -o -name '*.h' -o -name '*.cpp')

lint: ## Check format and style: Swift, C, Lua, Markdown
	@Scripts/install-packages "$(APT_LINT)" "$(BREW_LINT)"
	@$(SWIFT) format lint --strict --recursive --parallel --configuration .swift-format Package.swift Sources Tests
	@clang-format --dry-run --Werror $(C_FILES)
	@Scripts/lint-swift
	@Scripts/package-versions
	@Scripts/lint-lua
	@Scripts/lint-markdown
	@Scripts/lint-prose
	@echo "lint: clean"

format: ## Format the Swift and C sources
	@Scripts/install-packages "$(APT_LINT)" "$(BREW_LINT)"
	$(SWIFT) format --in-place --recursive --parallel --configuration .swift-format Package.swift Sources Tests
	clang-format -i $(C_FILES)

golden: debug ## Record the golden files and the generated documents (fails, so that no record goes unreviewed)
	RECORD_SNAPSHOTS=1 Scripts/run-tests

images: debug ## Draw the images of the documents
	Scripts/draw-terminal --program "$(DEBUG_BIN)/luawidget" --prompt '$$ luawidget run flight.lua --watch' docs/images/terminal.svg \
	  run widgets/flight.lua --watch --allow open_url=myflight

install: build ## Install under PREFIX (default: /usr/local)
	@Scripts/install-programs --prefix "$(PREFIX)" --destdir "$(DESTDIR)"

uninstall: ## Remove what was installed under PREFIX
	@Scripts/install-programs --prefix "$(PREFIX)" --destdir "$(DESTDIR)" --remove

# Packages for others. PACKAGES chooses some of them.
PACKAGES ?= archive deb rpm

dist: build ## Build the archive, the Debian packages and the RPM in build/dist
	@Scripts/install-packages "$(APT_DIST)" ""
	@Scripts/make-packages "$(PACKAGES)"

image: PACKAGES = deb image
image: ## Build the Debian packages and a container image in build/dist (for podman load and docker load)
	@Scripts/install-packages "$(APT_IMAGE)" ""
	@$(MAKE) --no-print-directory dist PACKAGES="$(PACKAGES)"

test-dist: PACKAGES = archive deb rpm image
test-dist: ## Install, upgrade and remove the packages and the image, in systems of their own where the machine allows it
	@Scripts/install-packages "$(APT_TEST_DIST) $(APT_IMAGE)" ""
	@$(MAKE) --no-print-directory dist PACKAGES="$(PACKAGES)"
	@python3 Tests/distribution/run.py build/dist

# The worker, and a fuzzer for its decoders, with AddressSanitizer and UBSan.
SANITIZE := -g -O1 -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZED_OBJECTS := $(patsubst build/worker/%,build/sanitize/%,$(WORKER_OBJECTS))

build/sanitize/main.c.o: build/worker/prelude_code.h

build/sanitize/%.c.o: Sources/luawidget-worker/%.c $(WORKER_HEADERS) Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(WORKER_FLAGS) -U_FORTIFY_SOURCE $(SANITIZE) -c -o $@ $<

$(WORKER_TABLES:%=build/sanitize/%.c.o): build/sanitize/%.c.o: Sources/C/CCharacters/%.c $(WORKER_HEADERS) Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(WORKER_FLAGS) -U_FORTIFY_SOURCE $(SANITIZE) -c -o $@ $<

build/sanitize/%.cpp.o: Sources/luawidget-worker/%.cpp $(WORKER_HEADERS) Makefile
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics $(WORKER_FLAGS) -U_FORTIFY_SOURCE $(SANITIZE) -c -o $@ $<

build/sanitize/luawidget-worker: $(SANITIZED_OBJECTS)
	$(CXX) $(SANITIZE) -o $@ $^ -Wl,-Bstatic -llua5.4 -lexpat -Wl,-Bdynamic -lm -ldl

build/sanitize/fuzz: Sources/luawidget-worker/tools/fuzz.c $(SANITIZED_OBJECTS)
	$(CC) -std=gnu11 $(WORKER_FLAGS) -U_FORTIFY_SOURCE $(SANITIZE) -c -o build/sanitize/fuzz.o $<
	$(CXX) $(SANITIZE) -o $@ build/sanitize/fuzz.o $(filter-out build/sanitize/main.c.o,$(SANITIZED_OBJECTS)) -Wl,-Bstatic -llua5.4 -lexpat -Wl,-Bdynamic -lm -ldl

sanitize: debug build/sanitize/luawidget-worker ## Test the worker with AddressSanitizer and UBSan
	LUAWIDGET_WORKER=build/sanitize/luawidget-worker python3 Tests/worker/run.py
	install -m 755 $(addprefix $(DEBUG_BIN)/luawidget,"" -commands -fetcher -painter -server) build/sanitize/
	LUAWIDGET_TEST_WORKER=$(CURDIR)/build/sanitize/luawidget-worker LUAWIDGET_TEST_PROGRAM=$(CURDIR)/build/sanitize/luawidget \
	  $(SWIFT) test --skip-build --disable-xctest --filter 'WidgetHostTests|CommandTests.WidgetTests'

# The inputs for each decoder. A million take half an hour.
FUZZ_CASES ?= 100000
# The time for random widgets and state files.
FUZZ_SECONDS ?= 600

fuzz: debug build/sanitize/fuzz ## Fuzz each decoder with FUZZ_CASES inputs (default: 100000), layouts, and the program for FUZZ_SECONDS (default: 600)
	build/sanitize/fuzz 1000000
	FUZZ_CASES=$(FUZZ_CASES) LARGE_TEXT=1048576 $(SWIFT) test --skip-build --disable-xctest --filter 'FuzzTests|FitPropertyTests|LargeTextTests|LargeCallTests'
	python3 Tests/fuzz/run.py "$(DEBUG_BIN)/luawidget" $(FUZZ_SECONDS)

imports: debug ## Show the imports of Swift files that name nothing
	Scripts/unused-imports

STORM_KILLS ?= 1000

storm: debug ## Kill processes STORM_KILLS times (default: 1000) while they write to the stores
	STORM_KILLS=$(STORM_KILLS) $(SWIFT) test --skip-build --disable-xctest --filter StormTests

# The programs the benchmarks call, and the ones they compare with.
bench-programs: build
	@Scripts/install-packages "hyperfine lua5.4 lua-cjson lua-dkjson conky-std xvfb i3status curl jq bash python3-requests-cache" "hyperfine lua"

bench: bench-programs ## Measure against other programs, print ratios, write Benchmarks/RESULTS.md
	@Benchmarks/run --write Benchmarks/RESULTS.md "$(RELEASE_BIN)"

bench-quick: bench-programs ## The benchmarks that take a minute
	@Benchmarks/run --quick "$(RELEASE_BIN)"

check-speed: build ## Compare instruction counts with the recorded ones (needs valgrind)
	@Scripts/install-packages "valgrind binutils" ""
	@Scripts/check-speed "$(RELEASE_BIN)"

clean: ## Remove all build products
	rm -rf build .build
