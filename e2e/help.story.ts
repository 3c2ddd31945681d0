import { findAccessibilityViolations } from "./steps/inspect.ts";
import { aMerchantWithAStore, expect, type Page, story, type Translate } from "./steps/story.ts";

/** From the menu of all pages on a phone, and from the button at the side navigation's foot on a desktop. */
async function openHelp(page: Page, t: Translate, isPhone: boolean) {
  const name = isPhone ? t("app:nav.menu") : t("app:help");
  await page.getByRole("button", { name, exact: true }).first().click();
  await page.getByRole("button", { name: t("app:help_centre"), exact: true }).click();
}

story(
  "a visitor reads and searches the help centre without JavaScript, and finds who runs the product",
  async ({ page, browser, t, language, product }) => {
    await page.goto("/auth");
    const link = page.getByRole("link", { name: t("merchants:auth.help"), exact: true });
    await expect(link).toHaveAttribute("href", `/help?lang=${language}`);

    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product });
    try {
      const visitor = await context.newPage();
      await visitor.goto(`/help?lang=${language}`);
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(t("help:title"));
      await visitor.getByRole("searchbox").fill(language === "ar" ? "السحب من المحفظه" : "withdraw");
      await visitor.getByRole("button", { name: t("help:search") }).click();
      await visitor.getByRole("main").getByRole("link").first().click();
      await expect(visitor).toHaveURL(new RegExp(`/help/withdrawal\\?lang=${language}$`));
      await expect(visitor.getByText(t("wallet_withdrawals:send_code")).first()).toBeVisible();
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

      await visitor
        .getByRole("contentinfo")
        .getByRole("link", { name: t("company:links.contact") })
        .click();
      await expect(visitor.getByText(t("company:none.contact"))).toBeVisible();
    } finally {
      await context.close();
    }
  },
);

story(
  "a merchant opens the help of a form without leaving it, finds another page by the search, and names their company",
  async ({ page, t, language, sandbox, product, isPhone }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/tracking/new");
    const name = page.getByRole("textbox", { name: t("tracking_links:form.name") });
    await name.fill("حقيبة المتجر");
    await openHelp(page, t, isPhone);
    const panel = page.getByRole("dialog", { name: t("help:title") });
    await expect(panel.getByRole("heading", { level: 2 }).last()).toHaveText(t("tracking:title"));
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await panel.getByRole("button", { name: t("help:panel.back") }).click();
    await panel.getByRole("searchbox").fill(language === "ar" ? "كود الخصم" : "discount code");
    await expect(panel.getByRole("status")).toBeVisible();
    await panel
      .getByRole("button", { name: t("campaign:coupons.title") })
      .first()
      .click();
    await expect(panel.getByText(t("campaign:coupons.add_first")).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(name).toHaveValue("حقيبة المتجر");

    await page.goto("/account-settings/account-details");
    await page.getByRole("button", { name: t("billing_invoices:add_details") }).click();
    const fill = (field: string, value: string) =>
      page.getByLabel(t(`billing_invoices:fields.${field}`), { exact: true }).fill(value);
    await fill("name", "مؤسسة ليلك");
    await fill("registration_number", "10106543");
    await fill("contact_email", "care@lylak.example");
    await page.getByRole("button", { name: t("billing_invoices:save"), exact: true }).click();
    await expect(page.getByText(t("company:registration_number_not_valid"))).toBeVisible();
    await fill("registration_number", "1010654321");
    await page.getByRole("button", { name: t("billing_invoices:save"), exact: true }).click();
    await expect(page.getByText(t("billing_invoices:saved"))).toBeVisible();
    await expect(page.getByText("مؤسسة ليلك")).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  },
);
