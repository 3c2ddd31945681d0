import { findAccessibilityViolations } from "./steps/inspect.ts";
import { aCampaign, aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, story } from "./steps/story.ts";

story(
  "a merchant finds a campaign by a misspelt word, and opens a page and an act by the keyboard",
  async ({ page, t, sandbox, product, isPhone }) => {
    const ready = await aReadyMerchant(page, { sandbox, product });
    await aCampaign(ready, "هدايا رمضان الكبرى");

    await page.goto("/search");
    const field = page.getByRole("searchbox", { name: t("search:title") });
    await field.fill("رمظان");
    await expect(page.getByText(t("search:corrected"))).toBeVisible();
    const found = page.getByRole("main").getByRole("link", { name: "هدايا رمضان الكبرى" }).first();
    await expect(found).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await field.press("ArrowDown");
    await expect(found).toBeFocused();
    await found.press("Enter");
    await expect(page).toHaveURL(/\/campaigns\/cmp_/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("هدايا رمضان الكبرى");

    const dialog = page.getByRole("dialog", { name: t("app:nav.search") });
    const typed = dialog.getByRole("combobox");
    if (isPhone)
      await page
        .getByRole("banner")
        .getByRole("button", { name: t("app:nav.search") })
        .click();
    else await page.keyboard.press("Control+k");
    await expect(dialog.getByRole("option", { name: "رمظان" })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await typed.fill(t("command:places.invoices"));
    await expect(
      dialog.getByRole("option", { name: t("command:places.invoices"), selected: true }),
    ).toBeVisible();
    await typed.press("Enter");
    await expect(page).toHaveURL(/\/financial-transaction\/invoices/);

    if (isPhone)
      await page
        .getByRole("banner")
        .getByRole("button", { name: t("app:nav.search") })
        .click();
    else await page.keyboard.press("Control+k");
    await typed.fill(t("command:acts.new_rule"));
    await typed.press("Enter");
    await expect(page).toHaveURL(/\/rules\/campaigns\/add/);
  },
);
