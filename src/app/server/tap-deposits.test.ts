import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { type Merchant, payDeposit, signUp, until } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/** A whole product that changes its payment gateway: from Moyasar's form to Tap's own page. */

type Deposit = { id: string; status: string; action_url: string | null };
type Begun = { deposit: Deposit; form: { kind: string; intent_id: string } | null };

let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;

beforeAll(async () => {
  sandbox = await startSandbox();
  product = await startProduct(sandbox);
  merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0501234567");
}, 300_000);
afterAll(async () => {
  await product?.stop();
  await sandbox?.stop();
});

const begin = (body: object) =>
  merchant.call<Begun>("POST Clients/Wallet/deposit", { body: { amount_halalas: 20_050, ...body } });
const openPage = (intentId: string) =>
  merchant.call<{ url: string }>(`POST Clients/Wallet/payments/${intentId}/page`);
const waitUntilPaid = (id: string) =>
  until("the deposit in the wallet", async () => {
    const deposit = await merchant.call<Deposit>(`POST Clients/Wallet/deposit/${id}/check`);
    return deposit.status === "paid" && deposit;
  });
const loadBalance = async () =>
  (await merchant.call<{ balance_halalas: number }>("GET Clients/Wallet/index")).balance_halalas;

/** What the cardholder does on a page of Tap's, and where it sends the browser. */
async function submit(url: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return answer.headers.get("location") ?? "";
}
async function payOnPage(url: string, month = "01", year = "2039"): Promise<string> {
  const card = { number: "4464040000000007", month, year, cvc: "100", name: "NOURA TEST" };
  return submit(await submit(url, card), { result: "AUTHENTICATED" });
}

describe("a product that changes to Tap", () => {
  it("ends a deposit at Moyasar that began there, and begins new ones at Tap", async () => {
    const { depositId } = await payDeposit(merchant, 100);
    product.settings.PAYMENT_GATEWAY = "tap";
    await product.restart();
    await waitUntilPaid(depositId);
    expect(await loadBalance()).toBe(10_000);
    const { form } = await begin({});
    expect(form).toMatchObject({ kind: "redirect" });
  }, 300_000);

  it("takes a deposit on Tap's page once, however often the page is opened, and saves its card", async () => {
    const { deposit, form } = await begin({ save_card: true });
    const intentId = form?.intent_id ?? "";
    const [first, second] = [await openPage(intentId), await openPage(intentId)];
    expect(second.url).toBe(first.url);
    const back = new URL(await payOnPage(first.url));
    expect(back.searchParams.get("deposit")).toBe(deposit.id);
    await waitUntilPaid(deposit.id);
    expect(await loadBalance()).toBe(30_050);
    await expect(openPage(intentId)).rejects.toThrow(/409/);
    const { items } = await merchant.call<{ items: { last_four: string }[] }>("GET Clients/Wallet/cards");
    expect(items.map(({ last_four }) => last_four)).toContain("0007");
  }, 120_000);

  it("lets a declined deposit be paid on a new page", async () => {
    const { deposit, form } = await begin({});
    const intentId = form?.intent_id ?? "";
    const declined = await openPage(intentId);
    await payOnPage(declined.url, "04", "2027");
    const again = await openPage(intentId);
    expect(again.url).not.toBe(declined.url);
    await payOnPage(again.url);
    await waitUntilPaid(deposit.id);
    expect(await loadBalance()).toBe(50_100);
  }, 120_000);

  it("charges the card that Tap saved, and the bank verifies it", async () => {
    type Cards = { items: { id: string; last_four: string }[] };
    const { items } = await merchant.call<Cards>("GET Clients/Wallet/cards");
    const card = items.find(({ last_four }) => last_four === "0007");
    const { deposit } = await begin({ card_id: card?.id });
    const url = await until("the bank's page", async () => {
      const found = await merchant.call<Deposit>(`GET Clients/Wallet/deposit/${deposit.id}`);
      return found.action_url;
    });
    await submit(url, { result: "AUTHENTICATED" });
    await waitUntilPaid(deposit.id);
    expect(await loadBalance()).toBe(70_150);
    expect(await merchant.call("GET Clients/Wallet/audit")).toMatchObject({ passed: true });
  }, 120_000);
});
