import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Clock, frozenClock } from "#base/server/clock.ts";
import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import { halalas } from "#base/shared/money.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { makeMerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import { defaultSignInSettings } from "#modules/merchants/server/merchants.settings.ts";
import { insertCard, toSealContext } from "#modules/payments/server/cards.store.ts";
import { makeGateways } from "#modules/payments/server/payment-gateway.port.ts";
import type { PaymentsDeps } from "#modules/payments/server/payments.deps.ts";
import { makePaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { paymentsJobs } from "#modules/payments/server/payments.job-handlers.ts";
import { mountPayments } from "#modules/payments/server/payments.routes.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { makeStaffFacade } from "#modules/staff/server/staff.facade.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { advanceDue } from "../server/advance-due.ts";
import type { BillingDeps } from "../server/billing.deps.ts";
import { mountBilling } from "../server/billing.routes.ts";
import { makeInvoicesFacade } from "../server/invoices/invoices.facade.ts";
import { makeOrdersFacade, type OrdersFacade } from "../server/orders/orders.facade.ts";
import { ordersJobs } from "../server/orders/orders.job-handlers.ts";
import { ordersSubscriptions } from "../server/orders/orders.subscriptions.ts";
import { plansJobs } from "../server/plans.jobs.ts";
import { plansSubscriptions } from "../server/plans.subscriptions.ts";
import { sampleSeller } from "./sample-seller.ts";

const log = makeLog("silent");
const source = new URL("../../..", import.meta.url).pathname;
const vault = makeVault([{ id: "k1", key: randomBytes(32) }]);

export type BillingHarness = {
  db: TestDb;
  gateway: FakeGateway;
  deps: BillingDeps;
  orders: OrdersFacade;
  server: TestServer;
  /** Business time and the system's. */
  clock: Clock & { set(at: string): void };
  /** A merchant's own request, now. */
  own(merchantId?: string): ReadContext;
  /** A merchant with this number, and a default card that can be charged. */
  addMerchant(merchantId?: string, mobile?: string): Promise<void>;
  addStore(merchantId: string, externalId: string): Promise<void>;
  passMinutes(minutes: number): void;
  /** Runs the job of everything that is due, as if at this time. */
  advance(at: string): Promise<void>;
  /** Relays all events and runs all waiting jobs, until nothing is left. */
  settle(): Promise<void>;
  /** Runs one of the scheduled jobs now. */
  run(job: string): Promise<void>;
  /** Reads every open intent at the gateway, as the payments' sweep does, and relays its events. */
  sweep(): Promise<void>;
  /** The gateway's own people give so much of a payment back, in all, and the product reads it. */
  refundAtGateway(paymentId: string, total: number): Promise<void>;
  /** A bank takes so much of a payment back, and the product reads it in the settlements. */
  chargeBack(id: string, paymentId: string, amount: number): Promise<void>;
  winChargeback(id: string, merchantId?: string): Promise<void>;
  /** Sends a webhook as the gateway does; returns the HTTP status. */
  sendWebhook(body: object): Promise<number>;
};

/**
 * Billing with payments, wallet, merchants and stores, over one database and a gateway in memory, for a whole test file:
 * opened before its first test, emptied before each, closed after the last. The clock begins each test at `at`.
 */
export function setUpBilling({ at = "2026-12-01T09:00:00Z" } = {}): BillingHarness {
  const harness = {} as Opened;
  beforeAll(async () => {
    Object.assign(harness, await open());
  });
  beforeEach(() => harness.reset(at));
  afterAll(() => harness.close());
  return harness;
}

type Opened = BillingHarness & { reset(at: string): Promise<void>; close(): Promise<void> };

async function open(): Promise<Opened> {
  const db = await testDb();
  const gateway = makeFakeGateway();
  const clock = frozenClock("2026-12-01T09:00:00Z");
  const { deps, paymentsDeps } = await makeDeps(gateway, clock);
  const jobs = [
    ...paymentsJobs({ ...paymentsDeps, db, worldClock: clock }),
    ...ordersJobs({ ...deps, db }),
    ...plansJobs({ ...deps, db }),
  ];
  const queue = makeJobQueue({ driver: db.driver, log, jobs });
  await queue.prepare();
  const subscriptions = [...queue.subscriptions, ...plansSubscriptions(deps), ...ordersSubscriptions(deps)];
  const relay = makeOutboxRelay({ db, log, worldClock: clock, subscriptions });
  const mountAll = (app: FastifyInstance, http: HttpContext) => {
    mountPayments(app, http, paymentsDeps);
    mountBilling(app, http, deps);
  };
  const server = await testServer(db, mountAll, clock);
  const advance = advanceDue(deps);
  const run = async (name: string) => {
    const job = jobs.find((one) => one.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    await job.run({}, AbortSignal.timeout(60_000));
  };

  return {
    db,
    gateway,
    deps,
    orders: makeOrdersFacade(deps),
    server,
    clock,
    ...makeBuilders(db, gateway, clock),
    run,
    passMinutes: (minutes) => clock.advance(minutes * 60_000),
    async advance(at) {
      clock.set(at);
      await advance(db, { now: clock.now(), signal: AbortSignal.timeout(60_000) });
    },
    async settle() {
      await relay.settle();
      await queue.settle();
      await relay.settle();
    },
    async sweep() {
      const at = clock.now();
      await db.run(sql`update payments.intents set next_check_at = ${at} where next_check_at is not null`);
      await run("wallet.sweep-deposits");
      await relay.settle();
    },
    async refundAtGateway(paymentId, total) {
      gateway.change(paymentId, { state: "refunded", refunded: halalas(total) });
      await db.run(sql`update payments.attempts set next_read_at = ${clock.now()} where id = ${paymentId}`);
      await run("wallet.reread-payments");
      await relay.settle();
    },
    async chargeBack(id, paymentId, amount) {
      gateway.chargebacks.push({ id, paymentId, amount: halalas(amount), settledAt: clock.now() });
      await run("payments.read-chargebacks");
      await relay.settle();
    },
    async winChargeback(id, merchantId = "mer_1") {
      await transact(systemContext(db, merchantId, clock.now()), (ctx) =>
        deps.payments.winChargeback(ctx, { chargeback_id: id }),
      );
      await relay.settle();
    },
    async sendWebhook(body) {
      const answer = await server.app.inject({
        method: "POST",
        url: `/webhooks/${gateway.gateway}`,
        headers: { "content-type": "application/json" },
        payload: JSON.stringify(body),
      });
      return answer.statusCode;
    },
    async reset(at) {
      await db.reset();
      await db.driver.script("delete from pgboss.job");
      gateway.reset();
      clock.set(at);
    },
    async close() {
      await queue.stop();
      await server.app.close();
      await db.close();
    },
  };
}

async function makeDeps(gateway: FakeGateway, clock: Clock) {
  const common = { messages: await loadMessages(source), systemClock: clock, worldClock: clock, log };
  const merchants = makeMerchantsFacade({
    ...defaultSignInSettings,
    systemClock: clock,
    ownerAbilities: [],
    vault,
    codeKey: randomBytes(32),
  });
  const paymentsDeps: PaymentsDeps = {
    ...common,
    merchants,
    gateways: makeGateways(gateway),
    findCardNeeds: async () => [],
    vault,
    settings: { publicUrl: "http://localhost:4800" },
  };
  const payments = makePaymentsFacade(paymentsDeps);
  const deps: BillingDeps = {
    ...common,
    payments,
    wallet: makeWalletFacade({ payments, log }),
    invoices: makeInvoicesFacade({ loadSeller: async () => sampleSeller }),
    merchants,
    staff: makeStaffFacade({ ...defaultStaffSettings, systemClock: clock }),
    stores: makeStoresFacade(),
  };
  return { deps, paymentsDeps };
}

type Builders = Pick<BillingHarness, "own" | "addMerchant" | "addStore">;

function makeBuilders(db: TestDb, { gateway }: FakeGateway, clock: Clock): Builders {
  return {
    own: (merchantId = "mer_1") => testContext(db, merchantId, clock.now()),
    async addMerchant(merchantId = "mer_1", mobile = "+966500000001") {
      const now = clock.now();
      await db.run(sql`
        insert into merchants.merchants (id, name, mobile, language, created_at, updated_at)
        values (${merchantId}, 'نورة', ${mobile}, 'ar', ${now}, ${now})`);
      const id = `crd_${merchantId}`;
      await transact(systemContext(db, merchantId, now), (ctx) =>
        insertCard(ctx, {
          id,
          gateway,
          sealed_token: vault.seal(`token_${merchantId}`, toSealContext(id)),
          token_hash: id,
          brand: "mada",
          last_four: "1010",
          expiry_month: 12,
          expiry_year: 2040,
          holder_name: "NOURA TEST",
          name: "mada",
          theme: "blue",
          is_default: true,
          added_at: now,
        }),
      );
    },
    async addStore(merchantId, externalId) {
      const link = `https://${externalId}.example`;
      await db.run(sql`
        insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
        values (${`sto_${merchantId}_${externalId}`}, ${merchantId}, 'salla', ${externalId}, 'تمور', ${link},
          ${`${externalId}.example`}, 'SAR', 'connected', ${clock.now()})`);
    },
  };
}
