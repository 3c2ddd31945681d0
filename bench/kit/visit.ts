import { setTimeout as wait } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** What a first visit transferred, in KiB with headers, and when its largest part was drawn on the screen. */
export type Visit = {
  scriptKib: number;
  styleKib: number;
  arabicFontKib: number;
  fontKib: number;
  lcpMs: number;
  shift: number;
};

export type Visited = {
  url: string;
  /** What the browser stored earlier: a session, when signed in. */
  localStorageEntries?: Record<string, string>;
  /** Slow 4G and a processor four times slower, as Lighthouse defines its mobile test; otherwise no throttling. */
  isSlow: boolean;
};

const slow4g = {
  latency: 150,
  downloadThroughput: (1_638.4 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};
const quietMs = 1_500;
const longestMs = 30_000;

type Phone = { context: BrowserContext; page: Page; wire: CDPSession };

/** An Arabic phone of 390 pixels with empty caches, and what its browser stored earlier. */
export async function openPhone(
  browser: Browser,
  localStorageEntries: Record<string, string>,
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: "ar-SA",
  });
  await context.addInitScript({
    content: `for (const [key, text] of Object.entries(${JSON.stringify(localStorageEntries)})) localStorage.setItem(key, text);`,
  });
  const page = await context.newPage();
  return { context, page, wire: await context.newCDPSession(page) };
}

/** From now on the phone's processor is four times slower than the machine's, as in Lighthouse's mobile test. */
export const slowProcessor = (wire: CDPSession) => wire.send("Emulation.setCPUThrottlingRate", { rate: 4 });

/** Opens a page on a phone with empty caches, and waits until nothing more is transferred. */
export async function visit(
  browser: Browser,
  { url, localStorageEntries = {}, isSlow }: Visited,
): Promise<Visit> {
  const { context, page, wire } = await openPhone(browser, localStorageEntries);
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  let lastAt = Date.now();
  wire.on("Network.responseReceived", ({ requestId, type, response }) => {
    kinds.set(requestId, type === "Font" && response.url.includes("arabic") ? "ArabicFont" : type);
  });
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    lastAt = Date.now();
  });
  await wire.send("Network.enable");
  if (isSlow) {
    await wire.send("Network.emulateNetworkConditions", { offline: false, ...slow4g });
    await slowProcessor(wire);
  }
  await page.goto(url, { waitUntil: "load" });
  const startedAt = Date.now();
  while (Date.now() - lastAt < quietMs && Date.now() - startedAt < longestMs) await wait(100);
  const { lcp, shift } = await page.evaluate<{ lcp: number; shift: number }>(readVitals);
  await context.close();
  const kib = (kind: string) => (bytes[kind] ?? 0) / 1_024;
  const arabicFontKib = kib("ArabicFont");
  return {
    scriptKib: kib("Script"),
    styleKib: kib("Stylesheet"),
    arabicFontKib,
    fontKib: arabicFontKib + kib("Font"),
    lcpMs: lcp,
    shift,
  };
}

/** Runs in the page: the browser's own record of paints and layout shifts. */
const readVitals = `new Promise((resolve) => {
  let lcp = NaN;
  let shift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) lcp = entry.startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve({ lcp, shift }), 300);
})`;
