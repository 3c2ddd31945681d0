import type { Page } from "@playwright/test";
import { connectStore, linkAdAccount } from "#app/testing/connections.ts";
import { deposit } from "#app/testing/merchant.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { choosePlatforms, fillGoal, launch, syncStateTable, uploadPicture } from "./steps/campaign.ts";
import { aMerchant, expect, story } from "./steps/story.ts";

story.setTimeout(300_000);

story(
  "a merchant writes a campaign for each of the five platforms, and sees what each of them brought",
  async ({ page, t, sandbox, product }) => {
    const merchant = await aMerchant(page, { sandbox, product });
    await connectStore(merchant);
    for (const platform of platforms) await linkAdAccount(merchant, platform);
    await deposit(merchant, 5_000);
    const next = () => page.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();

    for (const platform of platforms) {
      await story.step(`on ${platform}`, async () => {
        await page.goto("/campaigns/add");
        await choosePlatforms(page, t, [platform]);
        await fillGoal(page, t, `عجوة المدينة ${platform}`);
        await next();

        await page.getByRole("textbox", { name: t("campaigns_form:daily_budget"), exact: true }).fill("300");
        if (platform === "google")
          await page
            .getByRole("textbox", { name: t("campaigns_form:keywords"), exact: true })
            .fill("تمر عجوة\nتمور فاخرة");
        await next();

        if (platform !== "google") await uploadPicture(page, t, platform);
        await fillEmpty(page);
        await next();
        await expect(page.getByRole("heading", { name: t("campaigns_form:steps.review") })).toBeVisible();
        await launch(page, t);
        await expect(syncStateTable(page, t)).toContainText(t("campaigns:sync_states.synced"));
      });
    }

    await story.step("a day later home shows the five beside each other, each with its spend", async () => {
      // Reviews come first, shoppers afterwards.
      await sandbox.step("PT1H");
      await sandbox.step("P1D");
      await page.goto("/");
      for (const platform of platforms)
        await expect(
          page
            .getByRole("row")
            .filter({ has: page.getByRole("rowheader", { name: t(`reports:${platform}`) }) })
            .getByRole("cell")
            .first(),
        ).toContainText(/[1-9]/, { timeout: 90_000 });
    });
    const { items } = await merchant.call<{ items: { id: string }[] }>("GET Clients/Campaigns/index");
    for (const { id } of items) await merchant.call(`POST Clients/Campaigns/${id}/pause`);
  },
);

/** The texts of an ad on this platform: each empty field gets a text of its own. */
async function fillEmpty(page: Page) {
  const fields = page.getByRole("main").getByRole("textbox");
  for (const [index, field] of (await fields.all()).entries())
    if ((await field.inputValue()) === "") await field.fill(`تمر عجوة فاخر ${index + 1}`);
}
