import { randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import { addDays, type RiyadhDay, startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { mountBilling } from "#modules/billing/server/billing.routes.ts";
import { makeCouponsFacade } from "#modules/billing/server/coupons/coupons.facade.ts";
import { makeInvoicesFacade } from "#modules/billing/server/invoices/invoices.facade.ts";
import { makeOrdersFacade } from "#modules/billing/server/orders/orders.facade.ts";
import { ordersJobs } from "#modules/billing/server/orders/orders.job-handlers.ts";
import { ordersSubscriptions } from "#modules/billing/server/orders/orders.subscriptions.ts";
import { makePlansFacade } from "#modules/billing/server/plans.facade.ts";
import { plansJobs } from "#modules/billing/server/plans.jobs.ts";
import { plansSubscriptions } from "#modules/billing/server/plans.subscriptions.ts";
import { makeStockFacade } from "#modules/billing/server/stock/stock.facade.ts";
import { makeTextsFacade } from "#modules/billing/server/texts/texts.facade.ts";
import { sampleSeller } from "#modules/billing/testing/sample-seller.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { makeMerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import { defaultSignInSettings } from "#modules/merchants/server/merchants.settings.ts";
import { makeGateways, type PaymentGateway } from "#modules/payments/server/payment-gateway.port.ts";
import { makePaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { paymentsJobs } from "#modules/payments/server/payments.job-handlers.ts";
import { settlePayment } from "#modules/payments/server/settle-payment.ts";
import { makeStaffFacade } from "#modules/staff/server/staff.facade.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { depositBounds } from "#modules/wallet/server/wallet.deps.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { walletJobs } from "#modules/wallet/server/wallet.job-handlers.ts";
import { walletSubscriptions } from "#modules/wallet/server/wallet.subscriptions.ts";
import { agreeMoney } from "../server/agreement/agree-money.ts";
import type { AgreementDeps } from "../server/agreement/agreement.deps.ts";

const log = makeLog("silent");
const source = new URL("../../..", import.meta.url).pathname;
type TestClock = Clock & { set(at: string | Date): void };

export type OpenDifference = {
  kind: string;
  source: string;
  reference: string;
  merchant_id: string | null;
  day: string;
  ours: number | null;
  theirs: number | null;
  is_settled: boolean;
};

/**
 * Payments, wallet, billing and figures over one database, with these gateways, and the agreement over all of them. One
 * clock is the system's and the business's.
 */
export async function openAgreementHarness(gateways: readonly PaymentGateway[], clock: TestClock) {
  const db = await testDb();
  const { deps, modules } = await composeModules(db, gateways, clock);
  const jobs = modules.jobs;
  const queue = makeJobQueue({ driver: db.driver, log, jobs });
  await queue.prepare();
  const subscriptions = [...queue.subscriptions, ...modules.subscriptions];
  const relay = makeOutboxRelay({ db, log, worldClock: clock, subscriptions });
  const server = await testServer(db, (app, http) => mountBilling(app, http, modules.billing), clock);
  const own = (merchantId: string) => systemContext(db, merchantId, clock.now());

  async function settle() {
    await relay.settle();
    await queue.settle();
    await relay.settle();
  }
  /** Runs a scheduled job, and all that follows from it. */
  async function run(name: string) {
    const job = jobs.find((one) => one.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    await job.run({}, AbortSignal.timeout(60_000));
    await settle();
  }
  /** What somebody is about to pay at this gateway. */
  async function begin(gateway: string, amount: number, merchantId = "mer_1"): Promise<string> {
    const begun = await transact(own(merchantId), (ctx) =>
      modules.paymentsAt(gateway).createIntent(ctx, {
        purpose: "wallet_deposit",
        subject: merchantId,
        amount_halalas: amount,
        save_card: false,
        language: "ar",
      }),
    );
    if (begun.kind !== "created") throw new Error(begun.kind);
    return begun.intent.id;
  }

  return {
    db,
    clock,
    deps,
    own,
    settle,
    run,
    begin,
    /** Reads a payment at its gateway, as its webhook makes the product do. */
    async record(gateway: string, paymentId: string) {
      await modules.settlePayment(db, { gateway, paymentId, now: clock.now() });
      await settle();
    },
    /** An order that is paid at the gateway; its intent. */
    async order(): Promise<{ orderId: string; intentId: string; amount: number }> {
      const { data, envelope } = await server.call("POST Clients/Billing/orders", {
        as: "mer_1",
        key: randomUUID(),
        body: {
          lines: [{ kind: "package", package_id: "pkg_sms_500", quantity: 1 }],
          checkout_id: randomUUID(),
          expected_total_halalas: 7_900,
          repeat: true,
          payment: { method: "form" },
        },
      });
      const created = data as { order: { id: string; payment: { intent_id: string } } } | null;
      if (!created) throw new Error(JSON.stringify(envelope));
      return { orderId: created.order.id, intentId: created.order.payment.intent_id, amount: 7_900 };
    },
    /** What the payments and their owners do by themselves every minute. */
    async keepUp() {
      for (const name of scheduledJobs) await run(name);
    },
    /** Runs the agreement of the coming night to its end, or as far as the gateways answer. */
    async agree() {
      clock.set(new Date(startOfRiyadhDay(nextNight(clock)).getTime() + 3 * 3_600_000));
      await agreeMoney(deps)(db);
      const failed = await db.many(sql`select part from finance.agreement_parts where fault = 'failed'`);
      if (failed.length > 0) throw new Error(`parts of the agreement failed: ${JSON.stringify(failed)}`);
    },
    async listDifferences(): Promise<OpenDifference[]> {
      return db.many<OpenDifference>(sql`
        select kind, source, reference, merchant_id, day, ours_halalas as ours, theirs_halalas as theirs, is_settled
        from finance.differences where resolved_at is null order by kind, source, reference, day`);
    },
    async reset(at: string | Date) {
      await db.reset();
      await db.driver.script("delete from pgboss.job");
      clock.set(at);
      for (const id of ["mer_1", "mer_2"])
        await db.run(sql`
          insert into merchants.merchants (id, name, mobile, created_at, updated_at)
          values (${id}, ${`متجر ${id}`}, ${`+96650000000${id.at(-1)}`}, ${clock.now()}, ${clock.now()})`);
    },
    async close() {
      await queue.stop();
      await server.app.close();
      await db.close();
    },
  };
}

export type AgreementHarness = Awaited<ReturnType<typeof openAgreementHarness>>;

const scheduledJobs = [
  "wallet.sweep-deposits",
  "wallet.reread-payments",
  "payments.sweep-refunds",
  "wallet.review-payments",
  "wallet.review-payouts",
  "billing.review-orders",
  "billing.review-periods",
];

/** The night after this day, or this one while it has not begun to be compared. */
const nextNight = (clock: Clock): RiyadhDay => addDays(toRiyadhDay(clock.now()), 1);

async function composeModules(
  db: AgreementDeps["db"],
  gateways: readonly PaymentGateway[],
  clock: TestClock,
) {
  const vault = makeVault([{ id: "k1", key: randomBytes(32) }]);
  const common = { messages: await loadMessages(source), systemClock: clock, worldClock: clock, log };
  const merchants = makeMerchantsFacade({
    ...defaultSignInSettings,
    systemClock: clock,
    ownerAbilities: [],
    vault,
    codeKey: randomBytes(32),
  });
  const toDeps = (current: string) => {
    const isCurrent = ({ gateway }: PaymentGateway) => gateway === current;
    const [first] = gateways.filter(isCurrent);
    if (!first) throw new Error(`there is no gateway ${current}`);
    return {
      ...common,
      merchants,
      vault,
      gateways: makeGateways(first, ...gateways.filter((one) => !isCurrent(one))),
      findCardNeeds: async () => [],
      settings: { publicUrl: "http://localhost:4800" },
    };
  };
  const paymentsDeps = toDeps(gateways[0]?.gateway ?? "");
  const payments = makePaymentsFacade(paymentsDeps);
  const wallet = makeWalletFacade({ payments, log });
  const invoices = makeInvoicesFacade({ loadSeller: async () => sampleSeller });
  const staff = makeStaffFacade({ ...defaultStaffSettings, systemClock: common.systemClock });
  const billing = { ...common, staff, payments, wallet, invoices, merchants, stores: makeStoresFacade() };
  const noTexts = {
    findTexts: async () => [],
    measureText: () => ({ channel: "sms" as const, parts: 1 }),
    queueText: async () => "queued" as const,
  };
  const facade = {
    ...makePlansFacade(billing),
    ...makeStockFacade(billing),
    ...makeCouponsFacade(common),
    ...makeOrdersFacade(billing),
    ...makeTextsFacade({ ...common, texts: noTexts }),
    ...invoices,
  };
  const settings = {
    ...depositBounds,
    withdrawalDailyLimitHalalas: 2_000_000,
    withdrawalRests: true,
    adSpendInvoicing: "monthly" as const,
  };
  const walletDeps = { ...common, db, payments, merchants, settings };
  const deps: AgreementDeps = {
    ...common,
    db,
    merchants,
    payments,
    wallet,
    billing: facade,
    figures: makeFiguresFacade(common),
  };
  return {
    deps,
    modules: {
      billing,
      paymentsAt: (gateway: string) => makePaymentsFacade(toDeps(gateway)),
      settlePayment: settlePayment(paymentsDeps),
      jobs: [
        ...paymentsJobs({ ...paymentsDeps, db }),
        ...walletJobs(walletDeps),
        ...ordersJobs({ ...billing, db }),
        ...plansJobs({ ...billing, db }),
      ],
      subscriptions: [
        ...walletSubscriptions,
        ...plansSubscriptions(billing),
        ...ordersSubscriptions(billing),
      ],
    },
  };
}
