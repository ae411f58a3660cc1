extension HostTexts {
  static let arabic: TextTable = [
    // Ages.
    "just now": "الآن", "{n} s ago": "قبل {n} ث", "{n} min ago": "قبل {n} د", "{n} h ago": "قبل {n} س",
    "{n} d ago": "قبل {n} ي", "{n} mo ago": "قبل {n} ش",
    "{n} y ago": .plural([
      .zero: "قبل {n} سنة", .one: "قبل سنة", .two: "قبل سنتين", .few: "قبل {n} سنوات", .many: "قبل {n} سنة", .other: "قبل {n} سنة",
    ]),
    "{n} seconds ago": .plural([
      .zero: "قبل {n} ثانية", .one: "قبل ثانية", .two: "قبل ثانيتين", .few: "قبل {n} ثوانٍ", .many: "قبل {n} ثانية",
      .other: "قبل {n} ثانية",
    ]),
    "{n} minutes ago": .plural([
      .zero: "قبل {n} دقيقة", .one: "قبل دقيقة", .two: "قبل دقيقتين", .few: "قبل {n} دقائق", .many: "قبل {n} دقيقة",
      .other: "قبل {n} دقيقة",
    ]),
    "{n} hours ago": .plural([
      .zero: "قبل {n} ساعة", .one: "قبل ساعة", .two: "قبل ساعتين", .few: "قبل {n} ساعات", .many: "قبل {n} ساعة",
      .other: "قبل {n} ساعة",
    ]),
    "{n} days ago": .plural([
      .zero: "قبل {n} يوم", .one: "قبل يوم", .two: "قبل يومين", .few: "قبل {n} أيام", .many: "قبل {n} يومًا", .other: "قبل {n} يوم",
    ]),
    "{n} months ago": .plural([
      .zero: "قبل {n} شهر", .one: "قبل شهر", .two: "قبل شهرين", .few: "قبل {n} أشهر", .many: "قبل {n} شهرًا",
      .other: "قبل {n} شهر",
    ]),
    "{n} years ago": .plural([
      .zero: "قبل {n} سنة", .one: "قبل سنة", .two: "قبل سنتين", .few: "قبل {n} سنوات", .many: "قبل {n} سنة", .other: "قبل {n} سنة",
    ]),
    "{n} seconds": .plural([
      .zero: "{n} ثانية", .one: "ثانية", .two: "ثانيتان", .few: "{n} ثوانٍ", .many: "{n} ثانية", .other: "{n} ثانية",
    ]),
    "{n} minutes": .plural([
      .zero: "{n} دقيقة", .one: "دقيقة", .two: "دقيقتان", .few: "{n} دقائق", .many: "{n} دقيقة", .other: "{n} دقيقة",
    ]),
    "{n} hours": .plural([
      .zero: "{n} ساعة", .one: "ساعة", .two: "ساعتان", .few: "{n} ساعات", .many: "{n} ساعة", .other: "{n} ساعة",
    ]),
    "{n} days": .plural([.zero: "{n} يوم", .one: "يوم", .two: "يومان", .few: "{n} أيام", .many: "{n} يومًا", .other: "{n} يوم"]),
    "{n} months": .plural([.zero: "{n} شهر", .one: "شهر", .two: "شهران", .few: "{n} أشهر", .many: "{n} شهرًا", .other: "{n} شهر"]),
    "{n} years": .plural([.zero: "{n} سنة", .one: "سنة", .two: "سنتان", .few: "{n} سنوات", .many: "{n} سنة", .other: "{n} سنة"]),
    "Updated {age}": "آخر تحديث: {age}",
    // Cards.
    "Nothing to show": "لا شيء لعرضه", "No data yet": "لا توجد بيانات بعد", "{name}: nothing to show": "{name}: لا شيء لعرضه",
    "Show More": "عرض المزيد", "Show Less": "عرض أقل", "no reason given": "دون ذكر السبب",
    "failed": "فشل", "not found": "غير موجود", "not readable": "تتعذر قراءته", "not loaded": "لم يُحمَّل",
    "error in the script": "خطأ في النص البرمجي", "error in the view": "خطأ في العرض", "wrong settings": "إعدادات غير صحيحة",
    "not allowed": "غير مسموح", "crashed": "توقف فجأة", "not stored": "لم يُحفظ", "internal error": "خطأ داخلي",
  ]
}
