import type { DemoStore } from "../shared/demo-stores.ts";

export const demoShops: [DemoStore, ...DemoStore[]] = [
  {
    kind: "perfumes",
    name: "أريج نجد",
    slug: "areej-najd",
    description: "عطور ومخلطات وبخور، تُعبّأ بالطلب في الرياض.",
    owner: "منيرة السديري",
    everydayOrders: 8,
  },
  {
    kind: "abayas",
    name: "بيت سَنا",
    slug: "bayt-sana",
    description: "عبايات يومية ومناسبات، بمقاسات من القصير إلى الطويل.",
    owner: "سناء الحربي",
    everydayOrders: 6,
  },
  {
    kind: "coffee",
    name: "محمصة مدار",
    slug: "madar-roastery",
    description: "محاصيل مختارة تُحمّص أسبوعيًا في الخبر.",
    owner: "تركي الدوسري",
    everydayOrders: 7,
  },
];
