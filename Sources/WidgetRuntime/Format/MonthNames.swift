/// The names of months, January first.
enum MonthNames {
  /// As written next to a day: `5 listopada`.
  static let wide = LocaleTable(
    """
    en|January|February|March|April|May|June|July|August|September|October|November|December
    de|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
    fr|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre
    es|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre
    it|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre
    pt|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
    nl|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december
    sv|januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december
    da|januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december
    nb|januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember
    fi|tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|\
    marraskuuta|joulukuuta
    pl|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia
    cs|ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince
    ru|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря
    uk|січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня
    tr|Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık
    ja|1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
    zh|1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
    ko|1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
    he|ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר
    ar|يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
    de-AT|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
    """)

  /// As written alone: `listopad`. Only languages with a different form have a row; `en` stands for all others.
  static let standalone = LocaleTable(
    """
    en|
    fi|tammikuu|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|marraskuu|joulukuu
    pl|styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|grudzień
    cs|leden|únor|březen|duben|květen|červen|červenec|srpen|září|říjen|listopad|prosinec
    ru|январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь
    uk|січень|лютий|березень|квітень|травень|червень|липень|серпень|вересень|жовтень|листопад|грудень
    """)

  static let short = LocaleTable(
    """
    en|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec
    de|Jan.|Feb.|März|Apr.|Mai|Juni|Juli|Aug.|Sept.|Okt.|Nov.|Dez.
    fr|janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.
    es|ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic
    it|gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic
    pt|jan.|fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.
    nl|jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec
    sv|jan.|feb.|mars|apr.|maj|juni|juli|aug.|sep.|okt.|nov.|dec.
    da|jan.|feb.|mar.|apr.|maj|jun.|jul.|aug.|sep.|okt.|nov.|dec.
    nb|jan.|feb.|mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.
    fi|tammik.|helmik.|maalisk.|huhtik.|toukok.|kesäk.|heinäk.|elok.|syysk.|lokak.|marrask.|jouluk.
    pl|sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru
    cs|led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro
    ru|янв.|февр.|мар.|апр.|мая|июн.|июл.|авг.|сент.|окт.|нояб.|дек.
    uk|січ.|лют.|бер.|квіт.|трав.|черв.|лип.|серп.|вер.|жовт.|лист.|груд.
    tr|Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara
    ja|1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
    zh|1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
    ko|1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
    he|ינו׳|פבר׳|מרץ|אפר׳|מאי|יוני|יולי|אוג׳|ספט׳|אוק׳|נוב׳|דצמ׳
    ar|يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
    en-GB|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec
    en-AU|Jan|Feb|Mar|Apr|May|June|July|Aug|Sept|Oct|Nov|Dec
    en-CA|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec
    de-AT|Jän.|Feb.|März|Apr.|Mai|Juni|Juli|Aug.|Sep.|Okt.|Nov.|Dez.
    fr-CA|janv.|févr.|mars|avr.|mai|juin|juill.|août|sept.|oct.|nov.|déc.
    es-MX|ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic
    """)
}
