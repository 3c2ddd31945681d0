import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { ColorName, ResizedPart, ShownPart } from "../../contract/change-enums.ts";
import type { FontFamily, Style } from "../../contract/designer-enums.ts";
import type { Placement } from "../../contract/placements.ts";

/**
 * The words by which a sentence asks for changes of designs, in Arabic as Saudis write and in English. Articles and joined
 * prepositions are taken off before words are compared, so that they stand here without.
 */
export type Words<Meaning extends string> = readonly (readonly [Meaning, readonly string[]])[];

export type Part = ResizedPart | ShownPart | "background";
/** Longer names stand before shorter ones that are a part of them. */
export const partWords: Words<Part> = [
  ["backdrop", ["خلفية مرسومة", "صورة خلفية", "drawn background", "background picture", "scene"]],
  ["subline", ["سطر ثاني", "سطر تحت", "نص صغير", "subline", "second line", "subtitle", "small text"]],
  ["store", ["اسم متجر", "اسم محل", "store name", "shop name"]],
  ["background", ["خلفية", "ارضية", "background", "ground"]],
  ["price", ["سعر", "شارة", "بطاقة سعر", "دائرة سعر", "price", "badge", "price tag", "tag"]],
  ["headline", ["عبارة", "عنوان", "نص", "كلام", "كتابة", "headline", "title", "text", "words"]],
  ["logo", ["شعار", "لوقو", "لوجو", "logo"]],
  [
    "ornaments",
    [
      "زخرفة",
      "زخارف",
      "نقش",
      "نقوش",
      "نجوم",
      "هلال",
      "رسوم",
      "ornaments",
      "ornament",
      "pattern",
      "stars",
      "decoration",
    ],
  ],
];

export type Action = "bigger" | "smaller" | "lighter" | "darker" | "hide" | "show";
export const actionWords: Words<Action> = [
  [
    "bigger",
    [
      "اكبر",
      "كبر",
      "كبري",
      "كبروا",
      "كبير",
      "تكبير",
      "اوضح",
      "وضح",
      "bigger",
      "larger",
      "big",
      "enlarge",
      "increase",
    ],
  ],
  ["smaller", ["اصغر", "صغر", "صغري", "صغير", "تصغير", "smaller", "small", "shrink", "reduce"]],
  ["lighter", ["افتح", "فتح", "فاتح", "فاتحة", "تفتيح", "lighter", "light", "brighter", "bright"]],
  ["darker", ["اغمق", "غمق", "غامق", "غامقة", "ادكن", "داكن", "داكنة", "darker", "dark"]],
  [
    "hide",
    [
      "دون",
      "بلا",
      "غير",
      "احذف",
      "احذفي",
      "ازل",
      "ازيلي",
      "شيل",
      "شيلي",
      "اخف",
      "اخفي",
      "الغ",
      "ما ابغى",
      "ما ابي",
      "لا اريد",
      "without",
      "remove",
      "hide",
      "drop",
      "delete",
      "no",
    ],
  ],
  [
    "show",
    [
      "اظهر",
      "اظهري",
      "اعرض",
      "اضف",
      "اضيفي",
      "ضيف",
      "رجع",
      "ارجع",
      "مع",
      "show",
      "add",
      "with",
      "bring back",
    ],
  ],
];

export const colorWords: Words<ColorName> = [
  ["white", ["ابيض", "بيضاء", "بيضا", "white"]],
  ["black", ["اسود", "سوداء", "سودا", "black"]],
  ["green", ["اخضر", "خضراء", "خضرا", "green"]],
  ["blue", ["ازرق", "زرقاء", "زرقا", "كحلي", "كحلية", "blue", "navy"]],
  ["red", ["احمر", "حمراء", "حمرا", "عنابي", "عنابية", "red"]],
  ["gold", ["ذهبي", "ذهبية", "اصفر", "صفراء", "gold", "golden", "yellow"]],
  ["brown", ["بني", "بنية", "brown"]],
  ["pink", ["وردي", "وردية", "زهري", "زهرية", "pink"]],
  ["purple", ["بنفسجي", "بنفسجية", "purple", "violet"]],
  ["beige", ["بيج", "رملي", "رملية", "عاجي", "سكري", "beige", "sand", "cream"]],
  ["gray", ["رمادي", "رمادية", "فضي", "gray", "grey", "silver"]],
  ["orange", ["برتقالي", "برتقالية", "orange"]],
];

export const seasonWords: Words<SeasonKey | "none"> = [
  ["none", ["دون موسم", "بلا موسم", "غير موسم", "without a season", "without season", "no season"]],
  ["national_day", ["يوم وطني", "عيد وطني", "national day"]],
  ["founding_day", ["يوم تاسيس", "تاسيس", "founding day"]],
  ["mothers_day", ["يوم ام", "عيد ام", "mothers day", "mother s day"]],
  ["ramadan", ["رمضان", "لرمضان", "ramadan"]],
  ["eid_al_adha", ["عيد اضحى", "اضحى", "eid al adha", "adha"]],
  ["eid_al_fitr", ["عيد فطر", "عيد", "لعيد", "eid al fitr", "eid"]],
  ["back_to_school", ["عودة مدارس", "مدارس", "back to school", "school"]],
  ["singles_day", ["11 11", "singles day"]],
  ["white_friday", ["جمعة بيضاء", "white friday", "black friday"]],
  ["payday", ["رواتب", "راتب", "payday"]],
];

export const styleWords: Words<Style> = [
  ["calm", ["فاخر", "فخم", "هادئ", "راقي", "calm", "luxury", "elegant"]],
  ["najdi", ["نجدي", "تراثي", "najdi", "heritage"]],
  ["simple", ["بسيط", "ابسط", "simple", "simpler", "plain", "minimal"]],
];

export const fontWords: Words<FontFamily> = [
  ["Cairo", ["خط كايرو", "خط القاهرة", "كايرو", "cairo"]],
  ["Tajawal", ["خط تجوال", "تجوال", "tajawal"]],
  ["IBM Plex Sans Arabic", ["خط بلكس", "بلكس", "plex"]],
];

export const alignWords: Words<"start" | "center"> = [
  ["center", ["وسط", "منتصف", "توسيط", "center", "centre", "centered", "middle"]],
  ["start", ["بداية سطر", "جنب", "يمين", "start", "to side"]],
];

export const placementWords: Words<Placement> = [
  ["story", ["قصة", "ستوري", "story", "stories"]],
  ["reel", ["ريلز", "ريل", "reel", "reels"]],
  ["portrait", ["منشور طولي", "طولي", "portrait"]],
  ["square", ["مربع", "square"]],
  ["landscape", ["افقي", "عرضي", "landscape"]],
  ["wide", ["عريض", "wide", "youtube", "يوتيوب"]],
];
