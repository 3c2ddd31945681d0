import { aReadyMerchant } from "./steps/ready-merchant.ts";
import { addLibraryAd } from "./steps/staff.ts";
import { expect, story } from "./steps/story.ts";

story(
  "a merchant finds an ad in the library, notes what they like, and begins their own by its structure",
  async ({ page, t, sandbox, product }) => {
    const { merchant } = await aReadyMerchant(page, { sandbox, product });
    const title = `Ramadan-${merchant.mobile.slice(-8)}`;
    await addLibraryAd(product, title);

    await page.goto("/ads-library");
    await page.getByRole("searchbox", { name: t("library:search") }).fill(title);
    await page.getByRole("button", { name: t("library:open_of", { title }), exact: true }).click();
    const item = page.getByRole("dialog");
    await item.getByRole("textbox", { name: t("library:note.label") }).fill("السعر في أول جملة");
    await item.getByRole("button", { name: t("library:note.save") }).click();
    await expect(page.getByText(t("library:note.saved"))).toBeVisible();
    await item.getByRole("button", { name: t("library:draft.make") }).click();

    await expect(page).toHaveURL(/\/campaigns\/add/);
    const guide = page.getByRole("complementary", { name: t("campaigns_form:structure.title") });
    await expect(guide).toContainText(t("campaigns:structure.hooks.price"));
    await expect(guide).toContainText(t("campaigns:structure.offers.gift"));
  },
);
