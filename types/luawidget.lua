---@meta luawidget
-- Made from the declarations in the program by `luawidget api types`; do not edit.

---@class Error
---@field kind string
---@field message string
---@field line? integer where a text could not be read
---@field column? integer

---@class Element
---@field name string
---@field attributes table<string, string>
---@field text string its own, with trimmed ends
---@field children Element[]
---@field content? (string|Element)[] when texts and elements are mixed
---@field first fun(self: Element, path: string): Element?
---@field all fun(self: Element, path: string): Element[]
---@field value fun(self: Element, path: string): string?

---@class Response
---@field status integer
---@field ok boolean
---@field url string
---@field headers table<string, string>
---@field body string
---@field age number seconds
---@field source "network"|"cache"|"revalidated"|"stale"
---@field text fun(self: Response): string?, Error? the body as UTF-8
---@field json fun(self: Response): any, Error?
---@field xml fun(self: Response): Element?, Error?
---@field header fun(self: Response, name: string): string?

---@class Manifest
---@field name? string
---@field icon? IconName
---@field description? string
---@field author? string
---@field version? string
---@field refresh? string|{ cron: string }
---@field timeout? string|number
---@field families? string[]
---@field largest_display_mode? "compact"|"expanded"
---@field settings? table<string, table>
---@field url_schemes? string[]
---@field permissions? table
---@field limits? table

---@class View

---@alias IconName "airplane"|"airplane.arrival"|"airplane.departure"|"alarm"|"ant"|"antenna.radiowaves.left.and.right"|"app"|"archivebox"|"arrow.clockwise"|"arrow.counterclockwise"|"arrow.down"|"arrow.down.circle"|"arrow.down.right"|"arrow.left"|"arrow.left.arrow.right"|"arrow.right"|"arrow.triangle.2.circlepath"|"arrow.triangle.branch"|"arrow.triangle.merge"|"arrow.triangle.pull"|"arrow.turn.up.right"|"arrow.up"|"arrow.up.arrow.down"|"arrow.up.right"|"at"|"banknote"|"battery.0"|"battery.100"|"battery.25"|"battery.50"|"battery.75"|"bed.double"|"bell"|"bell.slash"|"bicycle"|"bolt"|"bolt.fill"|"book"|"bookmark"|"briefcase"|"bubble.left"|"bus"|"calendar"|"camera"|"car"|"cart"|"chart.bar"|"chart.line.uptrend.xyaxis"|"chart.pie"|"checkmark"|"checkmark.circle"|"checkmark.circle.fill"|"checkmark.seal"|"chevron.down"|"chevron.left"|"chevron.left.forwardslash.chevron.right"|"chevron.right"|"chevron.up"|"circle"|"circle.fill"|"circle.lefthalf.filled"|"clock"|"cloud"|"cloud.bolt"|"cloud.drizzle"|"cloud.fog"|"cloud.heavyrain"|"cloud.rain"|"cloud.snow"|"cloud.sun"|"command"|"cpu"|"creditcard"|"cube"|"cup.and.saucer"|"delete.left"|"desktopcomputer"|"doc"|"doc.text"|"dollarsign"|"dollarsign.circle"|"dot.radiowaves.left.and.right"|"drop"|"ellipsis"|"envelope"|"envelope.badge"|"envelope.open"|"equal"|"eurosign"|"exclamationmark"|"exclamationmark.circle"|"exclamationmark.octagon"|"exclamationmark.triangle"|"externaldrive"|"eye"|"eye.slash"|"figure.run"|"figure.walk"|"film"|"flag"|"flame"|"folder"|"fork.knife"|"function"|"gamecontroller"|"gauge"|"gear"|"gearshape"|"gift"|"globe"|"hammer"|"hand.raised"|"hand.thumbsup"|"hare"|"heart"|"heart.fill"|"hourglass"|"house"|"info"|"info.circle"|"internaldrive"|"key"|"keyboard"|"laptopcomputer"|"leaf"|"lightbulb"|"line.3.horizontal"|"link"|"list.bullet"|"location"|"lock"|"lock.open"|"magnifyingglass"|"map"|"mappin"|"memorychip"|"mic"|"minus"|"minus.circle"|"moon"|"moon.stars"|"music.note"|"network"|"newspaper"|"number"|"opticaldisc"|"paintbrush"|"paperclip"|"paperplane"|"pause"|"pawprint"|"pencil"|"percent"|"person"|"person.2"|"person.circle"|"person.crop.circle"|"phone"|"photo"|"pin"|"play"|"plus"|"plus.circle"|"power"|"printer"|"puzzlepiece"|"questionmark"|"questionmark.circle"|"quote.bubble"|"quote.closing"|"quote.opening"|"safari"|"server.rack"|"shield"|"shippingbox"|"shuffle"|"slider.horizontal.3"|"snow"|"snowflake"|"sparkles"|"speaker"|"speaker.slash"|"speaker.wave.2"|"square"|"square.and.arrow.down"|"square.and.arrow.up"|"square.and.pencil"|"square.fill"|"square.stack"|"star"|"star.fill"|"stop"|"stopwatch"|"suitcase"|"sun.horizon"|"sun.max"|"sun.min"|"sunrise"|"sunset"|"tag"|"target"|"terminal"|"text.bubble"|"textformat"|"thermometer"|"ticket"|"timer"|"tornado"|"tortoise"|"train.side.front.car"|"tram"|"trash"|"tray"|"triangle"|"triangle.fill"|"trophy"|"tv"|"umbrella"|"video"|"wifi"|"wifi.slash"|"wind"|"wrench"|"wrench.and.screwdriver"|"xmark"|"xmark.circle"|"xmark.circle.fill"|"xmark.octagon"|string
---@alias ColorName "label"|"secondary"|"tertiary"|"accent"|"red"|"orange"|"yellow"|"green"|"mint"|"teal"|"blue"|"indigo"|"purple"|"pink"|"brown"|"gray"|"clear"
---@alias Color ColorName|string|{ light: ColorName|string, dark: ColorName|string } a name or "#rrggbb"
---@alias TextStyle "large_title"|"title"|"title2"|"title3"|"headline"|"subheadline"|"body"|"callout"|"footnote"|"caption"|"caption2"
---@alias Font TextStyle|{ size: number, weight?: "ultralight"|"thin"|"light"|"regular"|"medium"|"semibold"|"bold"|"heavy"|"black", design?: "default"|"monospaced"|"rounded"|"serif" }
---@alias Insets number|{ top?: number, left?: number, bottom?: number, right?: number }

---@class ViewFields
---@field [integer] any
---@field id? string|number Tells views apart when they change.
---@field font? Font A text style, or { size, weight, design }.
---@field weight? "ultralight"|"thin"|"light"|"regular"|"medium"|"semibold"|"bold"|"heavy"|"black" How heavy the letters are.
---@field italic? boolean Slanted letters.
---@field monospaced? boolean Letters of one width.
---@field color? Color Of the words.
---@field background? Color Behind the view.
---@field padding? Insets Room around the view, in points.
---@field width? number Points.
---@field height? number Points.
---@field min_width? number Points.
---@field max_width? number Points; math.huge takes all there is.
---@field min_height? number Points.
---@field max_height? number Points; math.huge takes all there is.
---@field aspect_ratio? number Its width divided by its height.
---@field align? "leading"|"center"|"trailing"|"top"|"bottom"|"first_baseline" Where it stands in its room.
---@field spacing? number Between the views inside, in points.
---@field priority? number Who gets room first when there is little; 0 when not given.
---@field line_limit? integer The most lines; 0 is no limit.
---@field truncation? "head"|"middle"|"tail" Which part goes when words do not fit.
---@field min_scale? number How small letters may become before words are cut.
---@field opacity? number 0 is invisible.
---@field border? Color|boolean The colour of a thin frame; true for the usual one.
---@field corner_radius? number Points.
---@field hidden? boolean Keeps its room, draws nothing.
---@field transition? "fade"|"move"|"none" How a changed view appears.
---@field accessibility? string|number Read aloud, and used where a format has no pictures.
---@field action? fun() Runs when the view is tapped.
---@field on_tap? fun() Runs when the view is tapped.

update_result = { new_data = {}, no_data = {}, failed = {} }

---@type table<string, any>
settings = {}

ui = {}

---Words.
---@class textFields: ViewFields
---@field text? string|number The words.

---@param fields string|number|textFields
---@return View
function ui.text(fields) end

---An icon and words.
---@class labelFields: ViewFields
---@field text? string|number The words.
---@field icon? IconName The symbol's name.

---@param fields string|number|labelFields
---@return View
function ui.label(fields) end

---A symbol by its name.
---@class iconFields: ViewFields
---@field name? IconName The symbol's name.
---@field icon? IconName The symbol's name.

---@param fields string|number|iconFields
---@return View
function ui.icon(fields) end

---A moment; it ticks without running the script.
---@class dateFields: ViewFields
---@field date? number The moment, in seconds since 1970.
---@field style? "time"|"date"|"relative"|"offset"|"timer" How it is written; "time" when not given.

---@param fields string|number|dateFields
---@return View
function ui.date(fields) end

---Words that open a URL.
---@class linkFields: ViewFields
---@field text? string|number The words.
---@field url? string What it opens.

---@param fields string|number|linkFields
---@return View
function ui.link(fields) end

---A picture.
---@class imageFields: ViewFields
---@field src? string The picture.
---@field mode? "fit"|"fill" Whether it is seen whole ("fit") or fills its room.

---@param fields string|number|imageFields
---@return View
function ui.image(fields) end

---Views one under the other.
---@class vstackFields: ViewFields

---@param fields string|number|vstackFields
---@return View
function ui.vstack(fields) end

---Views side by side.
---@class hstackFields: ViewFields

---@param fields string|number|hstackFields
---@return View
function ui.hstack(fields) end

---Views on top of each other, the first at the back.
---@class zstackFields: ViewFields

---@param fields string|number|zstackFields
---@return View
function ui.zstack(fields) end

---Views in rows and columns, row by row.
---@class gridFields: ViewFields
---@field columns? integer|(number|"auto"|"flex"|{ width: number|"auto"|"flex", align?: string })[] How many columns share the width, or a list of them: points, "auto" (as wide as its widest view), "flex" (a share of the rest), or { width = ..., align = ... }.

---@param fields string|number|gridFields
---@return View
function ui.grid(fields) end

---Views that share fields.
---@class groupFields: ViewFields

---@param fields string|number|groupFields
---@return View
function ui.group(fields) end

---Views that a redacted surface does not show.
---@class privateFields: ViewFields

---@param fields string|number|privateFields
---@return View
function ui.private(fields) end

---Takes the room that is left.
---@class spacerFields: ViewFields
---@field min_length? number The least room it takes, in points.

---@param fields string|number|spacerFields
---@return View
function ui.spacer(fields) end

---A thin line.
---@class dividerFields: ViewFields

---@param fields string|number|dividerFields
---@return View
function ui.divider(fields) end

---How much is done.
---@class progressFields: ViewFields
---@field value? number How much is done, 0 to 1.
---@field shape? "bar"|"circle" "bar" when not given.

---@param fields string|number|progressFields
---@return View
function ui.progress(fields) end

---A value between two ends.
---@class gaugeFields: ViewFields
---@field value? number Moved between `min` and `max`.
---@field min? number One end; 0 when not given.
---@field max? number The other end; 1 when not given.
---@field text? string|number What is measured.
---@field value_text? string|number The value in words.
---@field shape? "circle"|"bar" "circle" when not given.

---@param fields string|number|gaugeFields
---@return View
function ui.gauge(fields) end

---Numbers as a picture.
---@class chartFields: ViewFields
---@field type? "line"|"bar"|"area"|"spark"|"pie" "line" when not given.
---@field values? number[] The numbers of one series; NaN or json.null is a gap.
---@field series? (number[]|{ name?: string, color?: Color, values: number[] })[] Several series, each a list of numbers or { name = ..., color = ..., values = ... }.
---@field labels? (string|number)[] Below the values, or beside the parts of a pie.
---@field min? number Where the axis begins; found from the values when not given.
---@field max? number Where the axis ends.
---@field baseline? "zero"|"auto" "zero": the axis contains 0; "auto": it fits the data. "zero" for bars and areas when not given.
---@field axes? boolean Whether axes and labels are drawn; not for "spark" when not given.

---@param fields string|number|chartFields
---@return View
function ui.chart(fields) end

---Something is going on.
---@class activity_indicatorFields: ViewFields
---@field text? string|number The words.

---@param fields string|number|activity_indicatorFields
---@return View
function ui.activity_indicator(fields) end

---Runs a function when it is tapped.
---@class buttonFields: ViewFields
---@field text? string|number The words.
---@field icon? IconName The symbol's name.

---@param fields string|number|buttonFields
---@return View
function ui.button(fields) end

---A switch.
---@class toggleFields: ViewFields
---@field text? string|number The words.
---@field on? boolean Whether it is switched on.

---@param fields string|number|toggleFields
---@return View
function ui.toggle(fields) end

---The manifest: the first statement, with literal values, at most once.
---@param manifest Manifest 
function widget(manifest) end

---Asks for a size in points; 0 lets the host decide. Without arguments: the current request.
---@param width? number? 
---@param height? number? 
---@return number width
---@return number height
function preferred_size(width, height) end

---false hides the widget.
---@param shown boolean 
function has_content(shown) end

---The earliest next update.
---@param delay string|number 
function refresh_after(delay) end

---Shows `content` now, in the middle of an update. Never stored.
function redraw() end

---@class fetch
---@overload fun(url: string, options?: table): Response?, Error?
fetch = {}

---Several requests in parallel; a list of `{ response = r }` or `{ error = err }`, in order.
---@param requests any[] 
---@return table[] answers
function fetch.all(requests) end

---Values worth keeping between updates; any of them may vanish at any time. A widget has one for each choice of its settings: what it kept with other settings it does not find. `defaults` are the same for all of them.
---@class cache
cache = {}

---The value that was kept under a key, and its age in seconds; nil when there is none or its time is over.
---@param key string 
---@return any value
---@return number age
function cache.get(key) end

---Keeps a value, for a time when one is given. nil removes it, `json.null` is a value.
---@param key string 
---@param value any 
---@param ttl? string|number? how long; without it, until there is no room
function cache.set(key, value, ttl) end

---Forgets a key.
---@param key string 
function cache.remove(key) end

---Forgets everything that this widget kept.
function cache.clear() end

---The kept value, or what `fn` returns, which is then kept.
---@param key string 
---@param ttl string|number 
---@param fn function 
---@return any value
function cache.remember(key, ttl, fn) end

---What the widget must remember, whatever its settings: kept until it is removed. `defaults.suite("group.x")` is shared by a group. What an update sets is stored when it has ended well, key by key: keys that it did not set stay as others left them. Of two updates at the same time that set one key the later holds, so a counter that both read and raise is raised once; give each widget of a group a key of its own.
---@class defaults
defaults = {}

---The value of a key: what was set, else what was registered, else `fallback`.
---@param key string 
---@param fallback? any? 
---@return any value
function defaults.get(key, fallback) end

---Sets a key; nil removes it, `json.null` is a value.
---@param key string 
---@param value any 
function defaults.set(key, value) end

---Removes a key; what was registered shows again.
---@param key string 
function defaults.remove(key) end

---Everything that is set or registered.
---@return table values
function defaults.all() end

---Values to use for keys that are not set: copies, of what could be set. Nothing is stored.
---@param values table 
function defaults.register(values) end

---The defaults of a group, with the same functions.
---@param name string 
---@return defaults suite
function defaults.suite(name) end

---The files of a group.
---@param name string 
---@return Container container
function container(name) end

---RFC 8259, strict, both ways. Integers stay integers.
---@class json
json = {}

---The value, or nil and an error with line and column.
---@param text string 
---@return any value
---@return Error? err
function json.decode(text) end

---JSON text with keys in a stable order.
---@param value any 
---@param options? { pretty?: boolean }? 
---@return string text
function json.encode(value, options) end

---Marks a table as a list, so that it is `[]` when it is empty; `json.decode` does so itself. Any other empty table is `{}`. The mark is not kept by `cache` and `defaults`.
---@param list? any[]? 
---@return any[] list
function json.array(list) end

---XML 1.0. An element is `{ name, attributes, text, children }`: `attributes` by name, `text` its own text with trimmed ends, `children` the elements within. Where texts and elements are mixed, `content` has both in order. Names keep their prefix. `e:first("channel/item")` is the first element at the end of a path of names (`*` is any), `e:all(path)` the list of all, `e:value(path)` the first one's text.
---@class xml
xml = {}

---The root element, or nil and an error with line and column. HTML's entities are known; entities that the document declares are refused, and nothing outside of it is read. The encoding is the one that it declares. `response:xml()` does the same and knows the response's charset.
---@param text string 
---@return Element? root
---@return Error? err
function xml.decode(text) end

---News feeds: RSS 0.90 to 2.0, Atom 0.3 and 1.0, JSON Feed 1 and 1.1, all in one shape.
---@class feed
feed = {}

---What a feed says, or nil and an error. What it does not say is absent; so is a date that cannot be read. URLs are absolute where the feed or the response has a base for them.
---@param source any a text or a response
---@return { title?: string, url?: string, description?: string, updated?: number, image?: string, items?: { title?: string, url?: string, id?: string, author?: string, summary?: string, content?: string, published?: number, updated?: number, image?: string, categories?: string[], enclosures?: { url?: string, type?: string, length?: integer }[] }[] }? feed
---@return Error? err
function feed.parse(source) end

---Comma-separated values (RFC 4180).
---@class csv
csv = {}

---A list of records keyed by the names in the first line, or of lists without such a line. Values stay text; a short record lacks the last keys; empty lines are left out. nil and an error with line and column for text that breaks the rules.
---@param text string 
---@param options? { header?: boolean, separator?: string }? 
---@return any[]? records
---@return Error? err
function csv.decode(text, options) end

---Calendars (iCalendar, RFC 5545).
---@class ical
ical = {}

---What takes place in a range of time, with every occurrence of events that come again. Times of the day stay the same when clocks change. To-dos, journals and alarms are left out. nil and an error with a line for text that is no calendar.
---@param text string 
---@param options? { from?: number, to?: number }? 
---@return { name?: string?, events?: { uid?: string?, title?: string?, description?: string?, location?: string?, url?: string?, starts?: number, ends?: number, all_day?: boolean, status?: string?, organizer?: string?, categories?: string[], recurring?: boolean, busy?: boolean }[], unknown_zones?: string[], skipped?: integer, truncated?: boolean }? calendar
---@return Error? err
function ical.parse(text, options) end

---URLs (RFC 3986), taken apart and put together.
---@class url
url = {}

---The parts of a URL, all but the path decoded; nil and an error for what is none.
---@param text string 
---@return { scheme?: string?, user?: string?, password?: string?, host?: string?, port?: integer?, path?: string, query?: table, fragment?: string? }? parts
---@return Error? err
function url.parse(text) end

---A URL from the parts that `url.parse` gives; each is encoded as its place needs. In the path what is percent-encoded stays so.
---@param parts { scheme?: any?, user?: any?, password?: any?, host?: any?, port?: any?, path?: any?, query?: any?, fragment?: any? } 
---@return string url
function url.build(parts) end

---Percent-encodes a text for any part of a URL, or a table as a query: `q=a%20b&tag=x`.
---@param text_or_fields any 
---@return string text
function url.encode(text_or_fields) end

---Undoes percent-encoding; nil and an error when it is damaged. `+` stays: only queries mean a space by it.
---@param text string 
---@return string? text
---@return Error? err
function url.decode(text) end

---Base64 (RFC 4648).
---@class base64
base64 = {}

---Bytes as text.
---@param text string any bytes
---@param options? { url_safe?: boolean }? 
---@return string text
function base64.encode(text, options) end

---The bytes of a text in either alphabet, with or without padding; nil and an error for any other.
---@param text string 
---@return string? bytes
---@return Error? err
function base64.decode(text) end

---Digests: to sign requests, to name things. None of them keeps a password.
---@class hash
hash = {}

---SHA-256 (FIPS 180-4).
---@param text string any bytes
---@return string digest
function hash.sha256(text) end

---SHA-1, for services that still ask for it.
---@param text string any bytes
---@return string digest
function hash.sha1(text) end

---MD5 (RFC 1321), for services that still ask for it.
---@param text string any bytes
---@return string digest
function hash.md5(text) end

---HMAC with SHA-256 (RFC 2104).
---@param key string 
---@param text string any bytes
---@return string digest
function hash.hmac_sha256(key, text) end

---What this machine is doing.
---@class device
device = {}

---Space on the volume that holds `path`.
---@param path? string? the root without it
---@return { total?: integer, free?: integer, used?: integer } space
function device.disk(path) end

---Working memory.
---@return { total?: integer, used?: integer, free?: integer } memory
function device.memory() end

---Load averages of 1, 5 and 15 minutes, and the number of processor cores.
---@return { one?: number, five?: number, fifteen?: number, cores?: integer } load
function device.load() end

---How long this machine has been running, sleep included.
---@return number seconds
function device.uptime() end

---The charge of all batteries together; nil for a machine without one.
---@return { level?: number, charging?: boolean }? battery
function device.battery() end

---What this machine is.
---@return { hostname?: string, os?: string, kernel?: string, architecture?: string } info
function device.info() end

---A variable of the environment; nil when it is not set.
---@param name string 
---@return string? value
function env.get(name) end

---Runs a program to its end: `run { "git", "status" }`. No shell, no input, a short environment. nil and an error when it could not be started or was stopped.
---@param words string[] 
---@return { status?: integer, stdout?: string, stderr?: string }? result
---@return Error? err
function run(words) end

---Opens a URL in the person's own program. Only in a tap's handler, once a tap.
---@param url string 
function open_url(url) end

---Shows a notification: plain text.
---@param notification { title?: string, body?: string?, id?: string? } 
---@return boolean? shown
---@return Error? err
function notify(notification) end

---Numbers, dates and lists as the user's language writes them.
---@class format
format = {}

---`1,234.5`: at most three places behind the point.
---@param n number 
---@param options? { digits?: integer, min_digits?: integer, compact?: boolean }? 
---@return string text
function format.number(n, options) end

---A fraction of one as `81%`.
---@param n number 
---@param options? { digits?: integer }? 
---@return string text
function format.percent(n, options) end

---An amount of data as `1.2 GB`.
---@param n number bytes
---@param options? { style?: string }? 
---@return string text
function format.bytes(n, options) end

---A moment in the user's time zone: `5 Nov 2026, 15:04`.
---@param time number 
---@param style? string? "short", "medium" (when not given) or "long" for date and time, "date", "time", "iso", "rfc1123" (mail: `Thu, 05 Nov 2026 15:04:09 +0100`), "http" (the same in GMT), or a pattern such as "yyyy-MM-dd HH:mm"
---@return string text
function format.date(time, style) end

---How far a moment is from now: `in 5 minutes`, `3 hours ago`, `yesterday`.
---@param time number 
---@param now? number? 
---@return string text
function format.relative(time, now) end

---A length of time: `1 h 25 min`.
---@param seconds number 
---@param options? { style?: string, units?: integer }? 
---@return string text
function format.duration(seconds, options) end

---`a, b and c`.
---@param elements any[] strings and numbers
---@return string text
function format.list(elements) end

---A rank: `1st`.
---@param n integer 
---@return string text
function format.ordinal(n) end

---Moments (seconds since 1970) and the calendar, years 1 to 9999.
---@class date
date = {}

---Seconds since 1970, with a fraction.
---@return number time
function date.now() end

---The moment that a text names: ISO 8601, RFC 3339, the form of mail and HTTP, or a pattern; nil and an error for any other. A text without a zone means `zone`, the user's when not given, and a date alone its midnight.
---@param text string 
---@param pattern? string? such as "dd.MM.yyyy HH:mm"
---@param zone? string? a name such as "Europe/Berlin"; the user's when not given
---@return number? time
---@return Error? err
function date.parse(text, pattern, zone) end

---The same as `format.date`, in any time zone.
---@param time number 
---@param style? string? a style of `format.date`, or a pattern
---@param zone? string? a name such as "Europe/Berlin"; the user's when not given
---@return string text
function date.format(time, style, zone) end

---What the calendar and the clock show at a moment.
---@param time number 
---@param zone? string? a name such as "Europe/Berlin"; the user's when not given
---@return { year?: integer, month?: integer, day?: integer, hour?: integer, minute?: integer, second?: integer, weekday?: integer, yearday?: integer, zone?: string, offset?: integer } components
function date.components(time, zone) end

---A moment later, or earlier: years and months first (the last day of a shorter month), then weeks and days by the calendar, then hours, minutes and seconds as they pass.
---@param time number 
---@param amounts { years?: number, months?: number, weeks?: number, days?: number, hours?: number, minutes?: number, seconds?: number } 
---@param zone? string? a name such as "Europe/Berlin"; the user's when not given
---@return number time
function date.add(time, amounts, zone) end

---The development console; so is `print`.
---@class log
log = {}

---Writes a line of level debug.
---@param ... any 
function log.debug(...) end

---Writes a line of level info.
---@param ... any 
function log.info(...) end

---Writes a line of level warning.
---@param ... any 
function log.warning(...) end

---Writes a line of level error.
---@param ... any 
function log.error(...) end

---Writes a line. A widget without `content` shows what it printed.
---@param ... any 
function print(...) end

---Loads a module of the widget's own folder: `require("times")` is `flight/times.lua` beside `flight.lua`.
---@param name string 
---@return any module
function require(name) end
