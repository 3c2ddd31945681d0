import { byUserAgent } from "./by-user-agent.ts";

/**
 * Classifies a click as a person's or a bot's from its facts. Every change of a rule here raises the version: clicks
 * classified by an older version are classified again, and the figures restated.
 */
export const ruleVersion = 2;

/** What is stored of a request, and everything the rules may use. */
export type ClickFacts = {
  method: string;
  userAgent: string;
  acceptLanguage: string;
  /** What a browser sends when it loads a page in advance: "prefetch", "prefetch;prerender", "preview". */
  purpose: string;
  /** The number of clicks of this address and browser on this link in the same minute, this one included. */
  nthInMinute: number;
  /** Where the address belongs to a bundled list; empty for all others. */
  network: "" | "data_centre";
  /** Different links that this address and browser opened within two seconds, this one included. */
  linksAtOnce: number;
  /** Clicks of this address and browser on this link that day, where its pages report and none of these opened one. */
  unopenedVisits: number;
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
  | "burst"
  | "impossible_speed"
  | "data_centre"
  | "no_page";

/** Programs that identify themselves. "Cubot" is a phone maker. Version 2 added the second line. */
const botNames =
  /(?<!cu)bots?\b|crawl|spider|slurp|preview|externalhit|externalagent|headless|phantomjs|puppeteer|playwright|selenium|python|curl\/|wget|libwww|okhttp|java\/|go-http|axios|node-fetch|undici|httpclient|scrapy|lighthouse|pingdom|uptime|monitor|scanner|validator|[-_/ ]review\b|mediapartners/i;
const botNames2 =
  /\b(?:gptbot|claude-?web|perplexity|bytespider|amazonbot|applebot|ccbot|yandex|baidu|semrush|ahrefs|mj12|dataforseo|facebookcatalog|google-inspectiontool|adsbot|apis-google|feedfetcher|skypeuripreview|iframely|embedly|urlcheck|linkcheck|link_?checker|prerender|chrome-lighthouse|gtmetrix|webpagetest|checkly|datadog|newrelic|zgrab|masscan|nmap|nuclei|httpx|guzzle|faraday|ruby|perl|php)\b/i;

const namesBot = byUserAgent((userAgent) => botNames.test(userAgent) || botNames2.test(userAgent));

/** The beginning of every browser's user agent, inside apps too. */
const browserNames = /^(Mozilla\/5\.0|Opera\/)/;

/** A person taps a link a few times; more from one phone in a minute is a program. */
const maxPerMinute = 30;
/** Nobody opens more ads at once; two may be a slip of the thumb, or two people behind one address. */
const maxLinksAtOnce = 3;
/** One visit may fail, and some people block every script; three on one day that all stay closed are a program. */
const minUnopenedVisits = 3;

const tests: readonly [Why, (facts: ClickFacts) => boolean][] = [
  ["head_request", ({ method }) => method !== "GET"],
  ["prefetch", ({ purpose }) => purpose !== ""],
  ["no_agent", ({ userAgent }) => userAgent === ""],
  ["known_bot", ({ userAgent }) => namesBot(userAgent)],
  ["no_browser", ({ userAgent }) => !browserNames.test(userAgent)],
  ["no_language", ({ acceptLanguage }) => acceptLanguage === ""],
  ["burst", ({ nthInMinute }) => nthInMinute > maxPerMinute],
  ["impossible_speed", ({ linksAtOnce }) => linksAtOnce > maxLinksAtOnce],
  ["data_centre", ({ network }) => network === "data_centre"],
  ["no_page", ({ unopenedVisits }) => unopenedVisits >= minUnopenedVisits],
];

export function classifyVisitor(facts: ClickFacts): Verdict {
  const why = tests.find(([, holds]) => holds(facts))?.[0];
  return why ? { visitor: "bot", why } : { visitor: "person", why: "browser" };
}
