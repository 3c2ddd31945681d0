import { linkAdAccount } from "#app/testing/connections.ts";
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
    await browser.getByRole("button", { name: t("assistants:planner.make"), exact: true }).click();

    const draft = browser.getByRole("definition");
    await expect(draft.filter({ hasText: t("assistants:planner.genders.female") })).toBeVisible();
    await expect(draft.filter({ hasText: "600" })).toBeVisible();
    await expect(draft.filter({ hasText: t("assistants:planner.days", { count: 5 }) })).toBeVisible();
    await browser.getByRole("button", { name: t("assistants:planner.open"), exact: true }).click();

    await expect(browser).toHaveURL(/\/campaigns\/add/);
    await expect(
      browser.getByRole("textbox", { name: t("campaigns_form:landing_url"), exact: true }),
    ).not.toHaveValue("");
    await browser.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();
    await expect(
      browser.getByRole("textbox", { name: t("campaigns_form:daily_budget"), exact: true }),
    ).toHaveValue(/^600/);
  },
);
