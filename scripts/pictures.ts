import { mkdir } from "node:fs/promises";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";

/**
 * Takes a picture of every screen of a running product, in both languages, at 390 and 1440 pixels, some in the dark too.
 *
 *   PICTURES_URL    the product's address (default http://localhost:3000)
 *   PICTURES_TOKEN  a signed-in merchant's token; without it only the sign-in is taken
 *   PICTURES_ONLY   only routes that contain this text
 *   CHROME_PATH     the browser (default /usr/bin/chromium)
 *
 * Besides taking pictures it reports pages that scroll sideways and whatever the browser complains about.
 */
const address = process.env.PICTURES_URL ?? "http://localhost:3000";
const token = process.env.PICTURES_TOKEN;
const wanted = process.env.PICTURES_ONLY ?? "";
const folder = "pictures";

const signedIn = [
  "/",
  "/account-completed-flow",
  "/account-settings/account-details",
  "/account-settings/connect-store",
  "/account-settings/payment-methods",
  "/account-settings/settings",
  "/campaigns",
  "/campaigns/add",
  "/campaigns/AddAi",
  "/checkout",
  "/create-ad-flow",
  "/financial-transaction/active-subscribtions",
  "/financial-transaction/operations-table",
  "/financial-transaction/payment-methods",
  "/financial-transaction/services-stock",
  "/financial-transaction/wallet",
  "/first-campaign",
  "/first-campaign/ai-form",
  "/first-campaign/campaign-completed",
  "/first-campaign/connect-store",
  "/first-campaign/create-payement-flow",
  "/first-campaign/payement",
  "/link-ad-accounts/add-store",
  "/link-ad-accounts/connect-platform",
  "/marketing-consultations",
  "/marketing-consultations-orders",
  "/notifications",
  "/reports",
  "/rules/campaigns",
  "/rules/communication",
  "/search",
  "/tracking",
  "/design",
  "/no-such-page",
  "/401",
  "/500",
];
const inTheDarkToo = new Set(["/auth", "/", "/campaigns", "/financial-transaction/wallet", "/design"]);
const widths = { 390: 844, 1440: 900 } as const;

type Shot = { route: string; language: "ar" | "en"; width: keyof typeof widths; theme: "light" | "dark" };

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
await mkdir(folder, { recursive: true });
let faults = 0;
for (const shot of shots()) faults += await take(browser, shot);
await browser.close();
console.log(faults === 0 ? "no faults seen" : `${faults} faults seen`);

function shots(): Shot[] {
  const routes = ["/auth", ...(token ? signedIn : [])].filter((route) => route.includes(wanted));
  return routes.flatMap((route) =>
    (["ar", "en"] as const).flatMap((language) =>
      ([390, 1440] as const).flatMap((width) =>
        (inTheDarkToo.has(route) ? (["light", "dark"] as const) : (["light"] as const)).map((theme) => ({
          route,
          language,
          width,
          theme,
        })),
      ),
    ),
  );
}

async function take(browser: Browser, shot: Shot): Promise<number> {
  const { route, language, width, theme } = shot;
  const context = await browser.newContext({
    viewport: { width, height: widths[width] },
    deviceScaleFactor: width === 390 ? 2 : 1,
    hasTouch: width === 390,
    isMobile: width === 390,
    reducedMotion: "reduce",
  });
  await prepare(context, shot);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${address}${route}`, { waitUntil: "load" });
  await page
    .locator("h1")
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => complaints.push("no heading appeared"));
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: "detached", timeout: 5000 })
    .catch(() => undefined);
  await page.evaluate("document.fonts.ready");
  const sideways = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  if (sideways > 0) complaints.push(`scrolls sideways by ${sideways} px`);
  const name = `${route === "/" ? "home" : route.slice(1).replaceAll("/", "_")}.${language}.${width}.${theme}.png`;
  await page.screenshot({ path: `${folder}/${name}`, fullPage: true });
  await context.close();
  for (const complaint of complaints) console.log(`${name}: ${complaint}`);
  return complaints.length;
}

/** The merchant's session and choices, as the browser would have kept them. */
function prepare(context: BrowserContext, { route, language, theme }: Shot): Promise<unknown> {
  const kept: Record<string, string> = { "rawaj.language": language, "rawaj.theme": theme };
  if (token && route !== "/auth") kept["rawaj.access_token"] = token;
  return context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
}
