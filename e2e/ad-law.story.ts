import { buildCampaignInput, type createCampaign } from "#app/testing/merchant.ts";
import { aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, story } from "./steps/story.ts";

type Created = Awaited<ReturnType<typeof createCampaign>>;

story(
  "an ad with a discount starts once its licence is recorded beside the words",
  async ({ page, t, sandbox, product }) => {
    const { merchant, parts } = await aReadyMerchant(page, { sandbox, product });
    const body = buildCampaignInput(parts, "عجوة الأسبوع", "خصم ٢٠٪ على العجوة");
    const { id, ad_groups } = await merchant.call<Created>("POST Clients/Campaigns/create", { body });
    const [group] = ad_groups;
    const start = page.getByRole("button", { name: t("campaigns:actions.start"), exact: true });

    await page.goto(`/campaigns/${id}`);
    await start.click();
    const refusal = t("campaigns:discount_licence_missing", { words: "خصم" });
    await expect(page.getByRole("main").getByText(refusal)).toBeVisible();

    await page.goto(`/ads/${group?.id}/add?ad=${group?.ads[0]?.id}`);
    const notes = page.getByRole("region", { name: t("campaigns_law:title") });
    await expect(notes).toContainText(t("campaigns_law:rules.discount.words"));
    await notes.getByRole("button", { name: t("campaigns_law:licences.add_kind.discount") }).click();
    await notes.getByRole("textbox", { name: t("campaigns_law:licences.number") }).fill("1447-20931");
    await page.keyboard.press("Enter");
    await expect(notes).toContainText("1447-20931");

    await page.goto(`/campaigns/${id}`);
    await start.click();
    await expect(page.getByRole("button", { name: t("campaigns:actions.pause"), exact: true })).toBeVisible();
    await page.goto("/account-settings/settings");
    await expect(page.getByText("1447-20931")).toBeVisible();
  },
);
