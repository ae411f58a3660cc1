/// The names of the days of the week, Monday first, and of the halves of a day.
enum WeekdayNames {
  static let wide = LocaleTable(
    """
    en|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday
    de|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag
    fr|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
    es|lunes|martes|miércoles|jueves|viernes|sábado|domingo
    it|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica
    pt|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo
    nl|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag
    sv|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag
    da|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag
    nb|mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag
    fi|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai
    pl|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela
    cs|pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle
    ru|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье
    uk|понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя
    tr|Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar
    ja|月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日
    zh|星期一|星期二|星期三|星期四|星期五|星期六|星期日
    ko|월요일|화요일|수요일|목요일|금요일|토요일|일요일
    he|יום שני|יום שלישי|יום רביעי|יום חמישי|יום שישי|יום שבת|יום ראשון
    ar|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
    """)

  static let short = LocaleTable(
    """
    en|Mon|Tue|Wed|Thu|Fri|Sat|Sun
    de|Mo|Di|Mi|Do|Fr|Sa|So
    fr|lun.|mar.|mer.|jeu.|ven.|sam.|dim.
    es|lun|mar|mié|jue|vie|sáb|dom
    it|lun|mar|mer|gio|ven|sab|dom
    pt|seg.|ter.|qua.|qui.|sex.|sáb.|dom.
    nl|ma|di|wo|do|vr|za|zo
    sv|mån|tis|ons|tors|fre|lör|sön
    da|man.|tirs.|ons.|tors.|fre.|lør.|søn.
    nb|man.|tir.|ons.|tor.|fre.|lør.|søn.
    fi|ma|ti|ke|to|pe|la|su
    pl|pon.|wt.|śr.|czw.|pt.|sob.|niedz.
    cs|po|út|st|čt|pá|so|ne
    ru|пн|вт|ср|чт|пт|сб|вс
    uk|пн|вт|ср|чт|пт|сб|нд
    tr|Pzt|Sal|Çar|Per|Cum|Cmt|Paz
    ja|月|火|水|木|金|土|日
    zh|周一|周二|周三|周四|周五|周六|周日
    ko|월|화|수|목|금|토|일
    he|יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת|יום א׳
    ar|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
    pt-PT|segunda|terça|quarta|quinta|sexta|sábado|domingo
    zh-TW|週一|週二|週三|週四|週五|週六|週日
    """)

  static let dayPeriods = LocaleTable(
    """
    en|AM|PM
    de|AM|PM
    fr|AM|PM
    es|a.\u{A0}m.|p.\u{A0}m.
    it|AM|PM
    pt|AM|PM
    nl|a.m.|p.m.
    sv|fm|em
    da|AM|PM
    nb|a.m.|p.m.
    fi|ap.|ip.
    pl|AM|PM
    cs|dop.|odp.
    ru|AM|PM
    uk|дп|пп
    tr|ÖÖ|ÖS
    ja|午前|午後
    zh|上午|下午
    ko|오전|오후
    he|AM|PM
    ar|ص|م
    en-GB|am|pm
    en-CA|a.m.|p.m.
    fr-CA|a.m.|p.m.
    es-MX|a.m.|p.m.
    pt-PT|a.m.|p.m.
    """)
}
