import type { Tongue } from "../../contract/writer-enums.ts";
import type { Beat, Composer } from "./composer.ts";
import type { Draft } from "./draft.ts";

type Section = {
  key: "why" | "proof" | "price" | "delivery" | "questions";
  beats: readonly Beat[];
  count: number;
};

const sections: readonly Section[] = [
  { key: "why", beats: ["opening", "moment", "moment"], count: 3 },
  { key: "proof", beats: ["sold", "city", "returns"], count: 2 },
  { key: "price", beats: ["discount", "price", "stock_left"], count: 2 },
  { key: "delivery", beats: ["delivery", "cash_on_delivery"], count: 2 },
];

const titles: Record<"ar" | "en", Record<Section["key"], string>> = {
  ar: {
    why: "عن {short}",
    proof: "من سجل {store}",
    price: "سعر {short}",
    delivery: "التوصيل من {store}",
    questions: "أسئلة عن {short}",
  },
  en: {
    why: "About {short}",
    proof: "From {store}'s records",
    price: "What {short} costs",
    delivery: "Delivery by {store}",
    questions: "Questions about {short}",
  },
};
const questions: Record<"ar" | "en", readonly { ask: string; beat: Beat }[]> = {
  ar: [
    { ask: "متى يصل طلبي من {store}؟", beat: "delivery" },
    { ask: "كم سعر {short}؟", beat: "price" },
    { ask: "هل الدفع عند الاستلام متاح في {store}؟", beat: "cash_on_delivery" },
  ],
  en: [
    { ask: "When does my order from {store} arrive?", beat: "delivery" },
    { ask: "How much is {short}?", beat: "price" },
    { ask: "Can I pay {store} on delivery?", beat: "cash_on_delivery" },
  ],
};

const language = (tongue: Tongue) => (tongue === "english" ? "en" : "ar");

/** Sections with a title each; those without a fact are left out. */
export function composeLandingPage(composer: Composer): Draft {
  const { slots, input } = composer;
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "");
  const own = language(input.tongue);
  const written = sections.flatMap(({ key, beats, count }) => {
    const sentences = composer.takeSome(beats, count);
    return sentences.length > 0 ? [`${fill(titles[own][key])}\n${sentences.join(" ")}`] : [];
  });
  const answered = (input.length === "short" ? [] : questions[own]).flatMap(({ ask, beat }) => {
    const [answer] = composer.takeSome([beat], 1);
    return answer ? [`${fill(ask)}\n${answer}`] : [];
  });
  const parts = [
    ...written,
    ...(answered.length > 0 ? [`${fill(titles[own].questions)}\n${answered.join("\n")}`] : []),
    ...composer.takeSome(["call"], 1),
  ];
  return { headline: composer.listHeadlines(60)[0] ?? "", body: parts.join("\n\n") };
}
