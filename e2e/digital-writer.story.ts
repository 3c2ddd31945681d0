import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

const page = "/digital-writer";

story(
  "a merchant has a text written from the store's facts, words it themselves, and begins a campaign with it",
  async ({ page: browser, t, sandbox, product, isPhone }) => {
    await aMerchantWithAStore(browser, { sandbox, product });
    await browser.goto(page);
    await browser.getByRole("button", { name: t("assistants:product.choose") }).click();
    const dialog = browser.getByRole("dialog");
    const first = dialog.getByRole("listitem").first().getByRole("button");
    const name = (await first.locator("bdi").first().textContent()) ?? "";
    await first.click();
    await browser.getByRole("button", { name: t("assistants:composer.send"), exact: true }).click();

    const version = browser.getByRole("listitem", { name: t("assistants:version.label", { number: "1" }) });
    await expect(version).toContainText(name.split(" ")[0] ?? "");
    await expect(browser.getByText(t("assistants:engine.built_in"))).toBeVisible();
    await version.getByRole("button", { name: t("assistants:version.edit"), exact: true }).click();
    await version.getByRole("textbox", { name: t("assistants:version.headline") }).fill("خصم على كل شي");
    await version.getByRole("button", { name: t("assistants:version.save"), exact: true }).click();
    await expect(version).toContainText(t("campaigns_law:rules.discount.title"));

    // A discount needs its licence, which its note says.
    await version.getByRole("button", { name: t("assistants:version.edit"), exact: true }).click();
    await version.getByRole("textbox", { name: t("assistants:version.headline") }).fill("عنوان كتبته بيدي");
    await version.getByRole("button", { name: t("assistants:version.save"), exact: true }).click();
    await expect(version).not.toContainText(t("campaigns_law:rules.discount.title"));
    await version.getByRole("button", { name: t("assistants:version.favourite"), exact: true }).click();
    await version.getByRole("button", { name: t("assistants:version.shorten"), exact: true }).click();
    await expect(browser.getByText(t("assistants:revision.shorten"))).toBeVisible();

    await browser.reload();
    if (isPhone)
      await browser.getByRole("button", { name: t("assistants:history.open"), exact: true }).click();
    await browser
      .locator("label")
      .filter({ hasText: t("assistants:history.favourites") })
      .click();
    await browser
      .getByRole("button", { name: /عنوان كتبته بيدي/ })
      .first()
      .click();
    await version.getByRole("button", { name: t("assistants:version.use"), exact: true }).click();
    await expect(browser).toHaveURL(/\/campaigns\/add/);
  },
);
