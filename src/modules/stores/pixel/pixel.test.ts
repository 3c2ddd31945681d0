import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { pixelEventSchema } from "../contract/pixel.ts";

const script = readFileSync(join(import.meta.dirname, "pixel.js"), "utf8");
const clickId = "AbCdEfGhIjKlMnOpQrStUv";
const arrival = `?utm_source=snapchat&utm_campaign=48210377&rwj=${clickId}&other=1`;

type Visit = { search?: string; tag?: Record<string, string>; storage?: Map<string, string>; gpc?: boolean };
type SentBeacon = { url: string; payload: { click?: string; utm?: object; order: object; site: string } };

/** A page that carries the pixel, as a browser would run it. */
function open({ search = "", tag = {}, storage = new Map(), gpc = false }: Visit = {}) {
  const attributes: Record<string, string> = { "data-site": "px_1", ...tag };
  const sent: SentBeacon[] = [];
  const openings: { url: string; body: string }[] = [];
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
      sendBeacon: (url: string, body: string) =>
        url.endsWith("/opened")
          ? openings.push({ url, body }) > 0
          : sent.push({ url, payload: JSON.parse(body) }) > 0,
    },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  });
  const runScript = (code: string) => runInContext(code, page);
  runScript("window.rawaj = window.rawaj || [];");
  runScript("var rawaj = { push: (...commands) => window.rawaj.push(...commands) };");
  return { runScript, sent, openings, storage, load: () => runScript(script) };
}

const order = 'rawaj.push(["order", {id: 1001, total: "115.00", payment: "mada"}])';

describe("the pixel", () => {
  it("reports an order on a later page with the visit that began on an earlier one, in the format of /px", () => {
    const first = open({ search: arrival });
    first.load();
    const later = open({ storage: first.storage });
    later.load();
    later.runScript(order);
    const [{ url, payload } = { url: "", payload: null }] = later.sent;
    expect(url).toBe("https://rawaj.example/px");
    expect(payload).toMatchObject({
      site: "px_1",
      click: clickId,
      utm: { utm_source: "snapchat", utm_campaign: "48210377" },
      order: { id: "1001", total: "115.00", currency: "SAR" },
    });
    expect(pixelEventSchema.safeParse(payload).success).toBe(true);
  });

  it("says once that the click opened a page, where visits may be stored", () => {
    const page = open({ search: arrival });
    page.load();
    page.runScript('rawaj.push(["consent", "granted"])');
    expect(page.openings).toEqual([{ url: "https://rawaj.example/t/opened", body: `48210377 ${clickId}` }]);
    const silent = [open(), open({ search: arrival, gpc: true }), open({ search: "?utm_campaign=48210377" })];
    for (const one of silent) one.load();
    expect(silent.flatMap(({ openings }) => openings)).toEqual([]);
  });

  it("runs commands that were pushed before it was loaded", () => {
    const page = open({ search: arrival });
    page.runScript(order);
    page.load();
    expect(page.sent).toHaveLength(1);
  });

  it("stores nothing for a visit that did not come by a link", () => {
    const page = open({ search: "?utm_medium=bio" });
    page.load();
    page.runScript(order);
    expect(page.storage.size).toBe(0);
    expect(page.sent[0]?.payload).toMatchObject({ click: "", utm: {} });
  });

  it("forgets the visit after thirty days", () => {
    const visit = { click: clickId, utm: {}, at: Date.now() - 31 * 86_400_000 };
    const page = open({ storage: new Map([["rawaj_visit", JSON.stringify(visit)]]) });
    page.load();
    page.runScript(order);
    expect(page.sent[0]?.payload.click).toBe("");
  });

  it.each([{ tag: { "data-consent": "required" } }, { gpc: true }])(
    "stores and attaches nothing until consent is given, where it is required: %j",
    (setup) => {
      const page = open({ search: arrival, ...setup });
      page.load();
      page.runScript(order);
      expect([page.storage.size, page.sent[0]?.payload.click]).toEqual([0, ""]);
      page.runScript('rawaj.push(["consent", "granted"])');
      page.runScript(order);
      expect([page.storage.size, page.sent[1]?.payload.click]).toEqual([1, clickId]);
      page.runScript('rawaj.push(["consent", "denied"])');
      expect(page.storage.size).toBe(0);
    },
  );

  it("ignores a command it does not know, and works in a browser that blocks its storage", () => {
    const page = open({ search: arrival });
    page.runScript("localStorage.setItem = () => { throw new Error('blocked') }");
    page.load();
    page.runScript('rawaj.push(["what", 1])');
    page.runScript(order);
    expect(page.sent[0]?.payload.click).toBe(clickId);
  });
});
