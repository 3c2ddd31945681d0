import type { DemoStore } from "../shared/demo-stores.ts";

export const demoSites: [DemoStore, ...DemoStore[]] = [
  {
    kind: "abayas",
    name: "مشغل رُوح",
    slug: "mashghal-rooh",
    description: "عبايات تُفصّل بالطلب، موقع بُني خصيصًا للمشغل.",
    owner: "هيفاء المطيري",
    everydayOrders: 5,
  },
  {
    kind: "coffee",
    name: "بن الجبل",
    slug: "bun-aljabal",
    description: "قهوة خولانية من مزارع الداير، بالكيلو وبالنصف.",
    owner: "جابر الفيفي",
    everydayOrders: 4,
  },
];
