import { mkdir } from "node:fs/promises";
import { type Browser, type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { type DraftStep, draftSteps } from "#modules/campaigns/contract/enums.ts";
import { reportTabs } from "#modules/reports/contract/report-tabs.ts";
import { launchOptions } from "./browser.ts";
import { draftName, makePictureWorld, type PictureWorld } from "./picture-world.ts";

/**
 * `npm run pictures`: every screen in both languages, at 390 and 1440 pixels, the main ones in the dark too, into
 * `pictures/`. It also reports pages that scroll sideways and whatever the browser complains about. The web must have
 * been built (`npm run build`). `npm run pictures -- wallet` takes only routes that contain the word.
 */
type Who = "nobody" | "newcomer" | "settled" | "staff";
/** `unfolds`: with what the page folds away by default. */
type Scene = {
  who: Who;
  route: string;
  name?: string;
  dark?: boolean;
  draftStep?: DraftStep;
  unfolds?: boolean;
};

const folder = "pictures";
const routeFilter = process.argv[2] ?? "";
const widths = { 390: 844, 1440: 900 } as const;

function listScenes({ ids, invitation }: PictureWorld): Scene[] {
  const settled = (route: string, dark = false): Scene => ({ who: "settled", route, dark });
  const all: Scene[] = [
    { who: "nobody", route: "/auth", dark: true },
    { who: "nobody", route: "/help" },
    { who: "nobody", route: "/help?q=ROAS", name: "help_found" },
    { who: "nobody", route: "/help/return-placed-and-delivered" },
    { who: "nobody", route: "/contact" },
    { who: "nobody", route: "/terms" },
    { who: "newcomer", route: "/", name: "home-of-a-newcomer" },
    { who: "newcomer", route: "/first-campaign" },
    { who: "newcomer", route: "/first-campaign/connect-store" },
    { who: "newcomer", route: "/first-campaign/connect-platform" },
    { who: "newcomer", route: "/first-campaign/payement" },
    { who: "newcomer", route: "/campaigns", name: "campaigns-of-a-newcomer" },
    { who: "settled", route: "/", name: "home", dark: true },
    settled("/ads-library", true),
    { ...settled("/ads-library?view=large"), name: "ads-library_large" },
    {
      ...settled(`/ads-library?view=compare&compare=${ids.library.slice(0, 3).join()}`),
      name: "ads-library_compare",
    },
    { ...settled(`/ads-library?item=${ids.library[0]}`), name: "ads-library_item" },
    { ...settled("/ads-library?source=own&search=nothing"), name: "ads-library_none" },
    settled("/account-completed-flow"),
    settled("/account-settings/account-details"),
    settled("/account-settings/connect-store"),
    settled("/account-settings/members"),
    settled("/account-settings/payment-methods"),
    settled("/account-settings/settings"),
    settled("/account-settings/privacy", true),
    settled("/campaigns", true),
    ...draftSteps.map((draftStep) => ({
      ...settled("/campaigns/add"),
      name: `campaigns_add_${draftStep}`,
      draftStep,
    })),
    settled("/campaigns/AddAi"),
    settled("/digital-designer", true),
    { ...settled(`/digital-designer?design=${ids.design}`), name: "digital-designer_editor" },
    settled("/landing-pages", true),
    { ...settled(`/landing-pages/${ids.landingPage}`, true), name: "landing-pages_editor" },
    { who: "newcomer", route: "/landing-pages", name: "landing-pages-of-a-newcomer" },
    { who: "nobody", route: `/p/${ids.landingSlug}`, name: "landing-page_read" },
    settled(`/campaigns/${ids.campaign}`, true),
    settled(`/plans/${ids.plan}`),
    settled(`/campaigns/edit/${ids.campaign}`),
    settled(`/ad-groups/${ids.campaign}/add`),
    settled(`/ad-groups/${ids.campaign}/edit`),
    settled(`/ads/${ids.adGroup}/add`),
    { who: "newcomer", route: "/checkout", name: "checkout-of-nothing" },
    {
      who: "newcomer",
      route: `/checkout?plan=${ids.offered}&months=3`,
      name: "checkout-of-a-plan",
    },
    settled("/create-ad-flow"),
    settled("/financial-transaction/active-subscribtions"),
    settled("/financial-transaction/invoices"),
    settled("/financial-transaction/operations-table", true),
    settled("/financial-transaction/operations-table/entries/5"),
    settled("/financial-transaction/operations-table/months"),
    settled("/financial-transaction/payment-methods"),
    settled("/financial-transaction/services-stock"),
    settled("/financial-transaction/wallet", true),
    settled("/first-campaign/ai-form"),
    settled("/first-campaign/campaign-completed"),
    settled("/link-ad-accounts/add-store"),
    settled("/link-ad-accounts/connect-platform"),
    settled("/link-ad-accounts/conversions", true),
    settled("/marketing-consultations", true),
    settled(`/marketing-consultations/${ids.consultation}`),
    settled("/marketing-consultations-orders"),
    settled(`/marketing-consultations-orders/${ids.consultationOrder}`),
    settled("/media"),
    settled("/notifications"),
    ...reportTabs.map((tab) => settled(`/reports?tab=${tab}`)),
    settled("/reports/own", true),
    { who: "newcomer", route: "/reports/own", name: "reports_own-of-a-newcomer" },
    settled("/reports/own/new"),
    settled(`/reports/own/${ids.report}`, true),
    settled(`/reports/own/${ids.report}/edit`),
    settled("/rules/campaigns", true),
    settled("/rules/campaigns/add?ready=stop_loser"),
    { ...settled("/rules/campaigns/add?ready=pause_drop"), name: "rules_add_more", unfolds: true },
    settled(`/rules/campaigns/${ids.rule}`),
    settled("/rules/communication"),
    settled("/search"),
    { ...settled("/search?q=تمور"), name: "search_found" },
    settled("/tracking", true),
    { who: "newcomer", route: "/tracking", name: "tracking-of-a-newcomer" },
    settled("/tracking/new"),
    settled("/tracking/bulk"),
    settled("/tracking/settings"),
    settled(`/tracking/${ids.link}`, true),
    settled(`/tracking/${ids.link}/edit`),
    settled(`/tracking/${ids.linkOfAd}`),
    settled("/design", true),
    settled("/no-such-page"),
    settled("/401"),
    settled("/500"),
    { who: "nobody", route: "/staff", name: "staff_sign-in", dark: true },
    { who: "nobody", route: `/staff/enroll#${invitation}`, name: "staff_enroll" },
    { who: "staff", route: "/staff", name: "staff_home", dark: true },
  ];
  return all.filter(({ route, name = route }) => name.includes(routeFilter));
}

type Shot = Scene & { language: "ar" | "en"; width: keyof typeof widths; theme: "light" | "dark" };

function listShots(scene: Scene): Shot[] {
  const themes = scene.dark ? (["light", "dark"] as const) : (["light"] as const);
  return (["ar", "en"] as const).flatMap((language) =>
    ([390, 1440] as const).flatMap((width) => themes.map((theme) => ({ ...scene, language, width, theme }))),
  );
}

await mkdir(folder, { recursive: true });
const world = await makePictureWorld();
const browser = await chromium.launch(launchOptions);
let faults = 0;
try {
  for (const scene of listScenes(world)) {
    for (const shot of listShots(scene)) faults += await capture(browser, world, shot);
  }
} finally {
  await browser.close();
  await world.stop();
}
console.log(faults === 0 ? "no faults seen" : `${faults} faults seen`);

async function capture(browser: Browser, world: PictureWorld, shot: Shot): Promise<number> {
  const { route, language, width, theme, draftStep, unfolds } = shot;
  const context = await browser.newContext({
    viewport: { width, height: widths[width] },
    deviceScaleFactor: width === 390 ? 2 : 1,
    hasTouch: width === 390,
    isMobile: width === 390,
    locale: language === "ar" ? "ar-SA" : "en-GB",
    timezoneId: "Asia/Riyadh",
    reducedMotion: "reduce",
  });
  await prepare(context, world, shot);
  if (draftStep) await world.leaveDraftAt(draftStep);
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  await page.goto(`${world.url}${route}`, { waitUntil: "load" });
  await page
    .locator("h1")
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => consoleErrors.push("no heading appeared"));
  // The draft arrives after the form, and opens the step it was left at.
  if (draftStep && draftStep !== "goal") await page.waitForURL(new RegExp(`step=${draftStep}`));
  if (draftStep === "goal") await expect.poll(() => listTyped(page)).toContain(draftName);
  if (unfolds) for (const fold of await page.locator("summary").all()) await fold.click();
  // The page of the design system shows loading states for ever.
  if (route !== "/design") {
    await page
      .locator('html:not(:has([aria-busy="true"]))')
      .waitFor({ state: "attached", timeout: 15_000 })
      .catch(() => consoleErrors.push("still waiting after 15 seconds"));
  }
  // The wallet at the foot of the side navigation loads after the page.
  if ((await page.locator("aside nav:visible").count()) > 0) {
    await page
      .locator("aside:has(nav) section")
      .waitFor({ timeout: 10_000 })
      .catch(() => consoleErrors.push("the wallet's card did not come"));
  }
  await page.evaluate("document.fonts.ready");
  const sideways = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  if (sideways > 0) consoleErrors.push(`scrolls sideways by ${sideways} px`);
  const name = `${toFileName(shot)}.${language}.${width}.${theme}.png`;
  // Elements fixed to the edges of the screen stay at the edges of the picture.
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  if (height > widths[width]) await page.setViewportSize({ width, height });
  await page.screenshot({ path: `${folder}/${name}`, fullPage: true });
  await context.close();
  for (const complaint of consoleErrors) console.log(`${name}: ${complaint}`);
  return consoleErrors.length;
}

/** What the page's fields hold: it is not in their attributes. */
function listTyped(page: Page): Promise<string[]> {
  return page
    .locator("input")
    .evaluateAll((fields) => fields.map((field) => (field as { value?: string }).value ?? ""));
}

/** A file name from a route; ids are left out, so that it is the same each time. */
function toFileName({ name, route }: Scene): string {
  if (name) return name;
  return route === "/"
    ? "home"
    : route
        .slice(1)
        .replace(/(cmp|adg|agr|grp|pln|rul|rpt|cso|csl)_\w+/g, "one")
        .replaceAll(/[/?=]/g, "_");
}

/** The session and choices, as the browser would have stored them. */
function prepare(
  context: BrowserContext,
  { tokens }: PictureWorld,
  { who, language, theme }: Shot,
): Promise<unknown> {
  const entriesToStore: Record<string, string> = { "rawaj.language": language, "rawaj.theme": theme };
  const tokenKey = who === "staff" ? "rawaj.staff.access_token" : "rawaj.access_token";
  if (who !== "nobody") entriesToStore[tokenKey] = tokens[who];
  return context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, entriesToStore);
}
