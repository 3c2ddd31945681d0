import { shown } from "./steps/figures.ts";
import { answerBank, cards, chooseAmount, payByCard } from "./steps/pay.ts";
import { aMerchantWithAStore, expect, type Page, type Say, story } from "./steps/story.ts";

const walletPath = "/financial-transaction/wallet";

/** Opens topping up in the wallet. */
async function topUp(page: Page, say: Say) {
  await page.goto(walletPath);
  await page
    .getByRole("main")
    .getByRole("button", { name: say("wallet:top_up"), exact: true })
    .first()
    .click();
}

const balance = (page: Page, say: Say) =>
  shown(page.getByRole("region", { name: say("wallet:balance"), exact: true }).locator("bdi"));

story.describe("a merchant who tops up the wallet", () => {
  story(
    "pays with a card the bank declines, reads why, and pays with another",
    async ({ page, say, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      await topUp(page, say);
      await chooseAmount(page, say, 500);
      await payByCard(page, cards.noBalance);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("alert")).toContainText(say("wallet:payment_failed_balance"));

      await page.getByRole("button", { name: say("wallet:try_again_payment") }).click();
      await expect(page).toHaveURL(new RegExp(walletPath));
      expect(await balance(page, say)).toBe(0);
      await topUp(page, say);
      await chooseAmount(page, say, 500);
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();
      await page.getByRole("link", { name: say("wallet:back_to_wallet") }).click();
      await expect.poll(() => balance(page, say)).toBe(500);
    },
  );

  story("fails the bank's check, and nothing is taken", async ({ page, say, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    await topUp(page, say);
    await chooseAmount(page, say, 300);
    await payByCard(page, cards.good);
    await answerBank(page, "UNAUTHENTICATED");
    await expect(page.getByRole("alert")).toContainText(say("wallet:failed_title"));
    await expect(page.getByRole("alert")).toContainText(say("wallet:payment_failed_not_verified"));
    expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({ balance_halalas: 0 });
  });

  story("leaves the bank's page, and finishes the payment later", async ({ page, say, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await topUp(page, say);
    await chooseAmount(page, say, 700);
    await payByCard(page, cards.good);
    await expect(page.locator('button[name="auth_result"]').first()).toBeVisible();

    await page.goto(walletPath);
    await expect.poll(() => balance(page, say)).toBe(0);
    await page
      .getByRole("listitem")
      .filter({ hasText: say("wallet:status_pending") })
      .getByRole("link")
      .click();
    await page.getByRole("link", { name: say("wallet:go_to_bank") }).click();
    await answerBank(page, "AUTHENTICATED");
    await expect(page.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();
  });

  story(
    "presses twice, in two tabs, and is charged once",
    async ({ page, context, say, sandbox, product }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await topUp(page, say);
      await page.getByRole("textbox", { name: say("wallet:amount_label") }).fill("250");
      await page.getByRole("button", { name: say("wallet:continue_to_pay") }).dblclick();
      await payByCard(page, cards.good);
      const confirm = page.locator('button[name="auth_result"][value="AUTHENTICATED"]');
      await expect(confirm).toBeVisible();
      const second = await context.newPage();
      await second.goto(page.url());
      await confirm.click();
      await second.locator('button[name="auth_result"][value="AUTHENTICATED"]').click();
      for (const tab of [page, second])
        await expect(tab.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();
      await second.reload();
      await expect(second.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();
      const { items } = await merchant.call<{ items: { status: string }[] }>("GET Clients/Wallet/deposits");
      expect(items.map(({ status }) => status)).toEqual(["paid"]);
      expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({ balance_halalas: 250_00 });
    },
  );

  story(
    "pays the second time with the kept card, and the statement runs on",
    async ({ page, say, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      await topUp(page, say);
      await chooseAmount(page, say, 400);
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();

      await topUp(page, say);
      await page.getByRole("textbox", { name: say("wallet:amount_label") }).fill("150.50");
      await expect(page.getByRole("radio", { name: /1010/ })).toBeChecked();
      await page.getByRole("button", { name: say("wallet:pay_now", { amount: "150.50" }) }).click();
      await page
        .getByRole("link", { name: say("wallet:go_to_bank") })
        .or(page.getByText(say("wallet:balance_charged")))
        .first()
        .waitFor();
      if (await page.getByRole("link", { name: say("wallet:go_to_bank") }).isVisible()) {
        await page.getByRole("link", { name: say("wallet:go_to_bank") }).click();
        await answerBank(page, "AUTHENTICATED");
        await expect(page.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();
      }

      await page.goto("/financial-transaction/operations-table");
      const lines = page.getByRole("table", { name: say("wallet:transactions_of_wallet") }).getByRole("row");
      await expect(lines.filter({ hasText: say("wallet:kind_deposit") })).toHaveCount(2);
      const [newest, oldest] = [lines.nth(1), lines.nth(2)];
      await expect(newest).toContainText("+150.50");
      await expect(newest).toContainText("550.50");
      await expect(oldest).toContainText("+400.00");
      await page.getByRole("combobox", { name: say("wallet:charge_type") }).click();
      await page.getByRole("option", { name: say("wallet:charge_withdrawal") }).click();
      await expect(page.getByText(say("wallet:nothing_fits"))).toBeVisible();
    },
  );
});
