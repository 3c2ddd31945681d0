import { shown } from "./steps/figures.ts";
import { answerBank, cards, chooseAmount, openTopUp, payByCard, payByStcPay } from "./steps/pay.ts";
import { aMerchantWithAStore, expect, type Page, story, type Translate } from "./steps/story.ts";

const walletPath = "/financial-transaction/wallet";

const balance = (page: Page, t: Translate) =>
  shown(page.getByRole("region", { name: t("wallet:balance"), exact: true }).locator("bdi"));

story.describe("a merchant who tops up the wallet", () => {
  story(
    "pays with a card the bank declines, reads why, and pays with another",
    async ({ page, t, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      await openTopUp(page, t);
      await chooseAmount(page, t, 500);
      await payByCard(page, cards.noBalance);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("alert")).toContainText(t("payments:payment_failed_balance"));

      await page.getByRole("button", { name: t("wallet:try_again_payment") }).click();
      await expect(page).toHaveURL(new RegExp(walletPath));
      await expect.poll(() => balance(page, t)).toBe(0);
      await openTopUp(page, t);
      await chooseAmount(page, t, 500);
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
      await page.getByRole("link", { name: t("wallet:back_to_wallet") }).click();
      await expect.poll(() => balance(page, t)).toBe(500);
    },
  );

  story(
    "pays by STC Pay with the phone's code, in a browser that offers no Apple Pay",
    async ({ page, t, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      await openTopUp(page, t);
      await chooseAmount(page, t, 200);
      await expect(page.getByRole("radio", { name: "STC Pay", exact: true })).toBeVisible();
      await expect(page.getByText("Apple Pay", { exact: true })).toHaveCount(0);
      await payByStcPay(page);
      await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
      await page.getByRole("link", { name: t("wallet:back_to_wallet") }).click();
      await expect.poll(() => balance(page, t)).toBe(200);
    },
  );

  story("fails the bank's check, and nothing is taken", async ({ page, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    await openTopUp(page, t);
    await chooseAmount(page, t, 300);
    await payByCard(page, cards.good);
    await answerBank(page, "UNAUTHENTICATED");
    await expect(page.getByRole("alert")).toContainText(t("wallet:failed_title"));
    await expect(page.getByRole("alert")).toContainText(t("payments:payment_failed_not_verified"));
    expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({ balance_halalas: 0 });
  });

  story("leaves the bank's page, and finishes the payment later", async ({ page, t, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await openTopUp(page, t);
    await chooseAmount(page, t, 700);
    await payByCard(page, cards.good);
    await expect(page.locator('button[name="auth_result"]').first()).toBeVisible();

    await page.goto(walletPath);
    await expect.poll(() => balance(page, t)).toBe(0);
    await page
      .getByRole("listitem")
      .filter({ hasText: t("wallet:status_pending") })
      .getByRole("link")
      .click();
    await page.getByRole("link", { name: t("payments:go_to_bank") }).click();
    await answerBank(page, "AUTHENTICATED");
    await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
  });

  story("presses twice, in two tabs, and is charged once", async ({ page, context, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    await openTopUp(page, t);
    await page.getByRole("textbox", { name: t("wallet:amount_label") }).fill("250");
    await page.getByRole("button", { name: t("wallet:continue_to_pay") }).dblclick();
    await payByCard(page, cards.good);
    const confirm = page.locator('button[name="auth_result"][value="AUTHENTICATED"]');
    await expect(confirm).toBeVisible();
    const second = await context.newPage();
    await second.goto(page.url());
    await confirm.click();
    await second.locator('button[name="auth_result"][value="AUTHENTICATED"]').click();
    for (const tab of [page, second])
      await expect(tab.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
    await second.reload();
    await expect(second.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
    const { items } = await merchant.call<{ items: { status: string }[] }>("GET Clients/Wallet/deposits");
    expect(items.map(({ status }) => status)).toEqual(["paid"]);
    expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({ balance_halalas: 250_00 });
  });

  story(
    "pays the second time with the saved card, and the statement continues",
    async ({ page, t, isPhone, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      await openTopUp(page, t);
      await chooseAmount(page, t, 400);
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();

      await openTopUp(page, t);
      await page.getByRole("textbox", { name: t("wallet:amount_label") }).fill("150.50");
      await expect(page.getByRole("radio", { name: /1010/ })).toBeChecked();
      await page.getByRole("button", { name: t("wallet:pay_now", { amount: "150.50" }) }).click();
      await page
        .getByRole("link", { name: t("payments:go_to_bank") })
        .or(page.getByText(t("wallet:balance_charged")))
        .first()
        .waitFor();
      if (await page.getByRole("link", { name: t("payments:go_to_bank") }).isVisible()) {
        await page.getByRole("link", { name: t("payments:go_to_bank") }).click();
        await answerBank(page, "AUTHENTICATED");
        await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
      }

      await page.goto("/financial-transaction/operations-table");
      const lines = page
        .getByRole("button", { expanded: false })
        .filter({ hasText: t("wallet:kind_deposit") });
      await expect(lines).toHaveCount(2);
      const [newest, oldest] = [lines.nth(0), lines.nth(1)];
      await expect(newest).toContainText("+150.50");
      await expect(newest).toContainText("550.50");
      await expect(oldest).toContainText("+400.00");
      if (isPhone) await page.getByRole("button", { name: t("wallet_statement:filters") }).click();
      await page.getByRole("combobox", { name: t("wallet:charge_type") }).click();
      await page.getByRole("option", { name: t("wallet:charge_withdrawal") }).click();
      if (isPhone) await page.getByRole("button", { name: t("wallet_statement:show_lines") }).click();
      await expect(page.getByText(t("wallet:nothing_fits"))).toBeVisible();
    },
  );
});
