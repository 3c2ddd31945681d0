/**
 * What Saudi law says of words in ads, as far as words show it: a developer's digest and no legal advice. Each rule has its
 * source and the day on which it was read. `block`: without its licence the text must not go into an ad. `advise`: the
 * merchant decides, and the decision is recorded.
 */
export const licenceKinds = ["discount", "prize_draw", "creator"] as const;
export type LicenceKind = (typeof licenceKinds)[number];

export type AdLawRule = {
  key: string;
  level: "block" | "advise";
  /** The licence that allows it. */
  licence: LicenceKind | null;
  /** Of folded text (`base/shared/fold.ts`); words are not letters of other words. */
  patterns: readonly RegExp[];
  source: string;
  readOn: string;
};

/** A folded word with what Arabic writes before it: and, so, with, for, the. */
const word = (...stems: string[]) =>
  new RegExp(`(?<!\\p{L})[وف]?[بلك]?(?:ال|لل)?(?:${stems.join("|")})(?!\\p{L})`, "gu");
const phrase = (...stems: string[]) => new RegExp(`(?<!\\p{L})[وف]?[بلك]?(?:${stems.join("|")})`, "gu");

const commerce = "وزارة التجارة، ضوابط التخفيضات التجارية (نوفمبر 2025) ونظام التخفيضات sales.mc.gov.sa";
const eCommerce = "نظام التجارة الإلكترونية، المادة 11 (2019)";
const media = "الهيئة العامة لتنظيم الإعلام، رخصة «موثوق» (أكتوبر 2022)";
const readOn = "2026-11-28";

export const adLawRules: readonly AdLawRule[] = [
  {
    key: "discount",
    level: "block",
    licence: "discount",
    patterns: [
      word(
        "خصم",
        "خصومات",
        "خصمنا",
        "تخفيض",
        "تخفيضات",
        "تخفيضنا",
        "تنزيلات",
        "مخفض",
        "مخفضه",
        "تصفيه",
        "تصفيات",
        "اوكازيون",
      ),
      phrase(
        "كان (?:السعر |سعره |سعرها )?\\d",
        "بدل(?:ا)? (?:من )?\\d",
        "من \\d[\\d.,]* ريال (?:الي|ل) ?\\d",
        "وفر \\d",
        "نص السعر",
        "نصف السعر",
      ),
      /(?<!\p{L})(?:discount|sale|clearance|% off|\d+ ?% ?off|half price)(?!\p{L})/gu,
    ],
    source: commerce,
    readOn,
  },
  {
    key: "promotion",
    level: "advise",
    licence: null,
    patterns: [
      phrase(
        "اشتر (?:واحد|حبه|قطعه|قطعتين|حبتين)",
        "اشتري (?:واحد|حبه|قطعه|قطعتين|حبتين)",
        "قطعه مجانا",
        "حبه مجانا",
        "الثاني(?:ه)? مجانا",
        "هديه مع كل",
        "هديه مجاني",
      ),
      /(?<!\p{L})(?:buy one get one|bogo|free gift)(?!\p{L})/gu,
    ],
    source: commerce,
    readOn,
  },
  {
    key: "prize_draw",
    level: "block",
    licence: "prize_draw",
    patterns: [
      word("سحب", "سحبنا", "قرعه", "مسابقه", "جوايز", "جايزه", "قيف اواي"),
      phrase("اربح", "تربح", "ادخل السحب", "تدخل السحب"),
      /(?<!\p{L})(?:giveaway|prize draw|raffle|win a|win an)(?!\p{L})/gu,
    ],
    source: commerce,
    readOn,
  },
  {
    key: "creator",
    level: "block",
    licence: "creator",
    patterns: [
      phrase(
        "كود (?:المشهور|المشهوره|المؤثر|الموثر|الموثره|سنابي|يوتيوبر)",
        "مع (?:المشهور|المشهوره|الموثر|الموثره)",
        "اعلان مع",
        "تجربه (?:المشهور|المشهوره|الموثر|الموثره)",
      ),
      /(?<!\p{L})(?:influencer|paid partnership)(?!\p{L})/gu,
    ],
    source: media,
    readOn,
  },
  {
    key: "superlative",
    level: "advise",
    licence: null,
    patterns: [
      phrase(
        "رقم (?:1|واحد)(?!\\d)",
        "ال?افضل (?:في|علي|بالمملكه|بالسعوديه|بالعالم)",
        "الاول في",
        "الاولي في",
        "الاقوي في",
        "الارخص في",
        "لا (?:ينافس|يقارن|مثيل)",
        "ما له منافس",
      ),
      /(?<!\p{L})(?:number one|no\.? ?1|the best in|cheapest in|unbeatable)(?!\p{L})/gu,
    ],
    source: eCommerce,
    readOn,
  },
  {
    key: "guarantee",
    level: "advise",
    licence: null,
    patterns: [
      phrase(
        "نتايج مضمون",
        "نتيجه مضمون",
        "مضمون 100",
        "مضمونه 100",
        "نضمن لك",
        "ضمان النتيجه",
        "ضمان النتايج",
        "فعاليه 100",
      ),
      /(?<!\p{L})(?:guaranteed results|100% effective|results guaranteed)(?!\p{L})/gu,
    ],
    source: eCommerce,
    readOn,
  },
  {
    key: "health",
    level: "advise",
    licence: null,
    patterns: [
      word(
        "يعالج",
        "تعالج",
        "علاج",
        "علاجي",
        "يشفي",
        "تشفي",
        "شفاء",
        "ينحف",
        "تنحيف",
        "تخسيس",
        "دوايي",
        "طبي",
        "طبيه",
      ),
      phrase(
        "يقضي علي (?:الصداع|الالم|السكر|التساقط|الحبوب)",
        "يحرق الدهون",
        "حرق الدهون",
        "يقوي المناعه",
        "تقويه المناعه",
        "بديل الدواء",
        "يخلصك من (?:الالم|السكر|الوزن)",
      ),
      /(?<!\p{L})(?:cures?|heals?|treats? (?:acne|pain|diabetes)|burns? fat|weight loss|medical grade)(?!\p{L})/gu,
    ],
    source: `${eCommerce}؛ والهيئة العامة للغذاء والدواء (غير مؤكد)`,
    readOn,
  },
  {
    key: "beauty",
    level: "advise",
    licence: null,
    patterns: [
      phrase(
        "قبل وبعد",
        "تبييض",
        "يبيض",
        "تفتيح فوري",
        "يزيل التجاعيد",
        "ازاله التجاعيد",
        "يخفي التجاعيد",
        "خلال (?:اسبوع|ايام|يومين) (?:بشره|تختفي|يختفي)",
        "يصغرك",
      ),
      /(?<!\p{L})(?:before and after|whitening|erases? wrinkles|years younger)(?!\p{L})/gu,
    ],
    source: eCommerce,
    readOn,
  },
  {
    key: "finance",
    level: "advise",
    licence: null,
    patterns: [
      phrase(
        "ارباح (?:مضمون|يومي|شهري)",
        "عايد مضمون",
        "عوايد مضمون",
        "دخل (?:شهري )?مضمون",
        "قرض",
        "تمويل (?:فوري|بدون)",
        "بدون سمه",
        "استثمر",
        "بدون فوايد",
      ),
      /(?<!\p{L})(?:guaranteed (?:returns?|income|profits?)|instant loan|interest.free)(?!\p{L})/gu,
    ],
    source: "البنك المركزي السعودي وهيئة السوق المالية: الإعلان عن خدمة مالية يلزمه ترخيصها (غير مؤكد)",
    readOn,
  },
  {
    key: "original",
    level: "advise",
    licence: null,
    patterns: [
      phrase(
        "تقليد",
        "هاي كوبي",
        "درجه اولي (?:تقليد|كوبي)",
        "كوبي",
        "طبق الاصل",
        "ماستر كواليتي",
        "شبيه(?:ه)? (?:ال)?(?:ماركه|ماركات)",
      ),
      /(?<!\p{L})(?:replica|high copy|master quality|dupe of)(?!\p{L})/gu,
    ],
    source: eCommerce,
    readOn,
  },
];
