import { waitForPage } from "./steps/inspect.ts";
import { aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, story } from "./steps/story.ts";

story(
  "a ready rule is tried on one's own figures, put on trial, switched on, edited and deleted",
  async ({ page, t, sandbox, product }) => {
    await aReadyMerchant(page, { sandbox, product });
    await page.goto("/rules");
    await waitForPage(page);
    await expect(page.getByRole("heading", { name: t("rules:empty_title") })).toBeVisible();

    await page
      .getByRole("link", { name: t("rules:ready.try") })
      .first()
      .click();
    await expect(page.getByText(t("rules:test.no_campaigns"))).toBeVisible();
    await page.getByRole("button", { name: t("rules:form.save"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("rules:ready.stop_loser") })).toBeVisible();

    await page.getByRole("button", { name: t("rules:act_shadow") }).click();
    await expect(page.getByText(t("rules:states.shadow"), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: t("rules:act_live") }).click();
    await expect(page.getByText(t("rules:states.live"), { exact: true })).toBeVisible();

    await page.getByRole("button", { name: t("rules:form.edit") }).click();
    const value = page.getByRole("textbox", { name: t("rules:form.value_roas") });
    await value.fill("");
    await page.getByRole("button", { name: t("rules:form.save_changes") }).click();
    await expect(page.getByText(t("rules:form.required"))).toBeVisible();
    await value.fill("1.5");
    await page.getByRole("button", { name: t("rules:form.save_changes") }).click();
    await expect(page.getByText("1.50")).toBeVisible();

    await page.goto("/rules/campaigns");
    const isOn = page.getByRole("switch");
    await expect(isOn).toBeChecked();
    await page.getByRole("button", { name: t("rules:settings.stop_all") }).click();
    await expect(page.getByText(t("rules:settings.all_stopped"), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: t("rules:settings.resume_all") }).click();
    await expect(page.getByText(t("rules:settings.all_stopped"), { exact: true })).toBeHidden();

    await page
      .getByRole("link", { name: t("rules:ready.stop_loser"), exact: true })
      .first()
      .click();
    await page.getByRole("button", { name: t("rules:delete") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("rules:delete") })
      .click();
    await expect(page.getByRole("heading", { name: t("rules:empty_title") })).toBeVisible();
  },
);
