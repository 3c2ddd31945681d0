import { describe, expect, it } from "vitest";
import { fold } from "#base/shared/fold.ts";
import { countSmsParts } from "#base/shared/sms-parts.ts";
import {
  categories,
  dialects,
  lengths,
  tones,
  tongues,
  wordsByCategory,
} from "../../contract/writer-enums.ts";
import { sampleProducts } from "../../testing/sample-products.ts";
import { countWords } from "../count-words.ts";
import { composeVersions } from "./compose.ts";
import type { ComposeInput } from "./composer.ts";
import type { Draft } from "./draft.ts";
import { toGenders } from "./fill-frame.ts";
import { findKind } from "./find-kind.ts";
import type { FrameKey } from "./frame-keys.ts";
import { framesByTongue } from "./frames.ts";
import { getMoments } from "./moments.ts";
import { kindsForWomen, productKinds } from "./product-kinds.ts";
import type { WritingFacts } from "./writing-facts.ts";

const [abaya] = sampleProducts as [WritingFacts];
const compose = (more: Partial<ComposeInput> = {}) =>
  composeVersions({
    category: "ad_text",
    tongue: "saudi",
    tone: "warm",
    length: "medium",
    season: null,
    prompt: "",
    seed: 0,
    facts: abaya,
    ...more,
  });
const toText = ({ headline, body }: Draft) => `${headline} ${body}`.trim();
const toWordSet = (draft: Draft) =>
  new Set(
    fold(toText(draft))
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );

/** Of the shorter text's different words, how many stand in the other text too. */
function shareOfWords(one: Set<string>, other: Set<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.min(one.size, other.size);
}

/** The most of its words that a text may share with that of another product. */
const sharedAtMost = 0.5;

it("moments of kinds that speak to everybody call nobody a woman", () => {
  const everybody = productKinds.filter((kind) => !kindsForWomen.includes(kind));
  const moments = everybody.flatMap((kind) =>
    dialects.flatMap((tongue) => {
      const { moments, tails } = getMoments(kind, tongue);
      return [...moments, ...tails];
    }),
  );
  const toHer = /(?:^|\s)و?ت(?!مرين)\p{L}{2,}ين(?=[\s.،!؟]|$)/u;
  expect(moments.filter((moment) => toHer.test(moment.replace(/\p{M}/gu, "")))).toEqual([]);
});

describe("texts of thirty products", () => {
  it.each(dialects)("in %s share at most half of their words, two and two", (tongue) => {
    for (const tone of tones) {
      const texts = sampleProducts.map((facts) => {
        const [first] = compose({ facts, tongue, tone });
        return { name: facts.product?.name, words: toWordSet(first as Draft) };
      });
      const pairs = texts.flatMap((one, index) =>
        texts.slice(index + 1).map((other) => ({
          pair: `${one.name} / ${other.name}`,
          share: shareOfWords(one.words, other.words),
        })),
      );
      expect(pairs.filter(({ share }) => share > sharedAtMost)).toEqual([]);
    }
  });

  it("have as many different versions as were promised, each within its words", () => {
    for (const facts of sampleProducts)
      for (const category of ["ad_text", "whatsapp", "sms", "product_description"] as const)
        for (const tongue of tongues) {
          const versions = compose({ facts, category, tongue });
          expect(versions.length, `${category} ${tongue} ${facts.product?.name}`).toBeGreaterThanOrEqual(2);
          for (const version of versions)
            expect(countWords(toText(version))).toBeLessThanOrEqual(wordsByCategory[category].medium);
        }
  });
});

describe("a sentence", () => {
  it("names a fact of the store, or a moment of this kind of product alone", () => {
    // That cash is accepted is the one fact without a value of its own.
    for (const tongue of tongues)
      for (const [key, frames] of Object.entries(framesByTongue[tongue]) as [FrameKey, string[]][])
        for (const frame of frames)
          expect(/\{\w+\}/.test(frame) || key === "cash_on_delivery", `${tongue} ${key}: ${frame}`).toBe(
            true,
          );
    const seen = new Map<string, string>();
    for (const kind of productKinds)
      for (const tongue of tongues)
        for (const moment of getMoments(kind, tongue).moments) {
          expect(seen.get(moment) ?? kind, moment).toBe(kind);
          seen.set(moment, kind);
        }
  });

  it("has no slot, gender mark or unknown fact left in it", () => {
    for (const category of categories)
      for (const tongue of tongues)
        for (const tone of tones)
          for (const length of lengths)
            for (const facts of [abaya, sampleProducts.at(-1) as WritingFacts, { ...abaya, facts: [] }])
              for (const version of compose({
                category,
                tongue,
                tone,
                length,
                facts,
                season: "ramadan",
                prompt: "كم السعر؟",
              }))
                expect(toText(version)).not.toMatch(/[{}<>[\]|]|undefined|null/);
  });

  it("speaks of a feminine product to women as such, and of a masculine one to everybody", () => {
    const call = (facts: WritingFacts) => compose({ facts, tone: "direct" }).map(toText).join(" ");
    expect(call(abaya)).toMatch(/اطلبي|ادخلي|خذي|شوفي|بانتظارك/);
    expect(call(abaya)).not.toMatch(/(^|\s)(اطلب|ادخل|خذ|شف)\s/);
    expect(call(sampleProducts[8] as WritingFacts)).not.toMatch(/اطلبي|ادخلي|خذي|شوفي/);
  });
});

it("the same input gives the same versions, another seed or another fact gives others", () => {
  expect(compose()).toEqual(compose());
  expect(compose({ seed: 1 })).not.toEqual(compose());
  const dearer = { ...abaya, facts: [{ kind: "price", amount_halalas: 99_900 } as const] };
  expect(compose({ facts: dearer, tone: "direct" }).map(toText).join(" ")).toContain("999 ريال");
});

it("headlines are under 27 characters, whatever the product is called", () => {
  const long = {
    ...abaya,
    product: {
      name: "مجموعةالعنايةالمتكاملةبالبشرةالجافةوالحساسة الفاخرة",
      url: null,
      priceHalalas: 100,
      wasHalalas: null,
    },
  };
  for (const facts of [...sampleProducts, long])
    for (const tongue of tongues)
      for (const { headline } of compose({ facts, category: "headline", tongue })) {
        expect(headline.length).toBeGreaterThan(0);
        expect(headline.length, headline).toBeLessThanOrEqual(26);
      }
});

it("a text message keeps to its parts, with the address", () => {
  const facts = {
    ...abaya,
    product: { name: "عباية ليلك", url: "https://lylak.sa/p/1", priceHalalas: 24_900, wasHalalas: null },
  };
  for (const [length, parts] of [
    ["short", 2],
    ["medium", 2],
    ["long", 3],
  ] as const)
    for (const { body } of compose({ facts, category: "sms", length })) {
      expect(countSmsParts(body).parts).toBeLessThanOrEqual(parts);
      expect(body.endsWith("https://lylak.sa/p/1")).toBe(true);
    }
});

it("a reply answers what the comment asks, and sends the rest to a message", () => {
  const reply = (prompt: string) => compose({ category: "comment_reply", prompt }).map(toText);
  for (const text of reply("بكم العباية؟ ومتى توصل الدمام")) {
    expect(text).toContain("249 ريال");
    expect(text).toContain("3 أيام");
  }
  for (const text of reply("فيه مقاس 60؟")) expect(text).toContain("الخاص");
});

it("a lower price is said only where the merchant asks for it and the store has one", () => {
  const facts = {
    ...abaya,
    product: { name: "عباية ليلك", url: null, priceHalalas: 24_900, wasHalalas: 29_900 },
  };
  const texts = (prompt: string, own = facts) => compose({ facts: own, prompt }).map(toText).join(" ");
  expect(texts("اذكر الخصم")).toContain("299 ريال");
  expect(texts("بدون مبالغة")).not.toContain("299");
  expect(texts("اذكر الخصم", abaya as typeof facts)).not.toMatch(/كان|من 2/);
});

it("numbers stand in the form that Arabic wants", () => {
  const ofDays = (days: number, tongue: "saudi" | "standard") =>
    compose({
      category: "comment_reply",
      tongue,
      prompt: "متى يوصل",
      facts: { ...abaya, facts: [{ kind: "delivery_days", days }] },
    })
      .map(toText)
      .join(" ");
  expect(ofDays(1, "saudi")).toContain("يوم");
  expect(ofDays(2, "saudi")).toContain("يومين");
  expect(ofDays(5, "standard")).toContain("5 أيام");
  expect(ofDays(11, "standard")).toContain("11 يومًا");
});

it.each([
  ["سيروم فيتامين سي", "m"],
  ["عباية ليلك", "f"],
  ["عبايه ليلك", "f"],
  ["مكعبات بناء", "f"],
  ["فلتر ماء", "m"],
  ["Leather bag", "f"],
])("%s is spoken of as %s", (name, gender) => expect(toGenders(findKind(name), name).product).toBe(gender));

it.each([
  ["عباية ليلك", "abaya"],
  ["العطر الملكي", "perfume"],
  ["بن كولومبي", "coffee"],
  ["قلادة بنفسجية", "jewellery"],
  ["Gold Ring", "jewellery"],
  ["زيت زيتون بكر", "hair_care"],
  ["خيمة بر", "camping"],
  ["شنطة ظهر", "bag"],
  ["فلتر ماء منزلي", null],
])("%s is of the kind %s", (name, kind) => expect(findKind(name)).toBe(kind));
