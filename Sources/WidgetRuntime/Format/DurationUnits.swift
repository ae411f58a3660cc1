/// The words of durations: day, hour, minute, second; `#` stands for the number.
enum DurationUnits {
  static let short = LocaleTable(
    """
    en|# d|# h|# min|# s
    de|# T|# Std.|# Min.|# Sek.
    fr|# j|# h|# min|# s
    it|# g|# h|# min|# s
    pt|# d|# h|# min|# s
    nl|# d|# u|# min|# s
    sv|# d|# tim|# min|# s
    da|# d|# t|# min|# s
    nb|# d|# t|# min|# s
    fi|# pv|# t|# min|# s
    pl|# d|# godz.|# min|# s
    ru|# д|# ч|# мин|# с
    uk|# д|# год|# хв|# с
    tr|# g|# sa|# dk|# sn
    ja|#日|#時間|#分|#秒
    zh|#天|#小时|#分钟|#秒
    zh-TW|#天|#小時|#分鐘|#秒
    ko|#일|#시간|#분|#초
    he|# ימ׳|# שע׳|# דק׳|# שנ׳
    ar|# ي|# س|# د|# ث
    """)

  /// With plural forms.
  static let long = LocaleTable(
    """
    en|# day/# days|# hour/# hours|# minute/# minutes|# second/# seconds
    de|# Tag/# Tage|# Stunde/# Stunden|# Minute/# Minuten|# Sekunde/# Sekunden
    fr|# jour/# jours|# heure/# heures|# minute/# minutes|# seconde/# secondes
    es|# día/# días|# hora/# horas|# minuto/# minutos|# segundo/# segundos
    it|# giorno/# giorni|# ora/# ore|# minuto/# minuti|# secondo/# secondi
    pt|# dia/# dias|# hora/# horas|# minuto/# minutos|# segundo/# segundos
    nl|# dag/# dagen|# uur|# minuut/# minuten|# seconde/# seconden
    sv|# dygn|# timme/# timmar|# minut/# minuter|# sekund/# sekunder
    da|# dag/# dage|# time/# timer|# minut/# minutter|# sekund/# sekunder
    nb|# døgn|# time/# timer|# minutt/# minutter|# sekund/# sekunder
    fi|# päivä/# päivää|# tunti/# tuntia|# minuutti/# minuuttia|# sekunti/# sekuntia
    pl|# dzień/# dni/# dni|# godzina/# godziny/# godzin|# minuta/# minuty/# minut|# sekunda/# sekundy/# sekund
    cs|# den/# dny/# dnů|# hodina/# hodiny/# hodin|# minuta/# minuty/# minut|# sekunda/# sekundy/# sekund
    ru|# день/# дня/# дней|# час/# часа/# часов|# минута/# минуты/# минут|# секунда/# секунды/# секунд
    uk|# день/# дні/# днів|# година/# години/# годин|# хвилина/# хвилини/# хвилин|# секунда/# секунди/# секунд
    tr|# gün|# saat|# dakika|# saniye
    ja|# 日|# 時間|# 分|# 秒
    zh|#天|#小时|#分钟|#秒钟
    ko|#일|#시간|#분|#초
    he|# יום/יומיים/# ימים|# שעה/שעתיים/# שעות|# דקה/שתי דקות/# דקות|# שניה/שתי שניות/# שניות
    ar|يوم/يومان/# أيام/# يومًا/# يوم|ساعة/ساعتان/# ساعات/# ساعة/# ساعة|دقيقة/دقيقتان/# دقائق/# دقيقة/# دقيقة|ثانية/\
    ثانيتان/# ثوان/# ثانية/# ثانية
    zh-TW|# 天|# 小時|# 分鐘|# 秒
    """)
}
