import { describe, expect, it } from "vitest";
import { type ClickFacts, classifyVisitor } from "./visitor.ts";

const aClick = (input: Partial<ClickFacts> = {}): ClickFacts => ({
  method: "GET",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Snapchat/13.9.0",
  acceptLanguage: "ar-SA,ar;q=0.9",
  purpose: "",
  nthInMinute: 1,
  network: "",
  linksAtOnce: 1,
  unopenedVisits: 0,
  ...input,
});

describe("a person", () => {
  it.each([
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/521.0]",
    "Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 14; SM-S921B; wv) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36 Snapchat/13.9.0.46",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0",
  ])("comes with %s", (userAgent) => expect(classifyVisitor(aClick({ userAgent })).visitor).toBe("person"));

  it("taps at most thirty times in a minute", () => {
    expect(classifyVisitor(aClick({ nthInMinute: 30 })).visitor).toBe("person");
    expect(classifyVisitor(aClick({ nthInMinute: 31 }))).toEqual({ visitor: "bot", why: "burst" });
  });
});

describe("a person who is in a hurry, or blocks scripts,", () => {
  it.each([{ linksAtOnce: 3 }, { unopenedVisits: 2 }])("stays one: %j", (input) =>
    expect(classifyVisitor(aClick(input)).visitor).toBe("person"),
  );
});

describe("a bot", () => {
  it.each([
    "WhatsApp/2.24.11 A",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    "Mozilla/5.0 (compatible; snapchat-ads-review/1.0)",
    "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/139.0.0.0 Safari/537.36",
    "python-requests/2.32.3",
    "curl/8.5.0",
    "Go-http-client/2.0",
    "okhttp/4.12.0",
    "Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; SemrushSiteAudit) semrush",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Prerender (+https://github.com/prerender)",
    "",
  ])("calls itself %j", (userAgent) => expect(classifyVisitor(aClick({ userAgent })).visitor).toBe("bot"));

  it.each([
    ["head_request", { method: "HEAD" }],
    ["prefetch", { purpose: "prefetch;prerender" }],
    ["no_language", { acceptLanguage: "" }],
    ["data_centre", { network: "data_centre" }],
    ["impossible_speed", { linksAtOnce: 4 }],
    ["no_page", { unopenedVisits: 3 }],
  ] as const)("is known by %s", (why, input) =>
    expect(classifyVisitor(aClick(input))).toEqual({ visitor: "bot", why }),
  );
});
