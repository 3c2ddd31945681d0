import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { OrdersReport } from "#modules/reports/contract/orders.calls.ts";
import { connectStore } from "../testing/connections.ts";
import { type Merchant, signUp, until } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/** What became of a store's orders, over real HTTP, against what really happened: to the order and to the halala. */

type Amount = { orders: number; halalas: number };
type Fact = { kind: string; order_id: string; halalas: number; payment_method: string; vendor: string };

let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;
let storeId: number;

beforeAll(async () => {
  sandbox = await startSandbox({
    env: { SANDBOX_START: "2026-11-01T06:00:00Z", SANDBOX_REFUSED_PERCENT: "25", SANDBOX_RATE_LIMITS: "off" },
  });
  product = await startProduct(sandbox);
  merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0501000099");
  await connectStore(merchant);
  const stores = await sandbox.control<{ store_id: number; installed: boolean }[]>("salla/stores");
  storeId = stores.find(({ installed }) => installed)?.store_id ?? 0;
  expect(storeId).toBeGreaterThan(0);
  await sandbox.control("salla/stores", { store_id: storeId, everyday_orders: 25 });
});
afterAll(async () => {
  await product?.stop();
  await sandbox?.stop();
});

const step = (period: string) => sandbox.control("clock", { step: period });
const loadFacts = async () =>
  (await sandbox.control<{ items: Fact[] }>(`truth?store_id=${storeId}&limit=100000`)).items;
const load = () =>
  merchant.call<OrdersReport>("GET Clients/Reports/orders", {
    query: { from: "2026-11-01", compare: "none" },
  });

/** A pending bank transfer is no order yet: it is paid, so that every order of the truth counts. */
async function payPendingOrders() {
  const facts = await loadFacts();
  const over = new Set(facts.filter(({ kind }) => kind === "cancellation").map(({ order_id }) => order_id));
  for (const { kind, payment_method, order_id } of facts)
    if (kind === "order" && payment_method === "bank" && !over.has(order_id))
      await sandbox.control("salla/orders", { order_id, end: "paid" });
}

async function loadTruth() {
  const facts = await loadFacts();
  const sum = (kind: string): Amount => {
    const found = facts.filter((fact) => fact.kind === kind);
    return { orders: found.length, halalas: found.reduce((total, { halalas }) => total + halalas, 0) };
  };
  return {
    placed: sum("order"),
    delivered: sum("delivery"),
    refused: sum("refusal"),
    cancelled: sum("cancellation"),
    returned: sum("refund"),
  };
}

function toReported({ placed, returned, states }: OrdersReport) {
  const sum = (...names: string[]): Amount =>
    states
      .filter(({ state }) => names.includes(state))
      .flatMap(({ cod, paid }) => [cod, paid])
      .reduce(
        (total, { orders, halalas }) => ({ orders: total.orders + orders, halalas: total.halalas + halalas }),
        { orders: 0, halalas: 0 },
      );
  return {
    placed,
    delivered: sum("delivered", "refunded"),
    refused: sum("refused"),
    cancelled: sum("cancelled"),
    returned,
  };
}

/** Waits until the report is the truth; says in the end how they differ. */
async function agree(): Promise<OrdersReport> {
  await payPendingOrders();
  const truth = await loadTruth();
  const isTrue = async () => {
    const report = await load();
    return isDeepStrictEqual(toReported(report), truth) && report;
  };
  const report = await until("deliveries that are the truth to the halala", isTrue, 120).catch(load);
  expect(toReported(report)).toEqual(truth);
  return report;
}

describe("a store's orders and deliveries", () => {
  it("equal the truth to the halala, and so do refusals and refunds that come late", async () => {
    await step("P4D");
    const early = await agree();
    const refusedEarly = toReported(early).refused.orders;
    const isOpen = ({ state }: { state: string }) => state === "preparing" || state === "on_the_way";
    expect(early.states.filter(isOpen).some(({ cod }) => cod.orders > 0)).toBe(true);
    expect(early.expected.expected_halalas).toBeLessThan(early.expected.open.halalas);

    await sandbox.control("salla/stores", { store_id: storeId, everyday_orders: 0 });
    await step("P15D");
    const late = await agree();
    expect(toReported(late).refused.orders).toBeGreaterThan(refusedEarly);
    expect(late.returned.orders).toBeGreaterThan(0);
    // A transfer that was paid by hand stays where it is; every parcel in cash on delivery has ended.
    expect(late.states.filter(isOpen).every(({ cod }) => cod.orders === 0)).toBe(true);

    const { items } = await merchant.call<{ items: { state: string; city: string | null }[] }>(
      "GET Clients/Reports/orders/list",
      { query: { from: "2026-11-01", state: "refused" } },
    );
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ city }) => city !== null)).toBe(true);
  }, 400_000);
});
