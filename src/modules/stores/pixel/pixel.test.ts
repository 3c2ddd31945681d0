import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { pixelEventSchema } from "../contract/pixel.ts";

const script = readFileSync(join(import.meta.dirname, "pixel.js"), "utf8");
const clickId = "AbCdEfGhIjKlMnOpQrStUv";
const arrival = `?utm_source=snapchat&utm_campaign=48210377&rwj=${clickId}&other=1`;

type Visit = { search?: string; tag?: Record<string, string>; storage?: Map<string, string>; gpc?: boolean };
type Sent = { url: string; word: { click?: string; utm?: object; order: object; site: string } };

/** A page that carries the pixel, as a browser would run it. */
function open({ search = "", tag = {}, storage = new Map(), gpc = false }: Visit = {}) {
  const attributes: Record<string, string> = { "data-site": "px_1", ...tag };
  const sent: Sent[] = [];
  const window: { rawaj?: unknown } = {};
  const page = createContext({
    window,
    URL,
    URLSearchParams,
    location: { search },
    document: {
      currentScript: {
        src: "https://rawaj.example/pixel.js",
        getAttribute: (name: string) => attributes[name] ?? null,
      },
    },
    navigator: {
      globalPrivacyControl: gpc,
      sendBeacon: (url: string, body: string) => sent.push({ url, word: JSON.parse(body) }) > 0,
    },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  });
  const say = (code: string) => runInContext(code, page);
  say("window.rawaj = window.rawaj || []; var rawaj = { push: (...said) => window.rawaj.push(...said) };");
  return { say, sent, storage, load: () => say(script) };
}

const order = 'rawaj.push(["order", {id: 1001, total: "115.00", payment: "mada"}])';

describe("the pixel", () => {
  it("tells of an order on a later page with the visit's beginning, in words that /px takes", () => {
    const first = open({ search: arrival });
    first.load();
    const later = open({ storage: first.storage });
    later.load();
    later.say(order);
    const [{ url, word } = { url: "", word: null }] = later.sent;
    expect(url).toBe("https://rawaj.example/px");
    expect(word).toMatchObject({
      site: "px_1",
      click: clickId,
      utm: { utm_source: "snapchat", utm_campaign: "48210377" },
      order: { id: "1001", total: "115.00", currency: "SAR" },
    });
    expect(pixelEventSchema.safeParse(word).success).toBe(true);
  });

  it("hears what was said before it was loaded", () => {
    const page = open({ search: arrival });
    page.say(order);
    page.load();
    expect(page.sent).toHaveLength(1);
  });

  it("keeps nothing of a visit that did not come by a link", () => {
    const page = open({ search: "?utm_medium=bio" });
    page.load();
    page.say(order);
    expect(page.storage.size).toBe(0);
    expect(page.sent[0]?.word).toMatchObject({ click: "", utm: {} });
  });

  it("forgets after thirty days", () => {
    const visit = { click: clickId, utm: {}, at: Date.now() - 31 * 86_400_000 };
    const page = open({ storage: new Map([["rawaj_visit", JSON.stringify(visit)]]) });
    page.load();
    page.say(order);
    expect(page.sent[0]?.word.click).toBe("");
  });

  it.each([{ tag: { "data-consent": "required" } }, { gpc: true }])(
    "keeps and joins nothing until consent is given, where it is asked for: %j",
    (asked) => {
      const page = open({ search: arrival, ...asked });
      page.load();
      page.say(order);
      expect([page.storage.size, page.sent[0]?.word.click]).toEqual([0, ""]);
      page.say('rawaj.push(["consent", "granted"])');
      page.say(order);
      expect([page.storage.size, page.sent[1]?.word.click]).toEqual([1, clickId]);
      page.say('rawaj.push(["consent", "denied"])');
      expect(page.storage.size).toBe(0);
    },
  );

  it("does not stumble over a word it does not know, or a browser that blocks its storage", () => {
    const page = open({ search: arrival });
    page.say("localStorage.setItem = () => { throw new Error('blocked') }");
    page.load();
    page.say('rawaj.push(["what", 1])');
    page.say(order);
    expect(page.sent[0]?.word.click).toBe(clickId);
  });
});
