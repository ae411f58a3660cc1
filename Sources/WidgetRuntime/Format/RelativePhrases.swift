/// The words of relative times.
enum RelativePhrases {
  /// Now, yesterday, tomorrow, the future, the past; `*` stands for the amount.
  static let words = LocaleTable(
    """
    en|now|yesterday|tomorrow|in *|* ago
    de|jetzt|gestern|morgen|in *|vor *
    fr|maintenant|hier|demain|dans *|il y a *
    es|ahora|ayer|mañana|dentro de *|hace *
    it|ora|ieri|domani|tra *|* fa
    pt|agora|ontem|amanhã|em *|há *
    nl|nu|gisteren|morgen|over *|* geleden
    sv|nu|i går|i morgon|om *|för * sedan
    da|nu|i går|i morgen|om *|for * siden
    nb|nå|i går|i morgen|om *|for * siden
    fi|nyt|eilen|huomenna|* päästä|* sitten
    pl|teraz|wczoraj|jutro|za *|* temu
    cs|nyní|včera|zítra|za *|před *
    ru|сейчас|вчера|завтра|через *|* назад
    uk|зараз|учора|завтра|через *|* тому
    tr|şimdi|dün|yarın|* sonra|* önce
    ja|今|昨日|明日|*後|*前
    zh|现在|昨天|明天|*后|*前
    ko|지금|어제|내일|* 후|* 전
    he|עכשיו|אתמול|מחר|בעוד *|לפני *
    ar|الآن|أمس|غدًا|خلال *|قبل *
    pt-PT|agora|ontem|amanhã|dentro de *|há *
    zh-TW|現在|昨天|明天|*後|*前
    """)

  /// Second, minute, hour, day, week, month, year; each with its plural forms, where `#` stands for the number.
  static let units = LocaleTable(
    """
    en|# second/# seconds|# minute/# minutes|# hour/# hours|# day/# days|# week/# weeks|# month/# months|# year/# years
    de|# Sekunde/# Sekunden|# Minute/# Minuten|# Stunde/# Stunden|# Tag/# Tagen|# Woche/# Wochen|# Monat/# Monaten|# Jahr/\
    # Jahren
    fr|# seconde/# secondes|# minute/# minutes|# heure/# heures|# jour/# jours|# semaine/# semaines|# mois|# an/# ans
    es|# segundo/# segundos|# minuto/# minutos|# hora/# horas|# día/# días|# semana/# semanas|# mes/# meses|# año/# años
    it|# secondo/# secondi|# minuto/# minuti|# ora/# ore|# giorno/# giorni|# settimana/# settimane|# mese/# mesi|# anno/\
    # anni
    pt|# segundo/# segundos|# minuto/# minutos|# hora/# horas|# dia/# dias|# semana/# semanas|# mês/# meses|# ano/# anos
    nl|# seconde/# seconden|# minuut/# minuten|# uur|# dag/# dagen|# week/# weken|# maand/# maanden|# jaar
    sv|# sekund/# sekunder|# minut/# minuter|# timme/# timmar|# dag/# dagar|# vecka/# veckor|# månad/# månader|# år
    da|# sekund/# sekunder|# minut/# minutter|# time/# timer|# dag/# dage|# uge/# uger|# måned/# måneder|# år
    nb|# sekund/# sekunder|# minutt/# minutter|# time/# timer|# døgn|# uke/# uker|# måned/# måneder|# år
    fi|# sekunnin|# minuutin|# tunnin|# päivän|# viikon|# kuukauden|# vuoden
    pl|# sekundę/# sekundy/# sekund|# minutę/# minuty/# minut|# godzinę/# godziny/# godzin|# dzień/# dni/# dni|# tydzień/\
    # tygodnie/# tygodni|# miesiąc/# miesiące/# miesięcy|# rok/# lata/# lat
    cs|# sekundu/# sekundy/# sekund|# minutu/# minuty/# minut|# hodinu/# hodiny/# hodin|# den/# dny/# dní|# týden/# týdny/\
    # týdnů|# měsíc/# měsíce/# měsíců|# rok/# roky/# let
    ru|# секунду/# секунды/# секунд|# минуту/# минуты/# минут|# час/# часа/# часов|# день/# дня/# дней|# неделю/# недели/\
    # недель|# месяц/# месяца/# месяцев|# год/# года/# лет
    uk|# секунду/# секунди/# секунд|# хвилину/# хвилини/# хвилин|# годину/# години/# годин|# день/# дні/# днів|# тиждень/\
    # тижні/# тижнів|# місяць/# місяці/# місяців|# рік/# роки/# років
    tr|# saniye|# dakika|# saat|# gün|# hafta|# ay|# yıl
    ja|# 秒|# 分|# 時間|# 日|# 週間|# か月|# 年
    zh|#秒钟|#分钟|#小时|#天|#周|#个月|#年
    ko|#초|#분|#시간|#일|#주|#개월|#년
    he|שנייה/שתי שניות/# שניות|דקה/שתי דקות/# דקות|שעה/שעתיים/# שעות|יום/יומיים/# ימים|שבוע/שבועיים/# שבועות|חודש/חודשיים/\
    # חודשים|שנה/שנתיים/# שנים
    ar|ثانية واحدة/ثانيتين/# ثوانٍ/# ثانية/# ثانية|دقيقة واحدة/دقيقتين/# دقائق/# دقيقة/# دقيقة|ساعة واحدة/ساعتين/# ساعات/\
    # ساعة/# ساعة|يوم واحد/يومين/# أيام/# يومًا/# يوم|أسبوع واحد/أسبوعين/# أسابيع/# أسبوعًا/# أسبوع|شهر واحد/شهرين/# أشهر/\
    # شهرًا/# شهر|سنة واحدة/سنتين/# سنوات/# سنة/# سنة
    pt-PT|# segundo/# segundos|# minuto/# minutos|# hora/# horas|# dia/# dias|# semana/# semanas|# mês/# meses|# ano/\
    # anos
    zh-TW|# 秒|# 分鐘|# 小時|# 天|# 週|# 個月|# 年
    """)

  /// The same for the past, in languages where it takes another case. `en` has none, and stands for all others.
  static let pastUnits = LocaleTable(
    """
    en|
    fi|# sekunti/# sekuntia|# minuutti/# minuuttia|# tunti/# tuntia|# päivä/# päivää|# viikko/# viikkoa|# kuukausi/\
    # kuukautta|# vuosi/# vuotta
    cs|# sekundou/# sekundami/# sekundami|# minutou/# minutami/# minutami|# hodinou/# hodinami/# hodinami|# dnem/# dny/\
    # dny|# týdnem/# týdny/# týdny|# měsícem/# měsíci/# měsíci|# rokem/# lety/# lety
    """)
}
