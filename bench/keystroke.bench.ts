import { setTimeout as wait } from "node:timers/promises";
import { chromium, type Locator, type Page } from "@playwright/test";
import { connectStore, linkAdAccount } from "#app/testing/connections.ts";
import { signUp } from "#app/testing/merchant.ts";
import { startProduct } from "#app/testing/product.ts";
import { startSandbox } from "#base/testing/sandbox.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { choosePlatforms } from "../e2e/steps/campaign.ts";
import { makeTranslate } from "../e2e/steps/translate.ts";
import { launchOptions } from "../scripts/browser.ts";
import { buildWeb } from "./kit/build-web.ts";
import { makeTempFolder } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { openPhone, slowProcessor } from "./kit/visit.ts";

const goalMs = 50;
const keys = 200;
/** A fast typist's; a key that the one before delays is charged for its waiting. */
const betweenKeysMs = 100;

/** The fields that are typed in, by the step of the form that shows them. */
const fields = [
  { what: "Campaign's name", step: "goal", label: "campaigns_form:name", text: "summer sale " },
  { what: "Landing link", step: "goal", label: "campaigns_form:landing_url", text: "https://shop.sa/" },
  { what: "Headline", step: "ad", label: "campaigns_form:headline", text: "summer sale " },
] as const;

const toAddress = (step: string) => `/campaigns/add?step=${step}`;

/** How soon a phone draws each key that is typed in the plan form, with all five platforms chosen. */
export async function keystroke(pace: Pace): Promise<Report> {
  const web = makeTempFolder();
  buildWeb(["--outDir", web]);
  const sandbox = await startSandbox({ seed: "bench" });
  const product = await startProduct(sandbox, {
    DATA_DIR: makeTempFolder(),
    WEB_DIR: web,
    DEMO_AHEAD: "off",
  });
  const browser = await chromium.launch(launchOptions);
  try {
    const merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0500000001");
    await connectStore(merchant);
    for (const platform of platforms) await linkAdAccount(merchant, platform);
    const t = makeTranslate("ar");
    const { context, page, wire } = await openPhone(browser, { "rawaj.access_token": merchant.token });
    await page.goto(`${product.url}${toAddress("goal")}`);
    await choosePlatforms(page, t, platforms);
    await slowProcessor(wire);
    const results = [];
    for (const field of fields) {
      await openStep(page, field);
      const input = page.getByRole("textbox", { name: t(field.label), exact: true });
      results.push({ ...field, delays: await measure(pace, page, { input, text: field.text }) });
    }
    await page.setContent("<input>");
    const plain = await measure(pace, page, { input: page.getByRole("textbox"), text: fields[0].text });
    await context.close();
    return {
      title: "Keystrokes",
      setting:
        "The plan form with five platforms and their linked accounts, the built web served by the product beside the sandbox, in " +
        `Chromium as an Arabic phone of 390 pixels with a processor slowed four times. ${keys} letters, one every ${betweenKeysMs} ms; ` +
        "each from its keydown, waiting included, to the next frame that was drawn.",
      findings: [
        ...results.map(toFinding),
        informational("A page with nothing but a field", `95th percentile ${at(plain, 0.95).toFixed(1)} ms`),
      ],
      raw: { results, plain },
    };
  } finally {
    await browser.close();
    await product.stop();
    await sandbox.stop();
  }
}

type Field = (typeof fields)[number];

/** The draft is kept in the browser: a later step opens with the same platforms. */
async function openStep(page: Page, { step }: Field): Promise<void> {
  const { origin, pathname, search } = new URL(page.url());
  if (pathname + search !== toAddress(step)) await page.goto(`${origin}${toAddress(step)}`);
}

/** Milliseconds of every key of all rounds; each round begins with an empty field. */
async function measure(
  pace: Pace,
  page: Page,
  { input, text }: { input: Locator; text: string },
): Promise<number[]> {
  const delays: number[] = [];
  for (let round = 0; round < (pace.isQuick ? 1 : pace.rounds); round += 1) {
    await input.fill("");
    // What the page still fetches and draws is no part of a key.
    await wait(2_000);
    await input.focus();
    await page.evaluate(recordKeys);
    await page.keyboard.type(text.repeat(keys).slice(0, keys), { delay: betweenKeysMs });
    await wait(500);
    delays.push(...(await page.evaluate<number[]>("window.keyDelays")));
  }
  return delays;
}

/** Runs in the page: a frame is drawn right after its animation callbacks, and a message sent from one comes next. */
const recordKeys = `{
  window.keyDelays = [];
  window.stopRecording?.();
  const record = ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.keyDelays.push(performance.now() - timeStamp);
    port2.postMessage(null);
  });
  addEventListener("keydown", record, { capture: true });
  window.stopRecording = () => removeEventListener("keydown", record, { capture: true });
}`;

function toFinding({ what, delays }: Field & { delays: readonly number[] }): Finding {
  const words = `half within ${at(delays, 0.5).toFixed(0)} ms, the slowest ${at(delays, 1).toFixed(0)} ms, ${delays.length} keys`;
  return atMost(`${what}: 95th percentile from key to paint`, words, at(delays, 0.95), goalMs, "ms");
}

/** The smallest delay that so large a share of them does not exceed. */
function at(delays: readonly number[], share: number): number {
  const ordered = delays.toSorted((one, other) => one - other);
  return ordered[Math.ceil(ordered.length * share) - 1] ?? Number.NaN;
}
