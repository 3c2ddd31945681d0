import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./scripts/browser.ts";

const port = Number(process.env.E2E_PORT ?? 3170);
const sandboxPort = Number(process.env.E2E_SANDBOX_PORT ?? 3970);
const url = `http://localhost:${port}`;
/** The sandbox's endpoint of models: speech and backgrounds come from it. Texts are written by the built-in engine. */
const models = { url: `http://localhost:${sandboxPort}/language-model/v1`, key: "rawaj-model-key" };
/** The stories run against PostgreSQL, PgBouncer, HAProxy and several processes (scripts/start-cluster.ts). */
const isCluster = process.env.E2E_CLUSTER === "on";
/** Made once: every worker reads this file again, and finds the folder named in its environment. */
process.env.STORIES_DATA_DIR ??= mkdtempSync(join(tmpdir(), "rawaj-stories-"));

/** Stories whose proof depends on neither language nor screen size run in one project: about half of them in each. */
const onPhoneOnly = [
  "ask-first",
  "digital-designer",
  "failure-modes",
  "five-by-four",
  "receipts",
  "saved-cards",
  "services-stock",
  "tap",
];
const onDesktopOnly = [
  "ad-law",
  "communication-rules",
  "help",
  "landing-pages",
  "privacy",
  "staff",
  "staff-money",
  "voice",
  "withdrawals",
];
const filesOf = (stories: string[]) => stories.map((name) => `**/${name}.story.ts`);

/** Stories from the merchant's seat, on the whole product with the sandbox beside it, its clock stopped until a story moves it. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.story.ts",
  globalSetup: "./e2e/steps/prepared-merchants.ts",
  outputDir: "test-results",
  reporter: [["list"]],
  reportSlowTests: { max: 15, threshold: 30_000 },
  workers: 1,
  // A story told again on a busy machine is reported as flaky, never hidden.
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: url,
    headless: true,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Recording slows every story down: only a second try is recorded, and with `--trace on` every one.
    trace: "on-first-retry",
    launchOptions,
  },
  metadata: { sandbox: `http://localhost:${sandboxPort}` },
  projects: [
    {
      name: "arabic-phone",
      testIgnore: filesOf(onDesktopOnly),
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        locale: "ar-SA",
        timezoneId: "Asia/Riyadh",
      },
    },
    {
      name: "english-desktop",
      testIgnore: filesOf(onPhoneOnly),
      use: { viewport: { width: 1440, height: 900 }, locale: "en-GB", timezoneId: "Asia/Riyadh" },
    },
  ],
  webServer: {
    command: `${process.execPath} e2e/steps/start-product.ts`,
    url: `${url}/readyz`,
    timeout: isCluster ? 420_000 : 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: isCluster ? 60_000 : 15_000 },
    env: {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SPEED: "0",
      SANDBOX_SEED: "stories",
      DATA_DIR: process.env.STORIES_DATA_DIR,
      LOG_LEVEL: "warn",
      FIGURES_EVERY_SECONDS: "2",
      SMS_PER_ADDRESS_PER_HOUR: "500",
      // A day of the machine's clock cannot be waited for.
      WITHDRAWAL_REST: "off",
      SPEECH_MODELS: JSON.stringify([
        { name: "Speech", model: "rawaj-speech-1", minute_sar: 0.03, ...models },
      ]),
      PICTURE_MODELS: JSON.stringify([
        { name: "Pictures", model: "rawaj-picture-1", picture_sar: 0.15, ...models },
      ]),
    },
  },
});
