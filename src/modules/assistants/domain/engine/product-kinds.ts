/** What a product is, as far as its name says. It decides which moments of its use a text may speak of. */
export const productKinds = [
  "abaya",
  "dress",
  "thobe",
  "perfume",
  "incense",
  "dates",
  "coffee",
  "tea",
  "honey",
  "sweets",
  "spices",
  "watch",
  "bag",
  "shoes",
  "headphones",
  "phone_case",
  "skin_care",
  "hair_care",
  "makeup",
  "toy",
  "decor",
  "kitchen",
  "jewellery",
  "sport",
  "camping",
  "book",
  "plant",
  "bedding",
] as const;
export type ProductKind = (typeof productKinds)[number];

type KindRow = {
  /** Its Arabic noun and gender, and the English noun. */
  ar: string;
  gender: "m" | "f";
  en: string;
  /** Beginnings of words of its name, folded (`base/shared/fold.ts`). */
  words: readonly string[];
};

export const kindRows: Record<ProductKind, KindRow> = {
  abaya: { ar: "عباية", gender: "f", en: "abaya", words: ["عباي", "عباءه", "abaya"] },
  dress: { ar: "فستان", gender: "m", en: "dress", words: ["فستان", "فساتين", "جلابي", "dress", "kaftan"] },
  thobe: { ar: "ثوب", gender: "m", en: "thobe", words: ["ثوب", "شماغ", "غتره", "بشت", "thobe", "shemagh"] },
  perfume: {
    ar: "عطر",
    gender: "m",
    en: "perfume",
    words: ["عطر", "عطور", "مسك", "perfume", "musk", "cologne"],
  },
  incense: {
    ar: "بخور",
    gender: "m",
    en: "incense",
    words: ["بخور", "عود", "مبخر", "معمول العود", "incense", "oud"],
  },
  dates: {
    ar: "تمر",
    gender: "m",
    en: "dates",
    words: ["تمر", "تمور", "عجوه", "سكري", "خلاص", "مجدول", "dates"],
  },
  coffee: { ar: "قهوة", gender: "f", en: "coffee", words: ["قهوه", "بن", "اسبريسو", "كولومبي", "coffee"] },
  tea: { ar: "شاي", gender: "m", en: "tea", words: ["شاي", "كركديه", "ماتشا", "tea", "matcha"] },
  honey: { ar: "عسل", gender: "m", en: "honey", words: ["عسل", "honey"] },
  sweets: {
    ar: "حلا",
    gender: "m",
    en: "sweets",
    words: ["شوكولا", "حلا", "كيك", "كوكيز", "معمول", "بسكوت", "chocolate", "cookies", "cake"],
  },
  spices: {
    ar: "بهارات",
    gender: "f",
    en: "spices",
    words: ["بهار", "كبسه", "هيل", "زعفران", "spice", "saffron"],
  },
  watch: { ar: "ساعة", gender: "f", en: "watch", words: ["ساعه", "ساعات", "watch"] },
  bag: {
    ar: "شنطة",
    gender: "f",
    en: "bag",
    words: ["شنطه", "شنط", "حقيب", "محفظه", "bag", "backpack", "wallet"],
  },
  shoes: {
    ar: "حذاء",
    gender: "m",
    en: "shoes",
    words: ["حذاء", "جزمه", "صندل", "نعال", "سنيكر", "shoe", "sneaker", "sandal"],
  },
  headphones: {
    ar: "سماعة",
    gender: "f",
    en: "headphones",
    words: ["سماع", "headphone", "earbud", "speaker"],
  },
  phone_case: {
    ar: "كفر",
    gender: "m",
    en: "phone case",
    words: ["كفر", "جراب", "شاحن", "بطاريه متنقله", "charger", "case"],
  },
  skin_care: {
    ar: "عناية بالبشرة",
    gender: "f",
    en: "skin care",
    words: ["سيروم", "مرطب", "كريم", "غسول", "واقي", "serum", "cream", "sunscreen"],
  },
  hair_care: {
    ar: "عناية بالشعر",
    gender: "f",
    en: "hair care",
    words: ["شامبو", "بلسم", "زيت شعر", "زيت", "حنا", "shampoo", "hair"],
  },
  makeup: {
    ar: "مكياج",
    gender: "m",
    en: "make-up",
    words: ["مكياج", "روج", "ماسكارا", "كحل", "احمر شفاه", "lipstick", "mascara", "kohl"],
  },
  toy: {
    ar: "لعبة",
    gender: "f",
    en: "toy",
    words: ["لعبه", "العاب", "مكعبات", "دميه", "toy", "puzzle", "blocks"],
  },
  decor: {
    ar: "قطعة ديكور",
    gender: "f",
    en: "decor",
    words: [
      "لوحه",
      "لوحات",
      "مرايه",
      "مراه",
      "شمعه",
      "شموع",
      "شمع",
      "ابجور",
      "سجاد",
      "decor",
      "candle",
      "rug",
      "lamp",
    ],
  },
  kitchen: {
    ar: "قطعة للمطبخ",
    gender: "f",
    en: "kitchenware",
    words: [
      "قدر",
      "طاس",
      "دله",
      "فناجيل",
      "فنجان",
      "صحن",
      "صحون",
      "قلايه",
      "خلاط",
      "pan",
      "cup",
      "mug",
      "blender",
    ],
  },
  jewellery: {
    ar: "إكسسوار",
    gender: "m",
    en: "jewellery",
    words: ["خاتم", "سلسال", "اسوار", "حلق", "عقد", "قلاد", "ring", "necklace", "bracelet", "earring"],
  },
  sport: {
    ar: "قطعة رياضية",
    gender: "f",
    en: "sportswear",
    words: ["رياض", "دمبل", "يوغا", "يوقا", "دراج", "جيم", "sport", "yoga", "gym", "dumbbell"],
  },
  camping: {
    ar: "عدّة كشتة",
    gender: "f",
    en: "camping gear",
    words: ["كشته", "خيمه", "خيام", "عزبه", "شوايه", "كرسي رحل", "camp", "tent", "grill"],
  },
  book: {
    ar: "كتاب",
    gender: "m",
    en: "book",
    words: ["كتاب", "روايه", "دفتر", "مفكر", "بلانر", "book", "planner", "notebook"],
  },
  plant: {
    ar: "نبتة",
    gender: "f",
    en: "plant",
    words: ["نبته", "نبات", "ورد", "باقه", "باقات", "بوكيه", "plant", "flower", "bouquet"],
  },
  bedding: {
    ar: "مفرش",
    gender: "m",
    en: "bedding",
    words: ["مفرش", "مخد", "لحاف", "شرشف", "بطاني", "bedding", "pillow", "blanket", "duvet"],
  },
};

/** Kinds whose texts speak to women; the others speak to everybody in the masculine, as is usual. */
export const kindsForWomen: readonly ProductKind[] = [
  "abaya",
  "dress",
  "jewellery",
  "makeup",
  "skin_care",
  "hair_care",
  "bedding",
];
