// Made by Scripts/icons/make from Material Design Icons 7.4.47 (Pictogrammers; Apache License 2.0, see NOTICE).

extension IconName {
  /// The listed names, sorted by their bytes.
  static let text: StaticString = """
    air.conditioner.horizontal airplane airplane.arrival airplane.departure airplayaudio airplayvideo airpods alarm
    alarm.waves.left.and.right allergens ant ant.circle antenna.radiowaves antenna.radiowaves.left.and.right app
    applewatch aqi.high aqi.low aqi.medium archivebox archivebox.circle arrow.2.squarepath arrow.clockwise
    arrow.counterclockwise arrow.down arrow.down.circle arrow.down.doc arrow.down.left arrow.down.right
    arrow.down.to.line arrow.left arrow.left.and.right arrow.left.arrow.right arrow.left.circle arrow.right
    arrow.right.circle arrow.triangle.2.circlepath arrow.triangle.branch arrow.triangle.merge arrow.triangle.pull
    arrow.turn.down.right arrow.turn.up.left arrow.turn.up.right arrow.up arrow.up.and.down arrow.up.arrow.down
    arrow.up.circle arrow.up.left arrow.up.right arrow.up.to.line arrow.uturn.backward arrow.uturn.forward
    arrowtriangle.down arrowtriangle.left arrowtriangle.right arrowtriangle.up asterisk at atom backpack backward
    backward.end backward.end.alt backward.frame bag balloon bandage banknote banknote.circle barcode barometer baseball
    basket basketball bathtub battery.0 battery.100 battery.100.bolt battery.25 battery.25.bolt battery.50
    battery.50.bolt battery.75 beach.umbrella bed.double bed.double.circle bell bell.and.waves.left.and.right bell.badge
    bell.slash bicycle binoculars bird birthday.cake bitcoinsign.circle blinds.vertical.closed bluetooth bold bolt
    bolt.batteryblock bolt.car bolt.circle bolt.fill bolt.slash book bookmark books.vertical box.truck brain
    brain.head.profile briefcase bubble.left bubble.left.and.bubble.right bubble.right building building.2
    building.columns bus bus.doubledecker cable.connector cablecar calendar calendar.badge.clock
    calendar.badge.exclamationmark calendar.badge.plus calendar.circle camera camera.macro
    camera.metering.center.weighted camera.viewfinder capsule captions.bubble car car.2 carrot cart cart.badge.plus cat
    cellularbars character chart.bar chart.bar.xaxis chart.dots.scatter chart.line.downtrend.xyaxis
    chart.line.flattrend.xyaxis chart.line.uptrend.xyaxis chart.pie chart.xyaxis.line checklist checkmark
    checkmark.circle checkmark.circle.fill checkmark.seal checkmark.shield checkmark.square chevron.down chevron.left
    chevron.left.2 chevron.left.forwardslash.chevron.right chevron.right chevron.right.2 chevron.up
    chevron.up.chevron.down circle circle.fill circle.grid.3x3 circle.lefthalf.filled clipboard clock
    clock.arrow.circlepath clock.badge.exclamationmark cloud cloud.bolt cloud.bolt.rain cloud.drizzle cloud.fog
    cloud.hail cloud.heavyrain cloud.moon cloud.moon.bolt cloud.moon.rain cloud.rain cloud.slash cloud.sleet cloud.snow
    cloud.sun cloud.sun.bolt cloud.sun.rain command compass cpu creditcard creditcard.circle cross cross.case crown cube
    cup.and.saucer curlybraces delete.left deskclock desktopcomputer diamond die.face.5 display divide doc doc.badge.plus
    doc.on.clipboard doc.on.doc doc.text dog dollarsign dollarsign.circle door.garage.closed door.garage.open
    door.left.hand.closed door.left.hand.open dot.radiowaves.left.and.right drop drop.degreesign dumbbell ear eject
    ellipsis ellipsis.circle envelope envelope.badge envelope.circle envelope.open equal eurosign eurosign.circle
    ev.charger exclamationmark exclamationmark.bubble exclamationmark.circle exclamationmark.octagon
    exclamationmark.shield exclamationmark.triangle externaldrive externaldrive.badge.checkmark eye eye.circle eye.slash
    eyedropper eyeglasses face.dashed face.smiling faceid fan ferry figure.and.child.holdinghands figure.hiking
    figure.outdoor.cycle figure.pool.swim figure.roll figure.run figure.skiing.downhill figure.soccer figure.stand
    figure.walk figure.wave figure.yoga film fireplace fish flag flag.2.crossed flag.checkered flame flask flood flower
    folder folder.badge.plus football fork.knife forward forward.end forward.end.alt forward.frame frying.pan fuelpump
    function gamecontroller gauge gauge.high gauge.low gauge.medium gauge.with.needle gear gearshape gearshape.2 gift
    gift.circle globe globe.americas globe.asia.australia globe.europe.africa gobackward gobackward.10 gobackward.15
    gobackward.30 goforward goforward.10 goforward.15 goforward.30 graduationcap guitars hammer hand.point.up hand.raised
    hand.thumbsdown hand.thumbsup hand.wave handbag hands.clap hanger hare headphones heart heart.fill heart.slash
    heart.text.square heater.vertical hexagon hifispeaker hourglass hourglass.bottomhalf.filled hourglass.tophalf.filled
    house house.lodge humidity hurricane icloud icloud.and.arrow.down icloud.and.arrow.up infinity info info.circle
    internaldrive ipad iphone italic key key.horizontal keyboard ladybug ladybug.circle lamp.desk lamp.floor
    laptopcomputer leaf level light.ribbon light.strip.2 lightbulb lightbulb.2 lightbulb.slash lightrail
    line.3.horizontal link list.bullet list.number location location.north location.slash lock lock.open lock.rotation
    lock.shield lock.slash lungs macmini magnifyingglass mail.stack map mappin mappin.and.ellipse mappin.slash medal
    memorychip message message.badge mic mic.slash microbe microwave minus minus.circle minus.square moon moon.dust
    moon.haze moon.stars moon.zzz moonphase.first.quarter moonphase.full.moon moonphase.last.quarter moonphase.new.moon
    moonphase.waning.crescent moonphase.waning.gibbous moonphase.waxing.crescent moonphase.waxing.gibbous moonrise
    moonset motorcycle mountain.2 mouse movieclapper mug multiply music.mic music.note music.note.list
    music.quarternote.3 network newspaper note.text number number.circle octagon opticaldisc oven paintbrush paintpalette
    paperclip paperplane parkingsign party.popper pause pause.circle pawprint pencil pentagon percent percent.circle
    person person.2 person.3 person.badge.clock person.badge.minus person.badge.plus person.circle person.crop.circle
    person.slash person.text.rectangle phone phone.arrow.down.left phone.arrow.up.right phone.badge.plus phone.down photo
    photo.on.rectangle pianokeys pills pin play play.circle play.rectangle play.tv playpause plus plus.circle plus.square
    plusminus podcast popcorn power poweroutlet.type.f powerplug powerplug.portrait printer puzzlepiece
    puzzlepiece.extension qrcode questionmark questionmark.circle quote.bubble quote.closing quote.opening radio rainbow
    record.circle rectangle rectangle.grid.1x2 refrigerator repeat repeat.1 road.lanes rosette ruler safari sailboat
    scissors scooter scope screwdriver sdcard seal sensor server.rack shield shield.slash shippingbox shoe shower shuffle
    sidebar.left signature signpost.right simcard slider.horizontal.3 smoke snow snowflake soccerball sofa solarpanel
    sparkles speaker speaker.minus speaker.plus speaker.slash speaker.wave.1 speaker.wave.2 speaker.wave.3 speedometer
    spigot sportscourt sprinkler.and.droplets square square.and.arrow.down square.and.arrow.up square.and.pencil
    square.fill square.grid.2x2 square.stack star star.fill steeringwheel sterlingsign sterlingsign.circle stethoscope
    stop stop.circle stopwatch subway suitcase sun.dust sun.haze sun.horizon sun.max
    sun.max.trianglebadge.exclamationmark sun.min sun.rain sun.snow sunglasses sunrise sunset syringe tag
    takeoutbag.and.cup.and.straw target taxi telescope tennis.racket tennisball tent terminal testtube.2 text.alignleft
    text.bubble textformat theatermasks thermometer thermometer.high thermometer.low thermometer.medium
    thermometer.snowflake thermometer.sun ticket ticket.circle timer toilet tornado tortoise touchid train
    train.side.front.car train.side.rear.car tram trash tray tray.and.arrow.down tray.full tree triangle triangle.fill
    trophy truck.box tshirt tv tv.music.note umbrella underline video video.slash videoprojector volleyball wallet.pass
    wand.and.stars washer water.waves waveform waveform.path.ecg wifi wifi.exclamationmark wifi.slash wind wind.snow
    window.vertical.closed window.vertical.open windturbine wineglass wrench wrench.and.screwdriver xmark xmark.circle
    xmark.circle.fill xmark.octagon xmark.seal xmark.square xserve yensign yensign.circle
    """
}
