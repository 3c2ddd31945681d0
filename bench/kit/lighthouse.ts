import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../scripts/browser.ts";
import { freePort, makeTempFolder } from "./programs.ts";

const program = join(import.meta.dirname, "../../node_modules/lighthouse/cli/index.js");

/** Lighthouse's mobile performance score, 0 to 100, of a page in a fresh browser with these `localStorageEntries`. */
export async function mobileScore(
  url: string,
  localStorageEntries: Record<string, string> = {},
): Promise<number> {
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(makeTempFolder(), {
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  });
  try {
    // A file of the same origin that is not a page: it stores the session, and leaves nothing of the page in the cache.
    const page = await browser.newPage();
    await page.goto(new URL("/robots.txt", url).href);
    await page.evaluate(
      `for (const [key, text] of Object.entries(${JSON.stringify(localStorageEntries)})) localStorage.setItem(key, text)`,
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        program,
        url,
        `--port=${port}`,
        "--disable-storage-reset",
        "--only-categories=performance",
        "--output=json",
        "--quiet",
      ],
      { maxBuffer: 2 ** 26, timeout: 180_000 },
    );
    const report = JSON.parse(stdout) as { categories: { performance: { score: number | null } } };
    return Math.round((report.categories.performance.score ?? 0) * 100);
  } finally {
    await browser.close();
  }
}
