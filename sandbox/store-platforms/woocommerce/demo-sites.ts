import type { DemoStore } from "../shared/demo-stores.ts";

export const demoSites: [DemoStore, ...DemoStore[]] = [
  {
    kind: "coffee",
    name: "محمصة سَمُرة",
    slug: "samurah",
    description: "قهوة مختصة تُحمّص في الدرعية وتصل خلال يومين.",
    owner: "ريان الشهري",
    everydayOrders: 7,
  },
  {
    kind: "dates",
    name: "نخيل الأحساء",
    slug: "nakheel-alahsa",
    description: "تمور الأحساء من مزارعها، بعبوات البيت والهدايا.",
    owner: "حسن البوعلي",
    everydayOrders: 5,
  },
  {
    kind: "abayas",
    name: "دار ليان",
    slug: "dar-layan",
    description: "عبايات محتشمة بقصّات عملية، خياطة الرياض.",
    owner: "ليان القرني",
    everydayOrders: 6,
  },
];
