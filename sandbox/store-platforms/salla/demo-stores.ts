import type { DemoStore } from "../shared/demo-stores.ts";

export const demoStores: [DemoStore, ...DemoStore[]] = [
  {
    kind: "dates",
    name: "تمور الواحة",
    slug: "tumoor-alwaha",
    description: "تمور القصيم والمدينة، معبأة للبيت والضيافة والهدايا.",
    owner: "عبدالله السبيعي",
    everydayOrders: 9,
  },
  {
    kind: "abayas",
    name: "عبايات سدال",
    slug: "sadal",
    description: "عبايات يومية وعملية بأقمشة كورية، تفصيل حسب الطول.",
    owner: "نورة العتيبي",
    everydayOrders: 6,
  },
  {
    kind: "perfumes",
    name: "دار العود",
    slug: "dar-aloud",
    description: "عود كمبودي ومخلطات وبخور يُخلط في الرياض.",
    owner: "فهد الدوسري",
    everydayOrders: 7,
  },
  {
    kind: "coffee",
    name: "محمصة حرف",
    slug: "harf",
    description: "قهوة مختصة تُحمّص كل أسبوع في جدة، وأدوات التقطير.",
    owner: "سارة الغامدي",
    everydayOrders: 8,
  },
];
