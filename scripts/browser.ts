import { existsSync } from "node:fs";

const known = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The machine's browser: CHROME_PATH, or where Debian and Google put it; undefined for Playwright's own. */
export const browserPath = known.find((path) => path && existsSync(path));

/** Headless, as root, without background network traffic: nothing is fetched that a page did not ask for. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const launchOptions = { ...(browserPath ? { executablePath: browserPath } : {}), args: browserFlags };
