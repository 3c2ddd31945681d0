/** The products of a small Saudi shop by trade. Prices in riyals with VAT. */
interface Trade {
  /** "متجر تمور": for the choice of a new demo store. */
  title: string;
  category: string;
  /** Who buys there more readily; 1 = the average. */
  taste: { female: number; male: number };
  /** name, riyals, riyals on sale (or null), appeal. */
  products: [string, number, number | null, number][];
}

export const trades: Record<string, Trade> = {
  dates: {
    title: "متجر تمور",
    category: "تمور",
    taste: { female: 1, male: 1.05 },
    products: [
      ["سكري مفتل فاخر ٣ كجم", 119, 99, 1.3],
      ["عجوة المدينة ١ كجم", 95, null, 1.1],
      ["خلاص القصيم ٥ كجم", 149, null, 0.8],
      ["بوكس ضيافة تمر محشو ٢٤ حبة", 129, null, 1],
      ["دبس تمر طبيعي ٧٠٠ جم", 38, null, 0.7],
      ["صقعي ملكي هدية خشبية", 219, 189, 0.9],
    ],
  },
  abayas: {
    title: "متجر عبايات",
    category: "عبايات",
    taste: { female: 1.9, male: 0.25 },
    products: [
      ["عباية كلوش سادة أسود", 239, null, 1.2],
      ["عباية بشت مطرزة الأكمام", 389, 329, 0.9],
      ["عباية عملية بجيوب وأزرار", 269, null, 1.1],
      ["عباية مخمل شتوية", 449, null, 0.7],
      ["طرحة كريب قطن قطعتان", 89, 69, 1],
    ],
  },
  perfumes: {
    title: "متجر عطور وبخور",
    category: "عطور وبخور",
    taste: { female: 1.15, male: 0.95 },
    products: [
      ["عطر ليالي نجد ١٠٠ مل", 279, 229, 1.2],
      ["دهن عود كمبودي ربع تولة", 520, null, 0.6],
      ["بخور معمول ملكي ٥٠ جم", 145, null, 1.1],
      ["مخلط مسك وورد ١٢ مل", 119, null, 1],
      ["مبخرة خشب وذهبي", 175, 149, 0.8],
    ],
  },
  coffee: {
    title: "محمصة قهوة",
    category: "قهوة",
    taste: { female: 0.9, male: 1.15 },
    products: [
      ["إثيوبيا قوجي مجففة ٢٥٠ جم", 62, null, 1.2],
      ["كولومبيا هويلا مغسولة ٢٥٠ جم", 58, null, 1.1],
      ["خلطة الحرف للإسبريسو ١ كجم", 165, 149, 1],
      ["قهوة سعودية شقراء ٥٠٠ جم", 74, null, 1.2],
      ["طقم تقطير V60 للمبتدئين", 189, null, 0.8],
      ["أظرف قهوة مقطرة ١٠ حبات", 49, 39, 1],
    ],
  },
};

/** A realistic shop to connect. */
export interface DemoStore {
  /** Its trade. */
  kind: string;
  name: string;
  /** Its segment in addresses. */
  slug: string;
  description: string;
  owner: string;
  everydayOrders: number;
}
