import { linkAdAccount } from "#app/testing/connections.ts";
import type { Merchant } from "#app/testing/merchant.ts";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

story(
  "a merchant describes a campaign, sees how it was understood, and goes on with its draft in the form",
  async ({ page: browser, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(browser, { sandbox, product });
    await browser.goto("/campaigns/AddAi");
    await expect(browser.getByRole("link", { name: t("assistants:planner.connect") })).toBeVisible();
    for (const platform of ["snapchat", "meta", "tiktok"] as const) await linkAdAccount(merchant, platform);
    await browser.reload();

    await browser.getByRole("button", { name: t("assistants:planner.make"), exact: true }).click();
    await expect(browser.getByText(t("assistants:planner.description_missing"))).toBeVisible();
    await browser
      .getByRole("textbox", { name: t("assistants:planner.description") })
      .fill("تمور فاخرة هدايا للنساء في الرياض وجدة، 600 ريال يوميًا لمدة 5 أيام");
    await browser.getByRole("button", { name: t("assistants:product.choose"), exact: true }).click();
    await browser.getByRole("dialog").getByRole("listitem").first().getByRole("button").click();
    await browser.getByRole("radio", { name: t("assistants:planner.landing_page_yes") }).check();
    await browser.getByRole("button", { name: t("assistants:planner.make"), exact: true }).click();

    const choice = (name: string) => browser.getByRole("region", { name: t(name), exact: true });
    await expect(choice("assistants:planner.audience")).toContainText(t("assistants:planner.genders.all"));
    await expect(choice("assistants:planner.audience")).toContainText(t("assistants:planner.reasons.gift"));
    await expect(choice("assistants:planner.budget")).toContainText("600");
    await expect(choice("assistants:planner.budget")).toContainText(
      t("assistants:planner.days", { count: 5 }),
    );

    // One choice alone is asked for again, and a reload shows the plan as it was left.
    await browser
      .getByRole("button", { name: t("assistants:planner.chips.audience_female"), exact: true })
      .click();
    await expect(choice("assistants:planner.changed")).toContainText(t("assistants:planner.genders.female"));
    await browser.reload();
    await expect(choice("assistants:planner.audience")).toContainText(t("assistants:planner.genders.female"));
    await expect(choice("assistants:planner.budget")).toContainText("600");
    await browser.getByRole("button", { name: t("assistants:planner.open"), exact: true }).click();

    await expect(browser).toHaveURL(/\/campaigns\/add/);
    await expect(
      browser.getByRole("textbox", { name: t("campaigns_form:landing_url"), exact: true }),
    ).not.toHaveValue("");
    await browser.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();
    await expect(
      browser.getByRole("textbox", { name: t("campaigns_form:daily_budget"), exact: true }),
    ).toHaveValue(/^600/);
    await expect.poll(() => listPictures(merchant)).toEqual([true, true, true]);
  },
);

type Ad = { media_id?: string | null };

/** Whether each ad of the merchant's draft has a picture. */
async function listPictures({ call }: Merchant): Promise<boolean[]> {
  const { items } = await call<{ items: { id: string }[] }>("GET Clients/Drafts/index");
  const { content } = await call<{ content: { ad_groups: { ads: Ad[] }[] } }>(
    `GET Clients/Drafts/${items[0]?.id}`,
  );
  return content.ad_groups.flatMap(({ ads }) => ads.map(({ media_id }) => Boolean(media_id)));
}
