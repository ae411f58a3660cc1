---@meta luawidget
-- Generated from the declarations in the program by `luawidget api types`; do not edit.
-- Everything has been there since level 1 of the API unless it says otherwise.

---@class View

---The argument of `perform_update` and `content`.
---@class Context
---@field reason "launch"|"schedule"|"manual"|"reload"|"action"|"wake"|"network"|"retry"|"restart"|"event" why the host is asking: the program was started, an update is due, the user pressed `r` or Refresh, the file was saved, a control was pressed, the machine woke up, the network is back after a failure, a failed update is being retried, the widget is being reloaded because a control on its last view was pressed, or something has arrived (`on_event`)
---@field size { width: number, max_height: number } points available to the view: the width is exact, the height a maximum
---@field display_mode "compact"|"expanded" compact is at most 110 points high
---@field family? "small"|"medium"|"large"|"extra_large"|"inline"|"circular"|"rectangular" the size requested by the host; nil if there's none
---@field color_scheme "light"|"dark" light or dark appearance
---@field text_size "xSmall"|"small"|"medium"|"large"|"xLarge"|"xxLarge"|"xxxLarge"|"accessibility1"|"accessibility2"|"accessibility3"|"accessibility4"|"accessibility5" the user's preferred text size
---@field locale string BCP 47, such as `en-GB`
---@field time_zone string a name of the time zone database, such as `Europe/Berlin`
---@field surface "terminal"|"page"|"picture"|"bar" where the view is shown; `"picture"` is PNG, SVG, PDF and the desktop, `"bar"` a status bar
---@field host "run"|"today"|"serve"|"desktop"|"bar"|"update"|"test" the command showing it; `"bar"` is `run` for a status bar
---@field visible boolean whether the user can see the widget now
---@field preview boolean whether this is a preview, shown once and never updated
---@field last_update? number when the view last changed; nil before the first update

---A value of `update_result`: `new_data`, `no_data` or `failed`, in the order of `NCUpdateResult`. Call `update_result.failed` with a text or an `err` to give a reason.
---@class UpdateResult

---Margins in points.
---@class MarginInsets
---@field top? number
---@field left? number
---@field bottom? number
---@field right? number

---The second result of functions that don't raise. `tostring(err)` gives you its message.
---@class Error
---@field kind "denied"|"dns"|"connect"|"tls"|"timeout"|"too_large"|"decode"|"protocol"|"offline"|"quota"|"fetcher"|"cancelled"|"unavailable" the cause, for the script to act on
---@field message string
---@field target? string of a request: the host and port
---@field remedy? string what to do next
---@field line? integer in an undecodable document
---@field column? integer in bytes, from 1

---A response of `fetch`. A status of 400 or more is a response too.
---@class Response
---@field status integer
---@field ok boolean whether the status is from 200 to 299
---@field url string after redirects
---@field headers table<string, string> by name, in any case; the values of a repeated field are joined by `", "`, those of `set-cookie` by a line feed
---@field body string the bytes
---@field source "network"|"cache"|"revalidated"|"stale" where the response came from
---@field age number seconds since the response was generated or validated
---@field elapsed number seconds until the whole response was there, with redirects and retries; about 0 for a stored one
---@field text fun(self: Response): string?, Error? Returns the body as UTF-8, whatever charset it came in.
---@field json fun(self: Response, options?: { null?: "drop" }): any, Error? The body decoded as JSON.
---@field xml fun(self: Response): Element?, Error? The root element of the body decoded as XML.
---@field header fun(self: Response, name: string): string? Returns a header field; nil if it's absent.

---A media player, from `media.players()`. Fields that the player doesn't tell are nil.
---@class MediaPlayer
---@field id string for the functions of `media`
---@field name string what it calls itself
---@field status "playing"|"paused"|"stopped"
---@field title? string
---@field artist? string several are joined by `", "`
---@field album? string
---@field length? number seconds
---@field position? number seconds since the start, when you asked
---@field cover? string the name of the cover, for `ui.image` and wherever a view takes an image
---@field can_play boolean
---@field can_pause boolean
---@field can_next boolean
---@field can_previous boolean
---@field can_seek boolean

---A sink or a source of the sound server, from `audio.sinks()` and `audio.sources()`.
---@class AudioDevice
---@field name string for the functions of `audio`
---@field description string its name for people
---@field volume number 0 to 1; up to 1.5, or more if another program has amplified it
---@field muted boolean
---@field is_default boolean whether new streams use it

---The machine's batteries together, from `power.battery()`. Times that aren't known are nil.
---@class Battery
---@field level number 0 to 1
---@field charging boolean
---@field state "charging"|"discharging"|"full"|"empty"|"waiting"|"unknown" `waiting` is neither charging nor discharging
---@field time_to_empty? number seconds, while it's discharging
---@field time_to_full? number seconds, while it's charging
---@field power? number watts

---A connection of the machine, from `network.connections()`.
---@class NetworkConnection
---@field name string the name in the user's settings, else of the Wi-Fi network or of the interface
---@field type "wifi"|"ethernet"|"mobile"|"vpn"|"bluetooth"|"other"
---@field state "connecting"|"connected"|"disconnecting"
---@field default boolean whether other machines are reached through it
---@field interface? string such as `wlan0`
---@field ssid? string the name of the Wi-Fi network
---@field strength? number of the Wi-Fi signal, 0 to 1

---A unit of systemd, from `units.state(name)`.
---@class Unit
---@field name string its own name
---@field state "active"|"reloading"|"inactive"|"failed"|"activating"|"deactivating"|"maintenance"
---@field scope "user"|"system" whose it is; only the user's can be controlled
---@field enabled boolean whether it starts with the session or the machine
---@field detail? string systemd's finer state, such as `running`
---@field description? string
---@field since? number when its state changed

---An element of an XML document.
---@class Element
---@field name string with its prefix
---@field attributes table<string, string>
---@field text string the element's own text, trimmed
---@field children Element[]
---@field content? (string|Element)[] texts and elements in order, where they are mixed
---@field first fun(self: Element, path: string): Element? The first element at the end of a path.
---@field all fun(self: Element, path: string): Element[] All elements at the end of a path.
---@field value fun(self: Element, path: string): string? The text of the first element at the end of a path.

---The user's response to a notification.
---@class NotificationEvent
---@field action string the id of the action; `"default"` for a tap on the notification itself
---@field id? string as in `notify`
---@field category? string as in `notify`
---@field text? string the text for an action with `text_input`; nil if the desktop has no field for it

---Something that arrived for the widget.
---@class Event
---@field source string the URL, the program's name, the setting's value for a file, a service such as `media`, or `push`
---@field name string the server's type of the event, `message` without one; `line`, `exit`, `changed` or `push`
---@field data string the text
---@field id? string the server's id of the event
---@field time number when it arrived

---The files of a group, from `container(name)`.
---@class Container
---@field read fun(self: Container, path: string): string? Returns a file's content; nil if there's no such file.
---@field write fun(self: Container, path: string, bytes: string) Creates or replaces a file.
---@field list fun(self: Container, path?: string): string[] Returns the names in a folder, sorted; folder names end with `/`.
---@field exists fun(self: Container, path: string): boolean Returns whether there's a file.
---@field remove fun(self: Container, path: string): boolean Removes a file or an empty folder; false if there's none.

---A styled part of a text: `{ "Berlin", weight = "bold" }`.
---@class TextSpan
---@field text? string|number The text; also the first positional value.
---@field font? Font A text style, or { size, weight, design }.
---@field weight? "ultralight"|"thin"|"light"|"regular"|"medium"|"semibold"|"bold"|"heavy"|"black" The font's weight.
---@field italic? boolean Italic text.
---@field monospaced? boolean Characters of equal width.
---@field color? Color The colour of the text.
---@field link? string A URL for the text to link to.
---@field underline? boolean Underlined text.
---@field strikethrough? boolean Struck-through text.

---The table of `widget { ... }`. Every field is optional.
---@class Manifest
---@field name? string at most 80 characters
---@field icon? IconName one of the [names of icons](#names-of-icons)
---@field description? string at most 1000 characters
---@field author? string at most 200 characters
---@field version? string|number at most 80 characters
---@field requires? integer the API level your widget was written for: an older luawidget then refuses it and keeps its last view; see [compatibility.md](compatibility.md)
---@field refresh? string|number|"never"|{ cron: string } how often to update the widget: a duration of at least one second, `"never"`, or `{ cron = "0 7 * * mon-fri" }` with the five fields of crontab(5) (minute, hour, day of the month, month, day of the week) in the user's time zone: `*`, numbers, ranges and lists, each with a step such as `*/15`; months and days of the week also have English names of three letters. If you give both days, either matches
---@field timeout? string|number how long an update may take, including host calls; if `limits.time` is lower, that applies
---@field families? ("small"|"medium"|"large"|"extra_large"|"inline"|"circular"|"rectangular")[] the families your widget has a view for
---@field largest_display_mode? "compact"|"expanded" the largest mode your widget has a view for
---@field settings? table<string, Setting>|Setting[] what the user can choose: by name, or as a list, whose order forms keep; see [settings](#settings)
---@field strings? table<string, table<string, string|PluralForms>> texts of your widget by language, for `tr`: `{ de = { title = "Abfahrten" } }`; files such as `strings/de.json` add to them. `name`, `description`, and the labels and descriptions of settings are translated too, if they're keys
---@field language? string the language of your widget's texts where the user's has none: a tag such as `"de"` or `"pt-BR"`
---@field url_schemes? string[] URL schemes of the links passed to `on_open` by the command `open`: `"myflight"` for `myflight://LY315`
---@field permissions? Permissions what your widget may use; see [permissions](#permissions)
---@field limits? Limits lower limits than the host's; see [limits](#limits)

---A field of `settings`: something the user can choose with `--set NAME=VALUE`.
---@class Setting
---@field name? string its name, in a list of settings
---@field type? "string"|"number"|"integer"|"boolean"|"choice"|"secret"|"url"|"file"|"folder"|"color"|"date"|"location"|"list" required
---@field label? string at most 80 characters
---@field description? string at most 1000 characters
---@field choices? string[] the values of a `choice`
---@field of? "string"|"url"|"number"|"integer"|"color"|"date"|"location"|table the elements of a `list`: a type, or a table of settings, `{ name = { type = "string" }, ... }` (at most 8, none of type `secret`, `file`, `folder` or `list`), whose values an element then has as fields
---@field secret? boolean a `url` that is a secret, as a private calendar's address
---@field access? "read"|"write" what the widget does in a `folder`: `read` its files, or `write` too; the user is asked about each
---@field min? number the smallest `number` or `integer`
---@field max? number the largest `number` or `integer`
---@field pattern? string what a `string`, `secret` or `url` has to match as a whole, as in `string.match`
---@field depends_on? string|table the setting that decides whether this one has an effect: the name of a `boolean`, or `{ NAME = value }`. The form of a page shows it only then
---@field required? boolean the widget doesn't run without this `secret`
---@field default? any the value until the user sets one; a `secret` has none

---A text for each plural category of Unicode CLDR that its language has; see [tr](#tr).
---@class PluralForms
---@field zero? string
---@field one? string
---@field two? string
---@field few? string
---@field many? string
---@field other string

---A widget can use only what its manifest requests.
---@class Permissions
---@field net? (string|{ setting: string })[] hosts for `fetch`, such as `"api.example.com"` or `"api.example.com:8443"`; `"*"` is any public host. `{ setting = "NAME" }` is the host of a setting of type `url`, or the hosts of a list's URLs; they may have a private address if the user sets them
---@field private_net? string[] private addresses, such as `"192.168.1.10:8080"`; the user is asked
---@field device? ("disk"|"memory"|"cpu"|"load"|"processes"|"network"|"uptime"|"battery"|"info")[]|boolean system metrics for `device`; `true` is all of them. The user is asked if the widget could send them anywhere
---@field media? ("read"|"control")[]|boolean media players: `read` what they play, `control` them; `true` is all of it. The user is asked if the widget could send anything anywhere
---@field audio? ("read"|"control")[]|boolean the sound server: `read` its devices and volumes, `control`: set and mute them, choose the defaults; `true` is all of it. The user is asked if the widget could send anything anywhere
---@field power? ("read"|"control")[]|boolean batteries and power profiles: `read` them, `control`: set the profile and keep the machine awake; `true` is all of it. The user is asked if the widget could send anything anywhere
---@field network? "read"[]|boolean network connections: `read` them, with the names of Wi-Fi networks; `true` is all of it. The user is asked if the widget could send anything anywhere
---@field brightness? ("read"|"control")[]|boolean the brightness of the machine's own screen: `read` it, `control` it; `true` is all of it. The user is asked if the widget could send anything anywhere
---@field units? (string|{ setting: string })[] units of systemd, by exact names such as `"syncthing.service"`: their state, and controlling the user's; the user is asked. `{ setting = "NAME" }` is the units that a setting of type `string`, or a list of them, names
---@field env? string[] environment variables for `env.get`; the user is asked
---@field run? string[] programs for `run`, by name or absolute path; the user is asked
---@field groups? string[] groups to share defaults and containers with; the user is asked about a group already used by another widget
---@field open_url? string[] URL schemes for `open_url`; the user is asked about every scheme except `https`, `http` and `mailto`
---@field clipboard? boolean putting text onto the clipboard in a tap handler; the user is asked
---@field notify? boolean notifications; the user is asked

---You can only lower the host's limits in a manifest, never raise them.
---@class Limits
---@field memory? string|integer Lua memory, from 1MB to 128MB: bytes, or text such as `"16MB"`
---@field cpu? string|number processor time of an update; loading and taps get half of it, a view a tenth
---@field time? string|number like `timeout` of the manifest: the lower of both applies
---@field fetches? integer fetches of an update

---@alias IconName "air.conditioner.horizontal"|"airplane"|"airplane.arrival"|"airplane.departure"|"airplayaudio"|"airplayvideo"|"airpods"|"alarm"|"alarm.waves.left.and.right"|"allergens"|"ant"|"ant.circle"|"antenna.radiowaves"|"antenna.radiowaves.left.and.right"|"app"|"applewatch"|"aqi.high"|"aqi.low"|"aqi.medium"|"archivebox"|"archivebox.circle"|"arrow.2.squarepath"|"arrow.clockwise"|"arrow.counterclockwise"|"arrow.down"|"arrow.down.circle"|"arrow.down.doc"|"arrow.down.left"|"arrow.down.right"|"arrow.down.to.line"|"arrow.left"|"arrow.left.and.right"|"arrow.left.arrow.right"|"arrow.left.circle"|"arrow.right"|"arrow.right.circle"|"arrow.triangle.2.circlepath"|"arrow.triangle.branch"|"arrow.triangle.merge"|"arrow.triangle.pull"|"arrow.turn.down.right"|"arrow.turn.up.left"|"arrow.turn.up.right"|"arrow.up"|"arrow.up.and.down"|"arrow.up.arrow.down"|"arrow.up.circle"|"arrow.up.left"|"arrow.up.right"|"arrow.up.to.line"|"arrow.uturn.backward"|"arrow.uturn.forward"|"arrowtriangle.down"|"arrowtriangle.left"|"arrowtriangle.right"|"arrowtriangle.up"|"asterisk"|"at"|"atom"|"backpack"|"backward"|"backward.end"|"backward.end.alt"|"backward.frame"|"bag"|"balloon"|"bandage"|"banknote"|"banknote.circle"|"barcode"|"barometer"|"baseball"|"basket"|"basketball"|"bathtub"|"battery.0"|"battery.100"|"battery.100.bolt"|"battery.25"|"battery.25.bolt"|"battery.50"|"battery.50.bolt"|"battery.75"|"beach.umbrella"|"bed.double"|"bed.double.circle"|"bell"|"bell.and.waves.left.and.right"|"bell.badge"|"bell.slash"|"bicycle"|"binoculars"|"bird"|"birthday.cake"|"bitcoinsign.circle"|"blinds.vertical.closed"|"bluetooth"|"bold"|"bolt"|"bolt.batteryblock"|"bolt.car"|"bolt.circle"|"bolt.fill"|"bolt.slash"|"book"|"bookmark"|"books.vertical"|"box.truck"|"brain"|"brain.head.profile"|"briefcase"|"bubble.left"|"bubble.left.and.bubble.right"|"bubble.right"|"building"|"building.2"|"building.columns"|"bus"|"bus.doubledecker"|"cable.connector"|"cablecar"|"calendar"|"calendar.badge.clock"|"calendar.badge.exclamationmark"|"calendar.badge.plus"|"calendar.circle"|"camera"|"camera.macro"|"camera.metering.center.weighted"|"camera.viewfinder"|"capsule"|"captions.bubble"|"car"|"car.2"|"carrot"|"cart"|"cart.badge.plus"|"cat"|"cellularbars"|"character"|"chart.bar"|"chart.bar.xaxis"|"chart.dots.scatter"|"chart.line.downtrend.xyaxis"|"chart.line.flattrend.xyaxis"|"chart.line.uptrend.xyaxis"|"chart.pie"|"chart.xyaxis.line"|"checklist"|"checkmark"|"checkmark.circle"|"checkmark.circle.fill"|"checkmark.seal"|"checkmark.shield"|"checkmark.square"|"chevron.down"|"chevron.left"|"chevron.left.2"|"chevron.left.forwardslash.chevron.right"|"chevron.right"|"chevron.right.2"|"chevron.up"|"chevron.up.chevron.down"|"circle"|"circle.fill"|"circle.grid.3x3"|"circle.lefthalf.filled"|"clipboard"|"clock"|"clock.arrow.circlepath"|"clock.badge.exclamationmark"|"cloud"|"cloud.bolt"|"cloud.bolt.rain"|"cloud.drizzle"|"cloud.fog"|"cloud.hail"|"cloud.heavyrain"|"cloud.moon"|"cloud.moon.bolt"|"cloud.moon.rain"|"cloud.rain"|"cloud.slash"|"cloud.sleet"|"cloud.snow"|"cloud.sun"|"cloud.sun.bolt"|"cloud.sun.rain"|"command"|"compass"|"cpu"|"creditcard"|"creditcard.circle"|"cross"|"cross.case"|"crown"|"cube"|"cup.and.saucer"|"curlybraces"|"delete.left"|"deskclock"|"desktopcomputer"|"diamond"|"die.face.5"|"display"|"divide"|"doc"|"doc.badge.plus"|"doc.on.clipboard"|"doc.on.doc"|"doc.text"|"dog"|"dollarsign"|"dollarsign.circle"|"door.garage.closed"|"door.garage.open"|"door.left.hand.closed"|"door.left.hand.open"|"dot.radiowaves.left.and.right"|"drop"|"drop.degreesign"|"dumbbell"|"ear"|"eject"|"ellipsis"|"ellipsis.circle"|"envelope"|"envelope.badge"|"envelope.circle"|"envelope.open"|"equal"|"eurosign"|"eurosign.circle"|"ev.charger"|"exclamationmark"|"exclamationmark.bubble"|"exclamationmark.circle"|"exclamationmark.octagon"|"exclamationmark.shield"|"exclamationmark.triangle"|"externaldrive"|"externaldrive.badge.checkmark"|"eye"|"eye.circle"|"eye.slash"|"eyedropper"|"eyeglasses"|"face.dashed"|"face.smiling"|"faceid"|"fan"|"ferry"|"figure.and.child.holdinghands"|"figure.hiking"|"figure.outdoor.cycle"|"figure.pool.swim"|"figure.roll"|"figure.run"|"figure.skiing.downhill"|"figure.soccer"|"figure.stand"|"figure.walk"|"figure.wave"|"figure.yoga"|"film"|"fireplace"|"fish"|"flag"|"flag.2.crossed"|"flag.checkered"|"flame"|"flask"|"flood"|"flower"|"folder"|"folder.badge.plus"|"football"|"fork.knife"|"forward"|"forward.end"|"forward.end.alt"|"forward.frame"|"frying.pan"|"fuelpump"|"function"|"gamecontroller"|"gauge"|"gauge.high"|"gauge.low"|"gauge.medium"|"gauge.with.needle"|"gear"|"gearshape"|"gearshape.2"|"gift"|"gift.circle"|"globe"|"globe.americas"|"globe.asia.australia"|"globe.europe.africa"|"gobackward"|"gobackward.10"|"gobackward.15"|"gobackward.30"|"goforward"|"goforward.10"|"goforward.15"|"goforward.30"|"graduationcap"|"guitars"|"hammer"|"hand.point.up"|"hand.raised"|"hand.thumbsdown"|"hand.thumbsup"|"hand.wave"|"handbag"|"hands.clap"|"hanger"|"hare"|"headphones"|"heart"|"heart.fill"|"heart.slash"|"heart.text.square"|"heater.vertical"|"hexagon"|"hifispeaker"|"hourglass"|"hourglass.bottomhalf.filled"|"hourglass.tophalf.filled"|"house"|"house.lodge"|"humidity"|"hurricane"|"icloud"|"icloud.and.arrow.down"|"icloud.and.arrow.up"|"infinity"|"info"|"info.circle"|"internaldrive"|"ipad"|"iphone"|"italic"|"key"|"key.horizontal"|"keyboard"|"ladybug"|"ladybug.circle"|"lamp.desk"|"lamp.floor"|"laptopcomputer"|"leaf"|"level"|"light.ribbon"|"light.strip.2"|"lightbulb"|"lightbulb.2"|"lightbulb.slash"|"lightrail"|"line.3.horizontal"|"link"|"list.bullet"|"list.number"|"location"|"location.north"|"location.slash"|"lock"|"lock.open"|"lock.rotation"|"lock.shield"|"lock.slash"|"lungs"|"macmini"|"magnifyingglass"|"mail.stack"|"map"|"mappin"|"mappin.and.ellipse"|"mappin.slash"|"medal"|"memorychip"|"message"|"message.badge"|"mic"|"mic.slash"|"microbe"|"microwave"|"minus"|"minus.circle"|"minus.square"|"moon"|"moon.dust"|"moon.haze"|"moon.stars"|"moon.zzz"|"moonphase.first.quarter"|"moonphase.full.moon"|"moonphase.last.quarter"|"moonphase.new.moon"|"moonphase.waning.crescent"|"moonphase.waning.gibbous"|"moonphase.waxing.crescent"|"moonphase.waxing.gibbous"|"moonrise"|"moonset"|"motorcycle"|"mountain.2"|"mouse"|"movieclapper"|"mug"|"multiply"|"music.mic"|"music.note"|"music.note.list"|"music.quarternote.3"|"network"|"newspaper"|"note.text"|"number"|"number.circle"|"octagon"|"opticaldisc"|"oven"|"paintbrush"|"paintpalette"|"paperclip"|"paperplane"|"parkingsign"|"party.popper"|"pause"|"pause.circle"|"pawprint"|"pencil"|"pentagon"|"percent"|"percent.circle"|"person"|"person.2"|"person.3"|"person.badge.clock"|"person.badge.minus"|"person.badge.plus"|"person.circle"|"person.crop.circle"|"person.slash"|"person.text.rectangle"|"phone"|"phone.arrow.down.left"|"phone.arrow.up.right"|"phone.badge.plus"|"phone.down"|"photo"|"photo.on.rectangle"|"pianokeys"|"pills"|"pin"|"play"|"play.circle"|"play.rectangle"|"play.tv"|"playpause"|"plus"|"plus.circle"|"plus.square"|"plusminus"|"podcast"|"popcorn"|"power"|"poweroutlet.type.f"|"powerplug"|"powerplug.portrait"|"printer"|"puzzlepiece"|"puzzlepiece.extension"|"qrcode"|"questionmark"|"questionmark.circle"|"quote.bubble"|"quote.closing"|"quote.opening"|"radio"|"rainbow"|"record.circle"|"rectangle"|"rectangle.grid.1x2"|"refrigerator"|"repeat"|"repeat.1"|"road.lanes"|"rosette"|"ruler"|"safari"|"sailboat"|"scissors"|"scooter"|"scope"|"screwdriver"|"sdcard"|"seal"|"sensor"|"server.rack"|"shield"|"shield.slash"|"shippingbox"|"shoe"|"shower"|"shuffle"|"sidebar.left"|"signature"|"signpost.right"|"simcard"|"slider.horizontal.3"|"smoke"|"snow"|"snowflake"|"soccerball"|"sofa"|"solarpanel"|"sparkles"|"speaker"|"speaker.minus"|"speaker.plus"|"speaker.slash"|"speaker.wave.1"|"speaker.wave.2"|"speaker.wave.3"|"speedometer"|"spigot"|"sportscourt"|"sprinkler.and.droplets"|"square"|"square.and.arrow.down"|"square.and.arrow.up"|"square.and.pencil"|"square.fill"|"square.grid.2x2"|"square.stack"|"star"|"star.fill"|"steeringwheel"|"sterlingsign"|"sterlingsign.circle"|"stethoscope"|"stop"|"stop.circle"|"stopwatch"|"subway"|"suitcase"|"sun.dust"|"sun.haze"|"sun.horizon"|"sun.max"|"sun.max.trianglebadge.exclamationmark"|"sun.min"|"sun.rain"|"sun.snow"|"sunglasses"|"sunrise"|"sunset"|"syringe"|"tag"|"takeoutbag.and.cup.and.straw"|"target"|"taxi"|"telescope"|"tennis.racket"|"tennisball"|"tent"|"terminal"|"testtube.2"|"text.alignleft"|"text.bubble"|"textformat"|"theatermasks"|"thermometer"|"thermometer.high"|"thermometer.low"|"thermometer.medium"|"thermometer.snowflake"|"thermometer.sun"|"ticket"|"ticket.circle"|"timer"|"toilet"|"tornado"|"tortoise"|"touchid"|"train"|"train.side.front.car"|"train.side.rear.car"|"tram"|"trash"|"tray"|"tray.and.arrow.down"|"tray.full"|"tree"|"triangle"|"triangle.fill"|"trophy"|"truck.box"|"tshirt"|"tv"|"tv.music.note"|"umbrella"|"underline"|"video"|"video.slash"|"videoprojector"|"volleyball"|"wallet.pass"|"wand.and.stars"|"washer"|"water.waves"|"waveform"|"waveform.path.ecg"|"wifi"|"wifi.exclamationmark"|"wifi.slash"|"wind"|"wind.snow"|"window.vertical.closed"|"window.vertical.open"|"windturbine"|"wineglass"|"wrench"|"wrench.and.screwdriver"|"xmark"|"xmark.circle"|"xmark.circle.fill"|"xmark.octagon"|"xmark.seal"|"xmark.square"|"xserve"|"yensign"|"yensign.circle"|string
---@alias ColorName "label"|"secondary"|"tertiary"|"accent"|"red"|"orange"|"yellow"|"green"|"mint"|"teal"|"blue"|"indigo"|"purple"|"pink"|"brown"|"gray"|"clear"|"black"|"white"
---@alias Color ColorName|string|{ light: ColorName|string, dark: ColorName|string }|{ [1]: ColorName|string, opacity: number } a name, "#rrggbb" or "#rrggbbaa"
---@alias Gradient { gradient: Color[], direction?: "down"|"right"|"diagonal"|"radial" }
---@alias StrokeGradient { gradient: Color[], direction?: "down"|"right"|"diagonal"|"radial", angular?: boolean }
---@alias BackgroundImage { image: string|{ light: string, dark: string }, color?: Color, blur?: number }
---@alias TextStyle "large_title"|"title"|"title2"|"title3"|"headline"|"subheadline"|"body"|"callout"|"footnote"|"caption"|"caption2"
---@alias Font TextStyle|{ size: number, weight?: "ultralight"|"thin"|"light"|"regular"|"medium"|"semibold"|"bold"|"heavy"|"black", design?: "default"|"monospaced"|"rounded"|"serif", relative_to?: TextStyle }
---@alias Insets number|{ top?: number, left?: number, bottom?: number, right?: number }

---@class ViewFields
---@field [integer] any
---@field id? string|number Identifies the view when it changes.
---@field font? Font A text style, or { size, weight, design, relative_to }. A size grows with the user's text size like the style named by relative_to.
---@field weight? "ultralight"|"thin"|"light"|"regular"|"medium"|"semibold"|"bold"|"heavy"|"black" The font's weight.
---@field italic? boolean Italic text.
---@field monospaced? boolean Characters of equal width.
---@field color? Color The colour of text and symbols: a name, `"#rrggbb"`, `"#rrggbbaa"`, `{ "blue", opacity = 0.3 }` or `{ light = ..., dark = ... }`.
---@field background? Color|Gradient|BackgroundImage The colour behind the view, or `{ gradient = { "blue", "indigo" }, direction = "down" }` (or right, diagonal, radial), or `{ image = "sea.png", color = "#000000", blur = 12 }` with a blur of 0 to 100 points.
---@field material? "ultra_thin"|"thin"|"regular"|"thick" Blurs whatever is behind the view and lays a translucent tint over it (or the view's own `background`). In a terminal, an SVG and a PDF there's only the tint.
---@field color_of? string|{ light: string, dark: string } An image whose main colour becomes the background, in place of `background`, which stays where the colour can't be found, and in `ui.private`.
---@field padding? Insets Space around the view, in points.
---@field width? number|string Points, or a part of the container's width: `"50%"`.
---@field height? number|string Points, or a part of the container's height: `"50%"`.
---@field min_width? number Points.
---@field max_width? number Points; math.huge takes all available space.
---@field min_height? number Points.
---@field max_height? number Points; math.huge takes all available space.
---@field aspect_ratio? number The width divided by the height.
---@field align? "leading"|"center"|"trailing"|"top"|"bottom"|"first_baseline"|"top_leading"|"top_trailing"|"bottom_leading"|"bottom_trailing" The alignment in the space given to the view. In a column, a text with one takes the whole width, and so does its background.
---@field layout_direction? "left_to_right"|"right_to_left" The side where rows, lines and headers start, for the view and its descendants. By default that of the user's language.
---@field spacing? number Space between the children, in points. By default 8 beside each other, and 4 below each other (0 in a terminal). The children of a stack with a negative one overlap, except in a terminal.
---@field priority? number Views with a higher priority get space first; 0 by default.
---@field line_limit? integer The largest number of lines; 0 means no limit.
---@field truncation? "head"|"middle"|"tail" Which part of the text to leave out if it doesn't fit.
---@field min_scale? number How far a card's content may shrink before rows are left out: 0.7 by default, 1 forbids it. A text with it shrinks on its own before it's cut.
---@field fit? "scale"|"drop" What a container does if its content doesn't fit: `"scale"` makes it smaller on its own, down to its `min_scale`; `"drop"` leaves out rows and keeps the size of the rest.
---@field opacity? number 0 is invisible.
---@field border? Color|boolean The colour of a thin frame; true for the default colour.
---@field corner_radius? number|{ top_left?: number, top_right?: number, bottom_left?: number, bottom_right?: number } Points; or a radius for each corner: `{ top_left = 12, top_right = 12 }`.
---@field clip? boolean Draws nothing of the content outside the frame and its corners.
---@field mask? View Another view, in the same frame: only what it covers of this one is drawn, as opaque as it is there. Use a shape (with a gradient for a soft edge), an icon, or a text over a shape.
---@field shadow? boolean|number|{ radius?: number, x?: number, y?: number, color?: Color } A soft shadow: true, its radius in points, or `{ radius = 8, x = 0, y = 3, color = "#00000080" }`.
---@field offset? number[]|{ x?: number, y?: number } Moves the view right and down, leaving its space where it was: `{ x = 6, y = -6 }`.
---@field rotation? number Rotates the view clockwise, in degrees. A terminal rotates only shapes.
---@field tint? Color The colour of controls, links and indicators in the view.
---@field text_align? "leading"|"center"|"trailing" How to align the lines of a text.
---@field line_spacing? number Space between the lines of a text, in points.
---@field tabular? boolean Digits of equal width, so changing numbers don't jump around.
---@field hidden? boolean Keeps its space but isn't drawn.
---@field transition? "fade"|"move"|"none" How a changed view appears on the page of a board. On the desktop, the card fades.
---@field content_transition? "numeric"|"none" How a changed text appears on the page of a board: `numeric` rolls it in, for numbers. On the desktop, the card fades.
---@field accessibility? string|number|false Alternative text: read aloud, and used in formats without images; false for a view that only decorates.
---@field span? number How many columns of a grid the view takes; a larger number than it has means all of them.
---@field action? fun() Runs when you tap the view.
---@field on_tap? fun() Runs when you tap the view.

ui = {}

---Text. You can give a part its own style: `ui.text { "14° in ", { "Berlin", weight = "bold" } }`.
---@class textFields: ViewFields
---@field text? string|number The text.
---@field spans? (string|TextSpan)[] The parts of the text, instead of positional values; see TextSpan.

---@param fields string|number|textFields
---@return View
function ui.text(fields) end

---An icon and text.
---@class labelFields: ViewFields
---@field text? string|number The text.
---@field icon? IconName The icon's name.

---@param fields string|number|labelFields
---@return View
function ui.label(fields) end

---A symbol, by name.
---@class iconFields: ViewFields
---@field name? IconName The icon's name.
---@field icon? IconName The icon's name.
---@field palette? Color|Color[] Colours for the icon's parts: `{ "white", "blue" }` draws a mark and what's behind it, or a cloud and its sun.
---@field value? number How much of the icon is drawn in full strength: the waves of `wifi` and `speaker.wave.3`, the bars of `cellularbars` and `chart.bar`, the charge of `battery.100`; any other icon is filled from below.

---@param fields string|number|iconFields
---@return View
function ui.icon(fields) end

---A moment; the text advances without running your script.
---@class dateFields: ViewFields
---@field date? number The moment, in seconds since 1970.
---@field style? "time"|"date"|"relative"|"offset"|"timer"|"elapsed"|"remaining" The format, in the user's language. "relative" and "offset" count as `format.relative` does; English is short: `in 10 d`. `elapsed` counts up from the moment and `remaining` down to it, as in `4:59`; neither goes below `0:00`. Default: "time".

---@param fields string|number|dateFields
---@return View
function ui.date(fields) end

---Text opening a URL.
---@class linkFields: ViewFields
---@field text? string|number The text.
---@field url? string Opened by a tap.

---@param fields string|number|linkFields
---@return View
function ui.link(fields) end

---An image.
---@class imageFields: ViewFields
---@field src? string|{ light: string, dark: string } The image.
---@field mode? "fit"|"fill" Whether the whole image is visible ("fit") or fills its frame ("fill"). Default: "fit".
---@field focus? number[]|{ x?: number, y?: number } The point of a cropped image to keep in view, as fractions of its size: `{ x = 0.5, y = 0.2 }`.

---@param fields string|number|imageFields
---@return View
function ui.image(fields) end

---Views below one another.
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

---Views in front of the first one, which alone decides the size. Use it for a badge on a corner or a caption on an image.
---@class overlayFields: ViewFields

---@param fields string|number|overlayFields
---@return View
function ui.overlay(fields) end

---Shows its first view that fits the space completely, or else the last one.
---@class fitsFields: ViewFields

---@param fields string|number|fitsFields
---@return View
function ui.fits(fields) end

---Views in rows and columns, row by row.
---@class gridFields: ViewFields
---@field columns? integer|(number|"auto"|"flex"|{ width: number|"auto"|"flex", align?: string })[] The number of equal columns, or a list of columns: points, "auto" (as wide as its widest view), "flex" (a share of the remaining width), or { width = ..., align = ... }.

---@param fields string|number|gridFields
---@return View
function ui.grid(fields) end

---Views sharing fields.
---@class groupFields: ViewFields

---@param fields string|number|groupFields
---@return View
function ui.group(fields) end

---The whole card, as the root of a widget: its `background` fills the card up to its rounded edge. Its views are below one another. Inside another view it's a `ui.vstack`, with a warning.
---@class cardFields: ViewFields
---@field header? "auto"|"hidden" `"hidden"` leaves out the title bar with the widget's name and the age. Default: "auto".

---@param fields string|number|cardFields
---@return View
function ui.card(fields) end

---Views to hide on a redacted surface.
---@class privateFields: ViewFields

---@param fields string|number|privateFields
---@return View
function ui.private(fields) end

---Takes the remaining space.
---@class spacerFields: ViewFields
---@field min_length? number The least space it takes, in points.

---@param fields string|number|spacerFields
---@return View
function ui.spacer(fields) end

---A thin line.
---@class dividerFields: ViewFields

---@param fields string|number|dividerFields
---@return View
function ui.divider(fields) end

---A progress bar or ring.
---@class progressFields: ViewFields
---@field value? number How much of `total` is done; clamped. Required without `from` and `to`.
---@field total? number How much there is to do. Default: 1.
---@field shape? "bar"|"circle" The shape. Default: "bar".
---@field line_width? number The width of a line or a ring, in points.
---@field from? number The start, used with `to` instead of a value. Progress advances without running your script.
---@field to? number When it's complete.

---@param fields string|number|progressFields
---@return View
function ui.progress(fields) end

---A value in a range.
---@class gaugeFields: ViewFields
---@field value? number Clamped to `min` and `max`.
---@field min? number The lower end. Default: 0.
---@field max? number The upper end. Default: 1.
---@field text? string|number What's being measured.
---@field value_text? string|number The value as text.
---@field shape? "circle"|"ring"|"bar" The shape. Default: "circle".
---@field line_width? number The width of a line or a ring, in points.

---@param fields string|number|gaugeFields
---@return View
function ui.gauge(fields) end

---A chart of numbers.
---@class chartFields: ViewFields
---@field type? "line"|"bar"|"area"|"spark"|"pie" The kind of chart. Default: "line".
---@field values? number[] The numbers of one series; nil, NaN or json.null is a gap.
---@field series? (number[]|{ name?: string, color?: Color, values: number[], type?: "line"|"bar"|"area", fill?: Color|Gradient, axis?: "left"|"right" })[] Several series, each a list of numbers or { name = ..., color = ..., values = ... }; also with a `type` ("line", "bar" or "area"; by default the chart's), a `fill`, and `axis = "right"` for a scale of its own.
---@field labels? (string|number)[] Below the values, or beside the parts of a pie.
---@field min? number The start of the value axis; found from the values by default.
---@field max? number The end of the value axis; found from the values by default.
---@field baseline? "zero"|"auto" "zero": the axis contains 0; "auto": it fits the data. By default "zero" for bars and areas.
---@field axes? boolean Whether to draw axes and labels; by default for all but "spark".
---@field stacked? boolean Whether to stack the series of bars or areas.
---@field points? boolean Whether to draw a dot for every value of a line or an area.
---@field ticks? number[] Where on the axis to draw a number and a line; found from the values by default.
---@field rules? (number|{ value: number, label?: string, color?: Color })[] Lines across the chart, such as a goal: numbers, or { value = ..., label = ..., color = ... }.
---@field fill? Color|Gradient|BackgroundImage The colour of areas and bars, or a gradient as in `background`, from one side of the plot to the other.
---@field right_min? number As `min`, for the axis at the right.
---@field right_max? number As `max`, for the axis at the right.
---@field right_ticks? number[] As `ticks`, for the axis at the right.

---@param fields string|number|chartFields
---@return View
function ui.chart(fields) end

---A circle, as large as fits. Without `fill` and `stroke` it has the colour of text.
---@class circleFields: ViewFields
---@field fill? Color|Gradient|BackgroundImage The colour inside, or a gradient as in `background`.
---@field stroke? Color|StrokeGradient The colour of the outline, or a gradient as in `background`; with `angular = true` it runs along the outline, clockwise from the top.
---@field line_width? number The width of a line or a ring, in points.
---@field cap? "butt"|"round"|"square" The ends of a line and of its dashes. Default: "round".
---@field dash? number|number[] The length of the dashes and gaps of a line, or a list: `{ 6, 3 }`.
---@field trim? number[]|{ from?: number, to?: number } The part of the outline to draw, as fractions of its length: `{ from = 0, to = 0.7 }` of a circle is a ring filled to 70 percent. A circle starts at the top.

---@param fields string|number|circleFields
---@return View
function ui.circle(fields) end

---A rectangle, taking the space it's given; round it with `corner_radius`.
---@class rectangleFields: ViewFields
---@field fill? Color|Gradient|BackgroundImage The colour inside, or a gradient as in `background`.
---@field stroke? Color|StrokeGradient The colour of the outline, or a gradient as in `background`; with `angular = true` it runs along the outline, clockwise from the top.
---@field line_width? number The width of a line or a ring, in points.
---@field cap? "butt"|"round"|"square" The ends of a line and of its dashes. Default: "round".
---@field dash? number|number[] The length of the dashes and gaps of a line, or a list: `{ 6, 3 }`.
---@field trim? number[]|{ from?: number, to?: number } The part of the outline to draw, as fractions of its length: `{ from = 0, to = 0.7 }` of a circle is a ring filled to 70 percent. A circle starts at the top.

---@param fields string|number|rectangleFields
---@return View
function ui.rectangle(fields) end

---A rectangle with round ends.
---@class capsuleFields: ViewFields
---@field fill? Color|Gradient|BackgroundImage The colour inside, or a gradient as in `background`.
---@field stroke? Color|StrokeGradient The colour of the outline, or a gradient as in `background`; with `angular = true` it runs along the outline, clockwise from the top.
---@field line_width? number The width of a line or a ring, in points.
---@field cap? "butt"|"round"|"square" The ends of a line and of its dashes. Default: "round".
---@field dash? number|number[] The length of the dashes and gaps of a line, or a list: `{ 6, 3 }`.
---@field trim? number[]|{ from?: number, to?: number } The part of the outline to draw, as fractions of its length: `{ from = 0, to = 0.7 }` of a circle is a ring filled to 70 percent. A circle starts at the top.

---@param fields string|number|capsuleFields
---@return View
function ui.capsule(fields) end

---A shape of lines and curves. A path without `fill` and with `stroke` is a line.
---@class pathFields: ViewFields
---@field d? string SVG path data in a unit square: `"M0 0 L1 1 Z"`. It's stretched to the frame.
---@field fill? Color|Gradient|BackgroundImage The colour inside, or a gradient as in `background`.
---@field stroke? Color|StrokeGradient The colour of the outline, or a gradient as in `background`; with `angular = true` it runs along the outline, clockwise from the top.
---@field line_width? number The width of a line or a ring, in points.
---@field cap? "butt"|"round"|"square" The ends of a line and of its dashes. Default: "round".
---@field dash? number|number[] The length of the dashes and gaps of a line, or a list: `{ 6, 3 }`.
---@field trim? number[]|{ from?: number, to?: number } The part of the outline to draw, as fractions of its length: `{ from = 0, to = 0.7 }` of a circle is a ring filled to 70 percent. A circle starts at the top.

---@param fields string|number|pathFields
---@return View
function ui.path(fields) end

---Shows that something is in progress.
---@class activity_indicatorFields: ViewFields
---@field text? string|number Shown beside the indicator.

---@param fields string|number|activity_indicatorFields
---@return View
function ui.activity_indicator(fields) end

---A button. Runs a function when you tap it.
---@class buttonFields: ViewFields
---@field text? string|number The text.
---@field icon? IconName The icon's name.

---@param fields string|number|buttonFields
---@return View
function ui.button(fields) end

---A switch. It needs an `action` (`on_tap`), which changes what `on` shows.
---@class toggleFields: ViewFields
---@field text? string|number The text.
---@field on? boolean Whether it's switched on. Default: false.

---@param fields string|number|toggleFields
---@return View
function ui.toggle(fields) end

---A text the user can edit, in a terminal and on a page. What's being typed stays, even if `value` changes.
---@class text_fieldFields: ViewFields
---@field value? string|number The text.
---@field placeholder? string|number Shown while there's no text.
---@field label? string|number Shown in front of the field, and read aloud.
---@field on_submit? fun() Gets the text when the user presses Enter; `content` is called again afterwards.
---@field on_change? fun() Gets the text while the user is typing, at most ten times a second.
---@field secure? boolean Whether the text is hidden. It's never stored, recorded or logged. Default: false.
---@field lines? integer How many lines are shown; more than one can be typed then. Default: 1.

---@param fields string|number|text_fieldFields
---@return View
function ui.text_field(fields) end

---One of several texts. `on_change` gets the text that the user chooses.
---@class pickerFields: ViewFields
---@field choices? (string|number)[] The texts to choose from.
---@field selected? string|number The chosen one.
---@field label? string|number Shown in front of the field, and read aloud.
---@field on_change? fun() Gets the new value; `content` is called again afterwards.
---@field style? "menu"|"segments" Whether the chosen one is shown, with buttons for the next and the previous one ("menu"), or all ("segments"). Default: "menu".

---@param fields string|number|pickerFields
---@return View
function ui.picker(fields) end

---A number in a range. `on_change` gets the new number.
---@class sliderFields: ViewFields
---@field value? number The number; clamped to `from` and `to`.
---@field from? number The least number. Default: 0.
---@field to? number The largest number. Default: 1.
---@field step? number How far one press goes; by default a tenth of the range.
---@field label? string|number Shown in front of the field, and read aloud.
---@field on_change? fun() Gets the new value; `content` is called again afterwards.

---@param fields string|number|sliderFields
---@return View
function ui.slider(fields) end

---A number with buttons for the next and the previous one. `on_change` gets the new number.
---@class stepperFields: ViewFields
---@field value? number The number; clamped to `from` and `to`.
---@field from? number The least number. Default: -1000000000.
---@field to? number The largest number. Default: 1000000000.
---@field step? number How far one press goes. Default: 1.
---@field label? string|number Shown in front of the field, and read aloud.
---@field on_change? fun() Gets the new value; `content` is called again afterwards.

---@param fields string|number|stepperFields
---@return View
function ui.stepper(fields) end

---A day or a time the user can change. `on_change` gets it in seconds since 1970.
---@class date_fieldFields: ViewFields
---@field value? number Seconds since 1970; clamped to `from` and `to`.
---@field from? number The earliest moment.
---@field to? number The latest moment.
---@field style? "date"|"time"|"date_time" What can be changed: the day ("date"), the time of day ("time") or both ("date_time"), in the user's time zone. Default: "date".
---@field label? string|number Shown in front of the field, and read aloud.
---@field on_change? fun() Gets the new value; `content` is called again afterwards.

---@param fields string|number|date_fieldFields
---@return View
function ui.date_field(fields) end

---@class UpdateResults
---@field new_data UpdateResult
---@field no_data UpdateResult
---@field failed UpdateResult|fun(reason?: string|Error): UpdateResult
update_result = {}

---The values of the manifest's settings.
---@type table<string, any>
settings = {}

---Declares the manifest, at most once. Before anything else, luawidget runs your file up to this call without any function or global variable except `widget`. So you can use only literal values, operators and local variables in the table and before it.
---@param manifest Manifest
function widget(manifest) end

---Requests a size in points; 0 lets the host decide. Without arguments, returns the current request.
---@param width? number
---@param height? number
---@return number width
---@return number height
function preferred_size(width, height) end

---Hides the widget with false and shows it again with true. Without an argument, returns whether it's shown.
---@param shown? boolean
---@return boolean shown
function has_content(shown) end

---Sets when the next update is due, instead of `refresh`: earlier or later.
---@param delay string|number
function refresh_after(delay) end

---Like `refresh_after`, with the time of the next update.
---@param time number
function refresh_at(time) end

---Shows the view that `content` returns now, during an update or an action. It's never stored.
function redraw() end

---Views that `draw` returns for a size: the canvas's own `width` and `height`, or the space for the widget's view (`context.size`). They're on top of each other, from the top leading corner; `offset` moves them. Where there's less space, the canvas gets smaller as a whole. It also has the fields of any view.
---@param canvas { draw: function, width?: number, height?: number }
---@return View view
function ui.canvas(canvas) end

---Returns the response, or nil and an error. Network failures are never raised.
---HTTP, and resources in your widget's own folder. A status of 400 or more is a response, not an error. A resource takes no query, body or method; other options do nothing.
---@class fetch
---@overload fun(url: string, options?: { headers?: table, query?: table, body?: string, json?: any, form?: table, multipart?: table, method?: "GET"|"HEAD"|"POST"|"PUT"|"PATCH"|"DELETE", timeout?: string|number|{ connect?: string|number, first_byte?: string|number, total?: string|number }, retry?: integer, redirect?: "follow"|"error"|"manual", cache?: "default"|"no-store"|"reload"|"no-cache"|"force-cache"|"only-if-cached", fresh_for?: string|number, usable_for?: string|number }): Response?, Error?
fetch = {}

---Sends several requests in parallel. Each request is a URL, or a table starting with a URL and taking the options of `fetch`: `{ "https://a.example", timeout = 5 }`. Returns a list of `{ response = r }` or `{ error = err }` in the order of the requests.
---@param requests any[]
---@return table[] results
function fetch.all(requests) end

---Values worth keeping between updates, though any of them may disappear at any time. Each combination of settings has its own cache; they all share `defaults`.
---@class cache
cache = {}

---Returns the value of a key and its age; nil if it was never set or has expired.
---@param key string
---@return any value
---@return number age
function cache.get(key) end

---Stores a value. nil removes the key; `json.null` is a value.
---@param key string
---@param value any
---@param ttl? string|number the lifetime of the value; default: until it's evicted
function cache.set(key, value, ttl) end

---Removes a key.
---@param key string
function cache.remove(key) end

---Removes everything stored by this widget.
function cache.clear() end

---Returns the stored value, or the result of `fn`, storing it unless it's nil.
---@param key string
---@param ttl string|number
---@param fn function
---@return any value
function cache.remember(key, ttl, fn) end

---Values your widget must remember, whatever its settings. They persist until you remove them. The widgets of a group share `defaults.suite("group.x")`. When an update ends successfully, the values it set are stored key by key: other keys stay as they are. If two concurrent updates set the same key, the later one wins, so a counter incremented by both goes up only once; use a separate key for each widget of a group.
---@class defaults
defaults = {}

---Returns the value of a key: the one you've set, else the registered one, else `fallback`.
---@param key string
---@param fallback? any
---@return any value
function defaults.get(key, fallback) end

---Sets a key. nil removes the key; `json.null` is a value.
---@param key string
---@param value any
function defaults.set(key, value) end

---Removes a key. If you've registered a value, it's visible again.
---@param key string
function defaults.remove(key) end

---Returns all values you've set or registered, by key.
---@return table values
function defaults.all() end

---Registers values for keys you haven't set. They're copied and never stored.
---@param values table
function defaults.register(values) end

---Returns a group's defaults, with the same functions.
---@param name string
---@return defaults suite
function defaults.suite(name) end

---Returns the files of a group.
---@param name string
---@return Container container
function container(name) end

---JSON (RFC 8259), strict. Integers stay integers. `json.null` is null: in Lua, nil would remove the field.
---@class json
json = {}

---null in a JSON document, where nil would remove the field.
---@type lightuserdata
json.null = nil

---Returns the value, or nil and an error with line and column. Lone surrogates become U+FFFD.
---@param text string
---@param options? { null?: "drop" }
---@return any value
---@return Error? err
function json.decode(text, options) end

---JSON text with keys in a stable order.
---@param value any
---@param options? { pretty?: boolean }
---@return string text
function json.encode(value, options) end

---Marks a table as a list, so it's encoded as `[]` when empty; any other empty table is encoded as `{}`. Lists from `json.decode` are marked. `cache` and `defaults` don't keep the mark.
---@param list? any[]
---@return any[] list
function json.array(list) end

---XML 1.0. Names keep their prefix.
---@class xml
xml = {}

---Returns the root element, or nil and an error with line and column. You can use HTML's entities; a document declaring its own is refused, and nothing outside the document is read. The encoding is the declared one. `response:xml()` also takes the charset of the response into account.
---@param text string
---@return Element? root
---@return Error? err
function xml.decode(text) end

---News feeds: RSS 0.90 to 2.0, Atom 0.3 and 1.0, JSON Feed 1 and 1.1, all in one shape.
---@class feed
feed = {}

---Returns the feed, or nil and an error. Fields missing from the feed are absent, and so are unreadable dates. URLs are absolute if the feed or the response has a base URL.
---@param source any a text or a response
---@return { title: string, url: string, description: string, updated: number, image: string, items: { title: string, url: string, id: string, author: string, summary: string, content: string, published: number, updated: number, image: string, categories: string[], enclosures: { url: string, type: string, length: integer }[] }[] }? feed
---@return Error? err
function feed.parse(source) end

---Comma-separated values (RFC 4180).
---@class csv
csv = {}

---Returns a list of records with keys from the first line, or a list of lists if there's no such line. Values stay text. A short record lacks the last keys. Empty lines are skipped. For malformed text, returns nil and an error with line and column.
---@param text string
---@param options? { header?: boolean, separator?: string }
---@return any[]? records
---@return Error? err
function csv.decode(text, options) end

---Calendars (iCalendar, RFC 5545).
---@class ical
ical = {}

---Returns the events in a range of time, with every occurrence of recurring ones. Recurring events keep their time of day when clocks change. To-dos, journals and alarms are left out. If the text isn't a calendar, returns nil and an error with a line.
---@param text string
---@param options? { from?: number, to?: number }
---@return { name?: string, events: { uid?: string, title?: string, description?: string, location?: string, url?: string, starts: number, ends: number, all_day: boolean, status?: string, organizer?: string, categories: string[], recurring: boolean, busy: boolean }[], unknown_zones: string[], skipped: integer, truncated: boolean }? calendar
---@return Error? err
function ical.parse(text, options) end

---Turning documents into texts for views.
---@class text
text = {}

---Returns plain text as a browser would show it: entities are decoded, blocks begin new lines, list items have a bullet or their number, and scripts and styles are left out. Malformed HTML works too.
---@param html string
---@return string text
function text.from_html(html) end

---Returns the spans of a Markdown text, for `ui.text(text.markdown(...))`: bold, italic, struck through, code and links. Headings and lists become lines; anything but markup is text. A link opens an http, https or mailto URL; others are left out.
---@param markdown string
---@return TextSpan[] spans
function text.markdown(markdown) end

---Parsing and building URLs (RFC 3986).
---@class url
url = {}

---Returns the parts of a URL, decoded except for the path; nil and an error if the text isn't a URL.
---@param text string
---@return { scheme?: string, user?: string, password?: string, host?: string, port?: integer, path: string, query: table, fragment?: string }? parts
---@return Error? err
function url.parse(text) end

---Returns a URL built from parts as returned by `url.parse`. Each part is percent-encoded for its place; existing percent-encoding in the path is preserved.
---@param parts { scheme?: string, user?: string, password?: string, host?: string, port?: integer, path?: string, query?: table, fragment?: string }
---@return string url
function url.build(parts) end

---Percent-encodes a text for any part of a URL, or a table as a query: `q=a%20b&tag=x`.
---@param text_or_fields any
---@return string text
function url.encode(text_or_fields) end

---Decodes percent-encoding; nil and an error if it's malformed. `+` stays: it means a space only in queries.
---@param text string
---@return string? text
---@return Error? err
function url.decode(text) end

---Base64 (RFC 4648).
---@class base64
base64 = {}

---Bytes as text.
---@param text string any bytes
---@param options? { url_safe?: boolean }
---@return string text
function base64.encode(text, options) end

---Decodes text in either alphabet, with or without padding; nil and an error for anything else.
---@param text string
---@return string? bytes
---@return Error? err
function base64.decode(text) end

---Digests, for signing requests and naming things. Don't store passwords with any of them.
---@class hash
hash = {}

---SHA-256 (FIPS 180-4).
---@param text string any bytes
---@return string digest
function hash.sha256(text) end

---SHA-1, for services still asking for it.
---@param text string any bytes
---@return string digest
function hash.sha1(text) end

---MD5 (RFC 1321), for services still asking for it.
---@param text string any bytes
---@return string digest
function hash.md5(text) end

---HMAC with SHA-256 (RFC 2104).
---@param key string
---@param text string any bytes
---@return string digest
function hash.hmac_sha256(key, text) end

---System metrics.
---@class device
device = {}

---Returns the disk space on the volume containing `path`, as `df` counts it: `used + free == total`.
---@param path? string
---@return { total: integer, free: integer, used: integer } space
function device.disk(path) end

---Main memory.
---@return { total: integer, used: integer, free: integer } memory
function device.memory() end

---Returns the share of time the processor was busy since this widget's previous call.
---@return { total: number, cores: number[] } load
function device.cpu() end

---Load averages over 1, 5 and 15 minutes, and the number of processor cores.
---@return { one: number, five: number, fifteen: number, cores: integer } load
function device.load() end

---Returns a list of the processes that used the processor most since this widget's previous call, busiest first. Threads of the kernel are left out: they have no memory of their own.
---@param count? integer 1 to 1000
---@return { name: string, pid: integer, cpu: number, memory: integer }[] processes
function device.processes(count) end

---Returns a list of the network interfaces other than loopback.
---@return { name: string, received: integer, sent: integer, up: boolean }[] interfaces
function device.network() end

---Time since the machine was started, time asleep included.
---@return number seconds
function device.uptime() end

---The charge of all batteries together; nil on a machine without one.
---@return { level: number, charging: boolean }? battery
function device.battery() end

---The machine's name and operating system.
---@return { hostname: string, os: string, kernel: string, architecture: string } info
function device.info() end

---Returns the value of an environment variable; nil if it isn't set.
---@param name string
---@return string? value
function env.get(name) end

---Runs a program and waits for it to end: `run { "git", "-C", "/srv/site", "status" }`. There's no shell and no standard input. The working directory is `/`, so use absolute paths. The environment is `PATH` (`/usr/local/bin`, `/usr/bin`, `/bin`, `/opt/homebrew/bin`), `LANG=C.UTF-8` and the user's `HOME`. Returns nil and an error if the program couldn't be started or was stopped.
---@param words string[] the program's name and its arguments
---@return { status: integer, stdout: string, stderr: string }? result
---@return Error? err
function run(words) end

---Opens a URL in the user's own program. Works only in a tap handler, once per tap.
---@param url string
function open_url(url) end

---Files in a folder that the user has chosen with a setting of type `folder`. Hidden files, links and what isn't a regular file don't exist there. Changes arrive with `subscribe { folder = settings.NAME }`. See `docs/capabilities.md`.
---@class files
files = {}

---Returns what's in the folder, or in one below it, sorted by name. Returns nil if there's no such folder, and nil and an error, of kind `unavailable` if the user's folder isn't there.
---@param folder string a setting of type `folder`
---@param path? string a folder in it
---@return { name: string, kind: "file"|"folder", size: integer, modified: number }[]? entries
---@return Error? err
function files.list(folder, path) end

---Returns a file's content. Returns nil if there's no such file, and nil and an error, of kind `too_large`, or `denied` if it's not a regular file.
---@param folder string a setting of type `folder`
---@param path string names separated by `/`, none of them hidden
---@return string? bytes
---@return Error? err
function files.read(folder, path) end

---Creates or replaces a file, with the folders it's in; a reader sees the old content or the new one. Needs a setting with `access = "write"`. Returns true, or nil and an error, of kind `denied` for what could be run: programs, scripts, and files with such names.
---@param folder string a setting of type `folder`
---@param path string names separated by `/`, none of them hidden
---@param bytes string
---@return boolean? written
---@return Error? err
function files.write(folder, path, bytes) end

---The clipboard of whoever taps: that of the terminal, of the browser, or of the desktop. A widget can't read it.
---@class clipboard
clipboard = {}

---Puts a text onto the clipboard, in a tap handler, once per tap. Returns true, or nil and an error of kind `unavailable` where there's no clipboard, such as after a click on a status bar. Whether the terminal or browser takes the text, nobody knows.
---@param text string without control characters other than tabs and newlines
---@return boolean? written
---@return Error? err
function clipboard.write(text) end

---The user's media players, on Linux those with MPRIS: most browsers, music and video players. Changes arrive with `subscribe { media = true }`, so you needn't ask again and again. `docs/capabilities.md` says what this can tell about the user.
---@class media
media = {}

---Returns a list of the running media players, those that play first. Without any it's empty. Returns nil and an error of kind `unavailable` on a machine that has no D-Bus session.
---@return MediaPlayer[]? players
---@return Error? err
function media.players() end

---Makes a player play. Returns true, or nil and an error, of kind `unavailable` if the player is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param player? string its `id`
---@return boolean? done
---@return Error? err
function media.play(player) end

---Makes a player pause. Returns true, or nil and an error, of kind `unavailable` if the player is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param player? string its `id`
---@return boolean? done
---@return Error? err
function media.pause(player) end

---Makes a player that plays pause, and one that doesn't play. Returns true, or nil and an error, of kind `unavailable` if the player is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param player? string its `id`
---@return boolean? done
---@return Error? err
function media.play_pause(player) end

---Goes to the next track. Returns true, or nil and an error, of kind `unavailable` if the player is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param player? string its `id`
---@return boolean? done
---@return Error? err
function media.next(player) end

---Goes to the previous track. Returns true, or nil and an error, of kind `unavailable` if the player is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param player? string its `id`
---@return boolean? done
---@return Error? err
function media.previous(player) end

---Goes to a position in the track.
---@param position number seconds since the start
---@param player? string its `id`
---@return boolean? done
---@return Error? err
function media.seek(position, player) end

---The user's sound server (PulseAudio or PipeWire): its outputs, called sinks, and its inputs, called sources. A volume is a number: 0 is silent, 1 is as loud as it gets without amplification, and up to 1.5 is amplified, which may distort. Changes arrive with `subscribe { audio = true }`. `docs/capabilities.md` says what this can tell about the user.
---@class audio
audio = {}

---Returns the volume of a sink or a source, or nil and an error, of kind `unavailable` without a sound server or without that sink or source. A muted one keeps its volume.
---@param name? string its `name`
---@return number? volume
---@return Error? err
function audio.volume(name) end

---Returns a list of the outputs, the default first. Returns nil and an error of kind `unavailable` without a sound server.
---@return AudioDevice[]? sinks
---@return Error? err
function audio.sinks() end

---Returns a list of the inputs, the default first. What a sink plays (its monitor) isn't one. Returns nil and an error of kind `unavailable` without a sound server.
---@return AudioDevice[]? sources
---@return Error? err
function audio.sources() end

---Sets the volume of a sink or a source, and leaves its balance and whether it's muted. Returns true, or nil and an error, of kind `unavailable` if it or the sound server is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param volume number 0 to 1; above 1 it's amplified
---@param name? string its `name`
---@return boolean? done
---@return Error? err
function audio.set_volume(volume, name) end

---Mutes a sink or a source, or ends that. Returns true, or nil and an error, of kind `unavailable` if it or the sound server is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param muted? boolean
---@param name? string its `name`
---@return boolean? done
---@return Error? err
function audio.mute(muted, name) end

---Makes a sink or a source the one that new streams use. Returns true, or nil and an error, of kind `unavailable` if it or the sound server is gone and of kind `denied` for a tap on a page in a browser elsewhere.
---@param name string its `name`
---@return boolean? done
---@return Error? err
function audio.set_default(name) end

---The machine's batteries and power profiles, on Linux those of UPower and power-profiles-daemon. Changes arrive with `subscribe { power = true }`. `docs/capabilities.md` says what this can tell about the user.
---@class power
power = {}

---Returns the charge of all batteries together. Returns nil and an error of kind `unavailable` on a machine without one. Without UPower there are no times.
---@return Battery? battery
---@return Error? err
function power.battery() end

---Returns the active power profile, such as `"balanced"`, or nil and an error, of kind `unavailable` if there are no profiles.
---@return string? profile
---@return Error? err
function power.profile() end

---Returns a list of the machine's power profiles, usually `"power-saver"`, `"balanced"` and `"performance"`.
---@return string[]? profiles
---@return Error? err
function power.profiles() end

---Makes another power profile the active one. Returns true, or nil and an error, of kind `unavailable` if there's no such profile and of kind `denied` for a tap on a page in a browser elsewhere.
---@param profile string one of `power.profiles()`
---@return boolean? done
---@return Error? err
function power.set_profile(profile) end

---Keeps the machine from going to sleep, and from what it does when nobody uses it, while a host shows the widget. Call it in a tap handler, where it begins at once, and in each `perform_update` that should keep it: an update that doesn't call it ends it. It counts as one of the four streams. Returns true, or nil and an error, of kind `unavailable` without logind.
---@param reason string shown by programs that list what keeps the machine awake
---@return boolean? done
---@return Error? err
function power.inhibit(reason) end

---Lets the machine sleep again, in a tap handler. An update just doesn't call `power.inhibit`.
function power.release() end

---The machine's network connections, on Linux those of NetworkManager, or else what the kernel knows. Changes arrive with `subscribe { network = true }`. `docs/capabilities.md` says what this can tell about the user.
---@class network
network = {}

---Returns a list of the active connections, the one by which other machines are reached first. Without any it's empty. Returns nil and an error if NetworkManager doesn't reply.
---@return NetworkConnection[]? connections
---@return Error? err
function network.connections() end

---The brightness of the machine's own screen, such as a laptop's; screens with a cable have none. Changes arrive with `subscribe { brightness = true }`.
---@class display
display = {}

---Returns the brightness, from 0 to 1, or nil and an error, of kind `unavailable` on a machine without such a screen.
---@return number? brightness
---@return Error? err
function display.brightness() end

---Sets the brightness, by way of logind. 0 is as dark as a hundredth, so that the screen stays readable. Returns true, or nil and an error, of kind `unavailable` without such a screen or without logind, and of kind `denied` for a tap on a page in a browser elsewhere.
---@param brightness number
---@return boolean? done
---@return Error? err
function display.set_brightness(brightness) end

---Units of systemd, by the exact names in `permissions.units`: the user's, and the state of the system's. Changes arrive with `subscribe { units = true }`. A name that's another one of a unit (an alias) works only if the unit's own name is listed too.
---@class units
units = {}

---Returns the state of the user's unit with a name, or else of the system's. Returns nil and an error of kind `unavailable` if there's no such unit, or no systemd.
---@param name string such as `"syncthing.service"`
---@return Unit? unit
---@return Error? err
function units.state(name) end

---Starts a unit of the user's. Returns true once systemd has accepted that, or nil and an error, of kind `unavailable` if there's no such unit and of kind `denied` for a tap on a page in a browser elsewhere.
---@param name string such as `"syncthing.service"`
---@return boolean? done
---@return Error? err
function units.start(name) end

---Stops a unit of the user's. Returns true once systemd has accepted that, or nil and an error, of kind `unavailable` if there's no such unit and of kind `denied` for a tap on a page in a browser elsewhere.
---@param name string such as `"syncthing.service"`
---@return boolean? done
---@return Error? err
function units.stop(name) end

---Stops a unit of the user's, if it runs, and starts it. Returns true once systemd has accepted that, or nil and an error, of kind `unavailable` if there's no such unit and of kind `denied` for a tap on a page in a browser elsewhere.
---@param name string such as `"syncthing.service"`
---@return boolean? done
---@return Error? err
function units.restart(name) end

---Subscribes to server-sent events, `subscribe { url = "https://a.example/prices", event = "price" }`, to the messages of a WebSocket, `subscribe { url = "wss://a.example/prices", send = '{"subscribe":"gold"}' }`, to the lines appended to a file the user chose, `subscribe { file = settings.log }`, to changes of the files in a folder, `subscribe { folder = settings.notes }`, or to changes of a service of the machine, `subscribe { media = true }`, whose events say in `data` what has changed. A lost connection is made again, with `Last-Event-ID`, after the time the server asked for or 1, 4, 9, 16 and then 25 seconds. A file is read from its end; one that is replaced or truncated is read from its start. Returns true, or nil and an error.
---@param options { url?: string, kind?: "sse"|"websocket", send?: string|string[], event?: string, headers?: table, file?: string, folder?: string, media?: boolean, audio?: boolean, brightness?: boolean, network?: boolean, units?: boolean, power?: boolean }
---@return boolean? subscribed
---@return Error? err
function subscribe(options) end

---Starts a program and passes each line of its standard output to `on_event`: `run.lines { "journalctl", "-f", "-o", "cat" }`. It's started as by `run`. When it ends, an event named `exit` has its status, and the next update that calls this starts it again. Returns true, or nil and an error.
---@param words string[] the program's name and its arguments
---@return boolean? started
---@return Error? err
function run.lines(words) end

---Shows a notification with plain text, now or later. Returns nil and an error if none can be shown; raises an error without the permission.
---Notifications. `docs/notifications.md` explains where they appear. You get the user's response in `on_notification`.
---@class notify
---@overload fun(notification: { title: string|number, body?: string|number, id?: string|number, category?: string, after?: string|number, urgency?: "low"|"normal"|"critical", icon?: string }): boolean?, Error?
notify = {}

---Registers a kind of notification with actions, or replaces one with the same id. Call it when your script loads, because it isn't stored. You must define `on_notification`.
---@param category { id: string, actions: { id: string, title: string|number, foreground?: boolean, destructive?: boolean, authentication_required?: boolean, text_input?: string[]|{ placeholder?: string } }[], minimal?: string[] }
function notify.category(category) end

---Removes one of this widget's notifications, whether shown or still waiting. It's no error if it's already gone.
---@param id string|number
function notify.cancel(id) end

---The user's colours.
---@class theme
theme = {}

---Returns a semantic colour by its name, for any field that takes a colour. It's resolved where the view is drawn: each surface has its own shades of it, for light and dark, and `accent` is the one of the board's theme. So a stored view changes with the appearance and the theme.
---@param name "label"|"secondary"|"tertiary"|"accent"|"red"|"orange"|"yellow"|"green"|"mint"|"teal"|"blue"|"indigo"|"purple"|"pink"|"brown"|"gray"|"clear"|"black"|"white"
---@param opacity? number 0 is invisible
---@return string color
function theme.color(name, opacity) end

---Returns a text of your widget in the user's language: for `de-AT` that of `de-AT`, `de`, or the manifest's `language`; else the key itself, so a key can be a sentence. The console says once what's missing. Call it in `content`: a view in another language can be asked for later.
---@param key string
---@param values? table texts and numbers for `{name}`; `n` decides on the plural form, and numbers are formatted
---@return string text
function tr(key, values) end

---Numbers, dates and lists in the user's language.
---@class format
format = {}

---Formats a number, as in `1,234.5`.
---@param n number
---@param options? { digits?: integer, min_digits?: integer, compact?: boolean, sign?: "auto"|"always"|"except_zero"|"never" }
---@return string text
function format.number(n, options) end

---Formats a fraction of 1 as a percentage: `81%`.
---@param n number
---@param options? { digits?: integer, min_digits?: integer, sign?: "auto"|"always"|"except_zero"|"never" }
---@return string text
function format.percent(n, options) end

---Formats an amount of money: `€1,234.50`, or `1.234,50 €` in German.
---@param n number
---@param currency string a code of ISO 4217, such as `"EUR"`
---@param options? { digits?: integer, sign?: "auto"|"always"|"except_zero"|"never" }
---@return string text
function format.currency(n, currency, options) end

---Formats an amount of data, as in `1.2 GB`.
---@param n number bytes
---@param options? { style?: "decimal"|"binary"|"memory" }
---@return string text
function format.bytes(n, options) end

---Formats a time in the user's time zone: `5 Nov 2026, 15:04`.
---@param time number
---@param style? string "short", "medium" or "long" for date and time, "date", "time", "iso", "rfc1123" (mail: `Thu, 05 Nov 2026 15:04:09 +0100`), "http" (the same in GMT), or a pattern such as "yyyy-MM-dd HH:mm"
---@return string text
function format.date(time, style) end

---Formats the distance from now: `in 5 minutes`, `3 hours ago`, `yesterday`. Calendar days count from a day on, up to 60 days; then months, and years from two on.
---@param time number
---@param now? number
---@return string text
function format.relative(time, now) end

---Formats a length of time, as in `1 h 25 min`.
---@param seconds number
---@param options? { style?: "short"|"long"|"clock", units?: integer }
---@return string text
function format.duration(seconds, options) end

---Joins texts: `a, b and c`.
---@param elements any[] strings and numbers
---@return string text
function format.list(elements) end

---Formats an ordinal number, as in `1st`.
---@param n integer
---@return string text
function format.ordinal(n) end

---Times (seconds since 1970) and the calendar, from year 1 to 9999.
---@class date
date = {}

---Seconds since 1970, with a fraction.
---@return number time
function date.now() end

---Reads a time in ISO 8601, RFC 3339, the date format of mail and HTTP, or a pattern; nil and an error for anything else. A text without a time zone is in `zone`; a date alone is midnight.
---@param text string
---@param pattern? string such as "dd.MM.yyyy HH:mm"
---@param zone? string a name such as "Europe/Berlin"
---@return number? time
---@return Error? err
function date.parse(text, pattern, zone) end

---Like `format.date`, in any time zone.
---@param time number
---@param style? string a style of `format.date`, or a pattern
---@param zone? string a name such as "Europe/Berlin"
---@return string text
function date.format(time, style, zone) end

---The calendar date and the time of day.
---@param time number
---@param zone? string a name such as "Europe/Berlin"
---@return { year: integer, month: integer, day: integer, hour: integer, minute: integer, second: integer, weekday: integer, yearday: integer, zone: string, offset: integer } components
function date.components(time, zone) end

---Returns a later or, with negative amounts, an earlier time. Years and months are added first (clamped to the last day of a shorter month), then weeks and days by the calendar, then hours, minutes and seconds as elapsed time.
---@param time number
---@param amounts { years?: number, months?: number, weeks?: number, days?: number, hours?: number, minutes?: number, seconds?: number }
---@param zone? string a name such as "Europe/Berlin"
---@return number time
function date.add(time, amounts, zone) end

---The development console, where `print` writes too.
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

---Writes a line. If you define no `content`, the widget shows what `perform_update` printed.
---@param ... any
function print(...) end

---Loads a module of the widget's own folder: beside `flight.lua`, `require("times")` loads `flight/times.lua`.
---@param name string
---@return any module
function require(name) end

---Called when an update is due. Return `update_result.new_data` if the view has changed: luawidget then calls `content`, and draws and stores the new view. Return `update_result.no_data` if nothing has changed: nothing else happens. Return `update_result.failed`, or `update_result.failed(reason)` with a text or an `err`, if the update failed: the last good view stays, with its age and the reason. Raising an error counts as failing, and drops the update's writes. Without this function, a widget shows what `content` returns when an update is due.
---@param context Context
---@return UpdateResult
function perform_update(context) end

---Return the view, made with the functions of `ui`. Called after an update with new data, and whenever the size or the appearance changes. Without this function, a widget shows what `perform_update` printed.
---@param context Context
---@return View
function content(context) end

---Return the margins around the view, in points. You receive the default margins and can return them changed; nil and missing sides keep the defaults, and 0 lets the view reach the edge.
---@param default MarginInsets
---@return MarginInsets
function margin_insets(default) end

---Called with a link to this widget, such as `myflight://LY315`, when the user opens one with the command `open`. `content` is called afterwards. You need this function if your manifest has `url_schemes`.
---@param url string
function on_open(url) end

---Called with the user's response to a notification of this widget: a tap on one of its actions, or on the notification itself. `content` is called afterwards. If the widget is no longer running, luawidget starts it first. You need this function if you call `notify.category`.
---@param event NotificationEvent
function on_notification(event) end

---Called with what has arrived since the last call, in a list, once a second at most: events of the streams that `perform_update` subscribed to, and those sent with the command `push`. It's an update like `perform_update`, with the same limits and results, `context.reason` is `event`, and the next update stays where it was. If the widget isn't running, luawidget starts it first, with the reason `restart` and stored responses, so keep what you collect in `defaults`. `events.dropped` is the number of older events that were dropped because too many were waiting.
---@param events Event[]
---@param context Context
---@return UpdateResult
function on_event(events, context) end
