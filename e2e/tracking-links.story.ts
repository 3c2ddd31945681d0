import jsqr from "jsqr";
import sharp from "sharp";
import { shown } from "./steps/figures.ts";
import { aMerchantWithAStore, expect, type Page, story, type Translate } from "./steps/story.ts";

// A CommonJS module: its function is the default of its default.
const scan = jsqr as unknown as typeof jsqr.default;

const shopper =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

/** What a phone's camera reads of the QR code that the page shows. */
async function scanCode(page: Page, t: Translate): Promise<string | undefined> {
  const picture = await page.getByRole("img", { name: t("tracking_links:qr.title") }).screenshot();
  const { data, info } = await sharp(picture)
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return scan(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

story.describe("a merchant with links of their own", () => {
  story(
    "makes one for an influencer, scans it, sees its click, and stops it",
    async ({ page, t, browser, language, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      const name = language === "ar" ? "ريم العنزي، قصص إنستغرام" : "Reem, Instagram stories";
      await page.goto("/tracking");
      await expect(page.getByText(t("tracking_links:empty.title"))).toBeVisible();
      await page
        .getByRole("link", { name: t("tracking_links:make"), exact: true })
        .first()
        .click();

      const send = page.getByRole("button", { name: t("tracking_links:make"), exact: true });
      await send.click();
      await expect(page.getByLabel(t("tracking_links:form.name"))).toHaveAttribute("aria-invalid", "true");
      await page.getByLabel(t("tracking_links:form.name")).fill(name);
      await expect(page.getByText(/utm_source=instagram/)).toBeVisible();
      await send.click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

      await expect.poll(() => scanCode(page, t)).toMatch(/\/\d{8}$/);
      const address = (await scanCode(page, t)) ?? "";
      const visit = await browser.newContext({ userAgent: shopper });
      const shop = await visit.newPage();
      await shop.goto(address);
      expect(shop.url()).toContain("utm_source=instagram");

      const clicks = page
        .getByRole("region", { name: t("tracking:columns.clicks"), exact: true })
        .locator("bdi");
      await expect
        .poll(
          async () => {
            await page.reload();
            await expect(clicks.first()).toBeVisible();
            return shown(clicks);
          },
          { timeout: 60_000 },
        )
        .toBe(1);

      await page.getByRole("button", { name: t("tracking_links:pause"), exact: true }).click();
      await expect(page.getByRole("button", { name: t("tracking_links:resume"), exact: true })).toBeVisible();
      await expect(
        page.getByRole("listitem").filter({ hasText: t("tracking_links:history.stopped") }),
      ).toBeVisible();
      await expect.poll(async () => (await shop.goto(address))?.status(), { timeout: 60_000 }).toBe(404);
      await visit.close();

      await page.goto("/tracking");
      await page.getByRole("searchbox", { name: t("tracking_links:filters.search") }).fill(name.slice(0, 4));
      await expect(page.getByRole("link", { name })).toBeVisible();
    },
  );
});
