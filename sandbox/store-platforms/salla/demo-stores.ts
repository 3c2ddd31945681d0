/** Believable small Saudi shops to connect. Prices in riyals with VAT. */
export interface DemoStore {
  kind: string;
  name: string;
  slug: string;
  description: string;
  owner: string;
  everydayOrders: number;
  category: string;
  /** name, riyals, riyals on sale (or null), appeal. */
  products: [string, number, number | null, number][];
}

export const demoStores: DemoStore[] = [
  {
    kind: "dates",
    name: "تمور الواحة",
    slug: "tumoor-alwaha",
    description: "تمور القصيم والمدينة، معبأة للبيت والضيافة والهدايا.",
    owner: "عبدالله السبيعي",
    everydayOrders: 9,
    category: "تمور",
    products: [
      ["سكري مفتل فاخر ٣ كجم", 119, 99, 1.3],
      ["عجوة المدينة ١ كجم", 95, null, 1.1],
      ["خلاص القصيم ٥ كجم", 149, null, 0.8],
      ["بوكس ضيافة تمر محشو ٢٤ حبة", 129, null, 1],
      ["دبس تمر طبيعي ٧٠٠ جم", 38, null, 0.7],
      ["صقعي ملكي هدية خشبية", 219, 189, 0.9],
    ],
  },
  {
    kind: "abayas",
    name: "عبايات سدال",
    slug: "sadal",
    description: "عبايات يومية وعملية بأقمشة كورية، تفصيل حسب الطول.",
    owner: "نورة العتيبي",
    everydayOrders: 6,
    category: "عبايات",
    products: [
      ["عباية كلوش سادة أسود", 239, null, 1.2],
      ["عباية بشت مطرزة الأكمام", 389, 329, 0.9],
      ["عباية عملية بجيوب وأزرار", 269, null, 1.1],
      ["عباية مخمل شتوية", 449, null, 0.7],
      ["طرحة كريب قطن قطعتان", 89, 69, 1],
    ],
  },
  {
    kind: "perfumes",
    name: "دار العود",
    slug: "dar-aloud",
    description: "عود كمبودي ومخلطات وبخور يُخلط في الرياض.",
    owner: "فهد الدوسري",
    everydayOrders: 7,
    category: "عطور وبخور",
    products: [
      ["عطر ليالي نجد ١٠٠ مل", 279, 229, 1.2],
      ["دهن عود كمبودي ربع تولة", 520, null, 0.6],
      ["بخور معمول ملكي ٥٠ جم", 145, null, 1.1],
      ["مخلط مسك وورد ١٢ مل", 119, null, 1],
      ["مبخرة خشب وذهبي", 175, 149, 0.8],
    ],
  },
  {
    kind: "coffee",
    name: "محمصة حرف",
    slug: "harf",
    description: "قهوة مختصة تُحمّص كل أسبوع في جدة، وأدوات التقطير.",
    owner: "سارة الغامدي",
    everydayOrders: 8,
    category: "قهوة",
    products: [
      ["إثيوبيا قوجي مجففة ٢٥٠ جم", 62, null, 1.2],
      ["كولومبيا هويلا مغسولة ٢٥٠ جم", 58, null, 1.1],
      ["خلطة الحرف للإسبريسو ١ كجم", 165, 149, 1],
      ["قهوة سعودية شقراء ٥٠٠ جم", 74, null, 1.2],
      ["طقم تقطير V60 للمبتدئين", 189, null, 0.8],
      ["أظرف قهوة مقطرة ١٠ حبات", 49, 39, 1],
    ],
  },
];

export const kindTitles: Record<string, string> = {
  dates: "متجر تمور",
  abayas: "متجر عبايات",
  perfumes: "متجر عطور وبخور",
  coffee: "محمصة قهوة",
};

/** Who buys there more readily. */
export const tastes: Record<string, { female: number; male: number }> = {
  dates: { female: 1, male: 1.05 },
  abayas: { female: 1.9, male: 0.25 },
  perfumes: { female: 1.15, male: 0.95 },
  coffee: { female: 0.9, male: 1.15 },
};
