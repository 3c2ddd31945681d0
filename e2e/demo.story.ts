import { findAccessibilityViolations } from "./steps/inspect.ts";
import { aMerchant, expect, type Page, story, type Translate } from "./steps/story.ts";

/** The first visit opens the store, which takes a while on a busy machine. */
const opens = { timeout: 150_000 };

async function enter(page: Page, t: Translate) {
  await page.getByRole("button", { name: t("demo:enter") }).click();
  await expect(strip(page, t)).toBeVisible(opens);
}
const strip = (page: Page, t: Translate) => page.getByRole("complementary", { name: t("demo:strip") });

/** What the browser keeps of the demo, and of any session. */
const listKept = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (key) => key.startsWith("demo/") || /token|user|abilities|merchant/.test(key),
    ),
  );

story(
  "a visitor looks around in the demo store, cannot change it, and leaves nothing behind",
  async ({ page, context, t }) => {
    await page.goto("/auth");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await enter(page, t);
    await expect(page.getByText("NaN")).toBeHidden();
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await page.goto("/campaigns");
    const campaign = page.getByRole("link", { name: /عجوة المدينة/ }).first();
    await expect(campaign).toBeVisible();
    await expect(strip(page, t)).toBeVisible();
    await page.goto("/reports");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(strip(page, t)).toBeVisible();

    const tab = await context.newPage();
    await tab.goto("/financial-transaction");
    await expect(strip(tab, t)).toBeVisible();

    await page.goto("/tracking");
    await page.getByText("قائمة واتساب للعملاء").first().click();
    await page
      .getByRole("button", { name: t("tracking_links:pause"), exact: true })
      .first()
      .click();
    const message = page.getByTestId("snackbar");
    await expect(message).toContainText(t("demo:read_only"));
    await message.getByRole("button", { name: t("demo:sign_up") }).click();
    await expect(page).toHaveURL(/\/auth#sign-up$/);
    await expect(page.getByRole("heading", { name: t("merchants:auth.sign_up_title") })).toBeVisible();
    expect(await listKept(page)).toEqual([]);
    expect(await context.cookies()).toEqual([]);

    await expect(tab).toHaveURL(/\/auth$/);
    await tab.goto("/campaigns");
    await expect(tab).toHaveURL(/\/auth$/);
  },
);

story(
  "a merchant without a store looks around, and comes back to their own account",
  async ({ page, t, sandbox, product }) => {
    await aMerchant(page, { sandbox, product });
    await page.goto("/");
    await expect(page).toHaveURL(/first-campaign\/connect-store/);
    await enter(page, t);
    await strip(page, t)
      .getByRole("button", { name: t("demo:leave") })
      .click();
    await expect(page).toHaveURL(/first-campaign\/connect-store/);
    await expect(strip(page, t)).toBeHidden();
    expect((await listKept(page)).filter((key) => key.startsWith("demo/"))).toEqual([]);
  },
);
