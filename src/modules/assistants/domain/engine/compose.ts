import { countSmsParts } from "#base/shared/sms-parts.ts";
import {
  type Category,
  headlineLimit,
  type Length,
  type Tone,
  versionsByCategory,
  wordsByCategory,
} from "../../contract/writer-enums.ts";
import { countWords } from "../count-words.ts";
import { type Beat, type ComposeInput, type Composer, makeComposer } from "./composer.ts";
import type { Draft } from "./draft.ts";
import { composeLandingPage } from "./landing-page.ts";
import { findTopics } from "./read-prompt.ts";
import { composeVideoScript } from "./video-script.ts";

/** In which order a tone speaks; each version begins at another place. */
const orders: Record<Tone, readonly (readonly Beat[])[]> = {
  warm: [
    ["moment", "opening", "sold", "delivery", "price", "city", "moment", "cash_on_delivery", "returns"],
    ["audience", "moment", "city", "price", "opening", "delivery", "moment", "stock_left"],
    ["opening", "moment", "delivery", "sold", "moment", "price", "cash_on_delivery"],
  ],
  playful: [
    ["moment", "price", "moment", "stock_left", "city", "delivery", "sold", "cash_on_delivery"],
    ["moment", "sold", "opening", "price", "moment", "delivery", "returns"],
    ["audience", "moment", "delivery", "price", "city", "moment", "sold"],
  ],
  formal: [
    ["opening", "moment", "city", "price", "delivery", "sold", "returns", "cash_on_delivery"],
    ["opening", "audience", "moment", "delivery", "price", "sold", "city", "moment"],
    ["moment", "opening", "price", "returns", "delivery", "city", "cash_on_delivery"],
  ],
  direct: [
    ["price", "moment", "delivery", "sold", "stock_left", "cash_on_delivery", "city", "returns"],
    ["opening", "price", "moment", "sold", "delivery", "cash_on_delivery", "city"],
    ["sold", "price", "moment", "city", "delivery", "returns", "stock_left"],
  ],
};
const beatsByLength: Record<Length, number> = { short: 1, medium: 3, long: 6 };
const bannerLimit = 40;
const smsLimits: Record<Length, number> = { short: 1, medium: 2, long: 3 };

/**
 * The versions of an answer, written from the store's facts alone: the same input gives the same versions. None where the
 * facts are not enough, as without a product.
 */
export function composeVersions(input: ComposeInput): Draft[] {
  const count = versionsByCategory[input.category];
  const drafts = Array.from({ length: count }, (_, version) => composeVersion(makeComposer(input, version)));
  const seen = new Set<string>();
  return drafts.filter((draft) => {
    const text = `${draft.headline}\n${draft.body}`;
    const isNew = text.trim() !== "" && !seen.has(text);
    seen.add(text);
    return isNew;
  });
}

function composeVersion(composer: Composer): Draft {
  const { category, length } = composer.input;
  const draft = writers[category](composer);
  return { headline: draft.headline, body: keepWithin(draft, wordsByCategory[category][length]) };
}

/** The sentences of a text in its tone; each version takes the next of the tone's orders. */
function takeSentences(composer: Composer): string[] {
  const { tone, length } = composer.input;
  const ways = orders[tone];
  const way = ways[(composer.offset + composer.version) % ways.length] ?? [];
  // A price that was lower before is said instead of the price where the merchant asked for it.
  const discount = composer.take("discount");
  const beats = discount ? way.filter((beat) => beat !== "price") : way;
  return [...composer.takeSome(beats, beatsByLength[length]), ...(discount ? [discount] : [])];
}

const withCall = (composer: Composer, sentences: readonly string[]): string =>
  [...sentences, composer.take("call")].filter(Boolean).join(" ");

const firstHeadline = (composer: Composer, max: number): string => composer.listHeadlines(max)[0] ?? "";

const writers: Record<Category, (composer: Composer) => Draft> = {
  ad_text: (composer) => ({
    headline: firstHeadline(composer, headlineLimit),
    body: withCall(composer, takeSentences(composer)),
  }),
  headline: (composer) => ({ headline: firstHeadline(composer, headlineLimit), body: "" }),
  video_script: composeVideoScript,
  product_description(composer) {
    const opening = composer.takeSome(["opening", "moment", "moment"], 3);
    const facts = composer.takeSome(
      ["price", "sold", "delivery", "city", "returns", "cash_on_delivery"],
      { short: 2, medium: 4, long: 6 }[composer.input.length],
    );
    return {
      headline: composer.slots.name ?? "",
      body: [opening.join(" "), ...facts.map((fact) => `• ${fact.replace(/\.$/, "")}`)].join("\n"),
    };
  },
  whatsapp(composer) {
    const { url } = composer.slots;
    const hello = composer.take("hello");
    const text = [hello, ...takeSentences(composer), composer.take("call")].filter(Boolean).join("\n");
    return { headline: "", body: url ? `${text}\n${url}` : text };
  },
  sms(composer) {
    const { store = "", url } = composer.slots;
    const sentences = composer.takeSome(
      ["opening", "price", "moment", "delivery", "sold", "cash_on_delivery"],
      5,
    );
    const end = url ? ` ${url}` : "";
    const limit = smsLimits[composer.input.length];
    const fitting: string[] = [];
    for (const sentence of sentences) {
      const isFitting = countSmsParts(`${[...fitting, sentence].join(" ")}${end}`).parts <= limit;
      if (isFitting || fitting.length === 0) fitting.push(sentence);
    }
    const text = fitting.join(" ");
    const signed = text.includes(store) ? text : `${store}: ${text}`;
    return { headline: "", body: text === "" ? "" : `${signed}${end}` };
  },
  store_banner: (composer) => ({
    headline: firstHeadline(composer, bannerLimit),
    body: composer
      .takeSome(["moment", "price", "opening"], composer.input.length === "long" ? 2 : 1)
      .join(" "),
  }),
  comment_reply(composer) {
    const facts = composer.takeSome(findTopics(composer.input.prompt), 3);
    const answer = facts.length > 0 ? facts : composer.takeSome(["reply_no_fact"], 1);
    const more = composer.input.length === "long" ? composer.takeSome(["moment", "call"], 2) : [];
    return {
      headline: "",
      body: [composer.take("reply_thanks"), ...answer, ...more].filter(Boolean).join(" "),
    };
  },
  season_greeting(composer) {
    const greeting = composer.take("greeting");
    if (!greeting) return { headline: "", body: "" };
    const more = composer.slots.name
      ? withCall(
          composer,
          composer.takeSome(["moment", "opening", "delivery"], beatsByLength[composer.input.length] - 1),
        )
      : "";
    return {
      headline: "",
      body: [greeting, composer.input.length === "short" ? "" : more].filter(Boolean).join(" "),
    };
  },
  landing_page: composeLandingPage,
};

/** Leaves out sentences before the last until the words fit; a line is never cut. */
function keepWithin({ headline, body }: Draft, max: number): string {
  const parts = body.split(/(?<=[.؟?!])\s(?=\S)/u);
  const isOver = () => countWords(`${headline} ${parts.join(" ")}`) > max;
  if (!isOver()) return body;
  while (parts.length > 2 && isOver()) parts.splice(-2, 1);
  return parts.join(" ");
}
