import type { DemoStore } from "../shared/demo-stores.ts";

export const demoStores: [DemoStore, ...DemoStore[]] = [
  {
    kind: "perfumes",
    name: "ركن الطيب",
    slug: "rukn-alteeb",
    description: "دهن عود وبخور ومخلطات من الرياض إلى كل المدن.",
    owner: "ماجد الحربي",
    everydayOrders: 8,
  },
  {
    kind: "coffee",
    name: "قهوة مزاج",
    slug: "mazaj",
    description: "بن سعودي ومختص يُحمّص كل يوم ثلاثاء في الخبر.",
    owner: "لمى الشهري",
    everydayOrders: 6,
  },
  {
    kind: "dates",
    name: "بيت السكري",
    slug: "bait-alsukkari",
    description: "سكري بريدة من المزرعة إلى البيت.",
    owner: "سليمان الرشيد",
    everydayOrders: 7,
  },
];
