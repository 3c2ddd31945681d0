import { startProduct } from "#app/testing/product.ts";
import { fillCampaign } from "./steps/campaign.ts";
import { barriersOf, settle } from "./steps/inspect.ts";
import { hold } from "./steps/network.ts";
import { answerBank, cards, chooseAmount, payByCard } from "./steps/pay.ts";
import { aReadyMerchant } from "./steps/ready-merchant.ts";
import { aMerchant, aMerchantWithAStore, expect, story } from "./steps/story.ts";

story(
  "the connection goes and comes back: it is said, nothing is lost, and work goes on",
  async ({ page, context, say, sandbox, product, complaints }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/account-settings/account-details");
    await settle(page);
    const name = page.getByRole("textbox", { name: say("merchants:auth.name") });
    const save = page.getByRole("button", { name: say("merchants:account.save") });
    await name.fill("نورة الحربي");

    await context.setOffline(true);
    await expect(page.getByText(say("app:offline_title"))).toBeVisible();
    expect(await barriersOf(page)).toEqual([]);
    await save.click();
    await expect(page.getByText(say("base:client_offline"))).toBeVisible();
    await expect(name).toHaveValue("نورة الحربي");

    await context.setOffline(false);
    await expect(page.getByText(say("app:offline_title"))).toBeHidden();
    await save.click();
    await expect(page.getByText(say("merchants:account.saved"))).toBeVisible();
    complaints.length = 0;
  },
);

story(
  "on a slow line a campaign launched by two presses is one campaign",
  async ({ page, say, sandbox, product }) => {
    const { merchant } = await aReadyMerchant(page, { sandbox, product });
    await page.goto("/campaigns/add");
    await fillCampaign(page, say, {
      name: "عود كمبودي",
      dailyRiyals: 50,
      headline: "عود أصلي",
      brand: "دار العود",
    });
    const line = await hold(page, "**/Clients/Campaigns/create");
    const button = page.getByRole("button", { name: say("campaigns:form.launch") });
    await button.click();
    await expect(button).toBeDisabled();
    await button.click({ force: true });
    line.letGo();
    await expect(page).toHaveURL(/\/campaigns\/cmp_/);
    expect(line.held()).toBe(1);
    const { total, items } = await merchant.call<{ total: number; items: { id: string }[] }>(
      "GET Clients/Campaigns/index",
    );
    expect(total).toBe(1);
    await merchant.call(`POST Clients/Campaigns/${items[0]?.id}/pause`);
  },
);

story(
  "an answer that was lost on its way is asked for again, and the second press makes no second campaign",
  async ({ page, say, sandbox, product, complaints }) => {
    const { merchant } = await aReadyMerchant(page, { sandbox, product });
    await page.goto("/campaigns/add");
    await fillCampaign(page, say, {
      name: "ماء زمزم",
      dailyRiyals: 50,
      headline: "يصل اليوم",
      brand: "متجر مكة",
    });
    let lost = 0;
    await page.route("**/Clients/Campaigns/create", async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    const keep = page.getByRole("button", { name: say("campaigns:form.keep") });
    await keep.click();
    await expect(page.getByText(say("base:client_network"))).toBeVisible();
    await keep.click();
    await expect(page).toHaveURL(/\/campaigns\/cmp_/);
    expect(await merchant.call("GET Clients/Campaigns/index")).toMatchObject({ total: 1 });
    complaints.length = 0;
  },
);

story(
  "the gateway's form does not come: it is said, and comes when it is asked for again",
  async ({ page, say, sandbox, product, complaints }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/financial-transaction/wallet");
    await page.route("**/moyasar-cdn/**", (route) => route.abort());
    await page
      .getByRole("main")
      .getByRole("button", { name: say("wallet:top_up"), exact: true })
      .first()
      .click();
    await chooseAmount(page, say, 200);
    await expect(page.getByText(say("wallet:form_blocked"), { exact: true })).toBeVisible();
    await page.unroute("**/moyasar-cdn/**");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("base:try_again") })
      .click();
    await payByCard(page, cards.good);
    await answerBank(page, "AUTHENTICATED");
    await expect(page.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();
    complaints.length = 0;
  },
);

story(
  "the bank's word comes late: the page waits by itself and money enters once",
  async ({ page, say, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/financial-transaction/wallet");
    await page
      .getByRole("main")
      .getByRole("button", { name: say("wallet:top_up"), exact: true })
      .first()
      .click();
    await chooseAmount(page, say, 350);
    await payByCard(page, cards.good);
    await expect(page.locator('button[name="auth_result"]').first()).toBeVisible();
    await sandbox.fault({ vendor: "moyasar", kind: "503", path: "/payments" });
    try {
      await answerBank(page, "AUTHENTICATED");
      await expect(
        page
          .getByText(say("wallet:checking"))
          .or(page.getByText(say("wallet:still_waiting")))
          .first(),
      ).toBeVisible();
    } finally {
      await sandbox.mend("moyasar");
    }
    await expect(page.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible({
      timeout: 60_000,
    });
    expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({ balance_halalas: 350_00 });
  },
);

story(
  "the store is closed by its owner: every page says so until it is open again",
  async ({ page, say, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    const { stores } = await merchant.call<{ stores: { link: string; name: string }[] }>(
      "GET Clients/Stores/index",
    );
    const own = (await sandbox.stores()).find(({ url }) => url === stores[0]?.link);
    const readNow = page.getByRole("button", {
      name: say("stores:sync_of", { name: stores[0]?.name ?? "" }),
    });
    const note = page.getByRole("alert").filter({ hasText: say("app:inactive_note") });
    await page.goto("/link-ad-accounts/add-store");
    await expect(note).toBeHidden();
    await sandbox.changeStore({ store_id: own?.store_id, status: "inactive" });
    await readNow.click();
    await expect(note).toBeVisible();
    await page.goto("/campaigns");
    await expect(note).toBeVisible();
    await sandbox.changeStore({ store_id: own?.store_id, status: "active" });
    await page.goto("/link-ad-accounts/add-store");
    await readNow.click();
    await expect(note).toBeHidden();
  },
);

story(
  "the server is restarted under an open page, and the page goes on",
  async ({ page, say, sandbox, complaints }) => {
    story.setTimeout(240_000);
    const other = await startProduct(await sandbox.asNeighbour());
    try {
      const merchant = await aMerchant(page, { sandbox, product: other.url });
      await page.goto(`${other.url}/first-campaign/payement`);
      await expect(page.getByText(say("first_campaign:money.card_needed"))).toBeVisible();
      await page.evaluate(() => document.body.setAttribute("data-opened", "once"));
      await other.restart();
      await merchant.call("PUT Clients/Account/UpdateProfile", { form: named("هند الشمري") });
      await page.getByRole("link", { name: say("first_campaign:money.pay") }).click();
      await chooseAmount(page, say, 200);
      await expect(page.locator("form.mysr-form")).toBeVisible();
      await expect(page.locator("body")).toHaveAttribute("data-opened", "once");
    } finally {
      await other.stop();
    }
    complaints.length = 0;
  },
);

function named(name: string): FormData {
  const form = new FormData();
  form.append("name", name);
  return form;
}
