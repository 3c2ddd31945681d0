/**
 * Classifies a click as a person's or a bot's from its facts. Every change of a rule here raises the version: clicks
 * classified by an older version are classified again, and the figures restated.
 */
export const ruleVersion = 1;

/** What is stored of a request, and everything the rule may use. */
export type ClickFacts = {
  method: string;
  userAgent: string;
  acceptLanguage: string;
  /** What a browser sends when it loads a page in advance: "prefetch", "prefetch;prerender", "preview". */
  purpose: string;
  /** The number of clicks of this address and browser on this link in the same minute, this one included. */
  nthInMinute: number;
};

export type Verdict = { visitor: "person" | "bot"; why: Why };
export type Why =
  | "browser"
  | "head_request"
  | "prefetch"
  | "no_agent"
  | "known_bot"
  | "no_browser"
  | "no_language"
  | "burst";

/** Programs that identify themselves. "Cubot" is a phone maker. */
const botNames =
  /(?<!cu)bots?\b|crawl|spider|slurp|preview|externalhit|externalagent|headless|phantomjs|puppeteer|playwright|selenium|python|curl\/|wget|libwww|okhttp|java\/|go-http|axios|node-fetch|undici|httpclient|scrapy|lighthouse|pingdom|uptime|monitor|scanner|validator|[-_/ ]review\b|mediapartners/i;

/** The beginning of every browser's user agent, inside apps too. */
const browserNames = /^(Mozilla\/5\.0|Opera\/)/;

/** A person taps a link a few times; more from one phone in a minute is a program. */
const maxPerMinute = 30;

const tests: readonly [Why, (facts: ClickFacts) => boolean][] = [
  ["head_request", ({ method }) => method !== "GET"],
  ["prefetch", ({ purpose }) => purpose !== ""],
  ["no_agent", ({ userAgent }) => userAgent === ""],
  ["known_bot", ({ userAgent }) => botNames.test(userAgent)],
  ["no_browser", ({ userAgent }) => !browserNames.test(userAgent)],
  ["no_language", ({ acceptLanguage }) => acceptLanguage === ""],
  ["burst", ({ nthInMinute }) => nthInMinute > maxPerMinute],
];

export function classifyVisitor(facts: ClickFacts): Verdict {
  const why = tests.find(([, holds]) => holds(facts))?.[0];
  return why ? { visitor: "bot", why } : { visitor: "person", why: "browser" };
}
