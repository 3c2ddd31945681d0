import { randomBytes } from "node:crypto";
import { type Clock, frozenClock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import type { EventName, EventRegistry } from "#base/shared/events.ts";
import type { TestDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import type { CardNeed, IntentPurpose } from "../contract/enums.ts";
import { hashToken, insertCard, toSealContext } from "../server/cards.store.ts";
import { makeGateways } from "../server/payment-gateway.port.ts";
import { type Intent, makePaymentsFacade, type PaymentsFacade } from "../server/payments.facade.ts";
import { paymentsJobs } from "../server/payments.job-handlers.ts";
import { mountPayments } from "../server/payments.routes.ts";
import { type FakeGateway, makeFakeGateway } from "./fake-gateway.ts";

const log = makeLog("silent");
const source = new URL("../../..", import.meta.url).pathname;
const start = "2026-11-21T09:00:00Z";

export type PaymentsHarness = {
  db: TestDb;
  gateway: FakeGateway;
  /** The gateway where no new payment begins. */
  otherGateway: FakeGateway;
  payments: PaymentsFacade;
  server: TestServer;
  systemClock: Clock & { set(at: string): void };
  /** What the modules above say uses a card; nothing at first. */
  needs: CardNeed[];
  passMinutes(minutes: number): void;
  /** Relays events and runs waiting jobs until nothing is left. */
  settle(): Promise<void>;
  /** Runs a scheduled job now. */
  run(job: string): Promise<void>;
  /** The events of a name, in the order they were published. */
  published<Name extends EventName>(name: Name): Promise<EventRegistry[Name][]>;
  aCard(card?: {
    id?: string;
    merchantId?: string;
    month?: number;
    year?: number;
    isDefault?: boolean;
    gateway?: string;
  }): Promise<string>;
  /** Charges a saved card for an intent, as a renewal does; jobs are not run yet. */
  chargeOffSession(input?: { cardId?: string; amount?: number; purpose?: IntentPurpose }): Promise<Intent>;
  /** A payment that was paid by the gateway's form and recorded. */
  aPaidPayment(amount?: number, merchantId?: string): Promise<{ intentId: string; paymentId: string }>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** The calls, jobs and facade of the payments over one database, with a gateway in memory and a clock that stands. */
export async function openPaymentsHarness(db: TestDb): Promise<PaymentsHarness> {
  const systemClock = frozenClock(start);
  const worldClock = systemClock;
  const gateway = makeFakeGateway();
  const otherGateway = makeFakeGateway({ gateway: "tap" });
  const needs: CardNeed[] = [];
  const vault = makeVault([{ id: "k1", key: randomBytes(32) }]);
  const deps = {
    messages: await loadMessages(source),
    systemClock,
    log,
    gateways: makeGateways(gateway, otherGateway),
    findCardNeeds: async () => needs,
    merchants: { findContact: async () => ({ name: "نورة القحطاني", mobile: "+966501234567" }) },
    vault,
    settings: { publicUrl: "http://localhost:4800" },
  };
  const payments = makePaymentsFacade(deps);
  const jobs = paymentsJobs({ ...deps, db, worldClock });
  const queue = makeJobQueue({ driver: db.driver, log, jobs });
  await queue.prepare();
  const relay = makeOutboxRelay({ db, log, worldClock, subscriptions: queue.subscriptions });
  const server = await testServer(db, (app, context) => mountPayments(app, context, deps), worldClock);
  const act = (merchantId = "mer_1") => systemContext(db, merchantId, worldClock.now());
  const run = async (name: string) => {
    await jobs.find((job) => job.name === name)?.run({}, AbortSignal.timeout(60_000));
    await relay.settle();
  };
  const createIntent = async (
    input: Partial<Parameters<PaymentsFacade["createIntent"]>[1]>,
    merchantId = "mer_1",
  ) => {
    const created = await transact(act(merchantId), (ctx) =>
      payments.createIntent(ctx, {
        purpose: "wallet_deposit",
        subject: merchantId,
        amount_halalas: 20_000,
        save_card: false,
        language: "ar",
        ...input,
      }),
    );
    if (created.kind !== "created") throw new Error(created.kind);
    return created.intent;
  };
  let cards = 0;

  return {
    db,
    gateway,
    otherGateway,
    payments,
    server,
    systemClock,
    needs,
    passMinutes: (minutes) =>
      systemClock.set(new Date(systemClock.now().getTime() + minutes * 60_000).toISOString()),
    async settle() {
      await relay.settle();
      await queue.settle();
      await relay.settle();
    },
    run,
    async published(name) {
      const rows = await db.many<{ details: never }>(
        sql`select details from base.events where name = ${name} order by position`,
      );
      return rows.map(({ details }) => details);
    },
    async aCard({
      id,
      merchantId = "mer_1",
      month = 12,
      year = 2030,
      isDefault = false,
      gateway: savedAt = gateway.gateway,
    } = {}) {
      cards += 1;
      const cardId = id ?? `crd_${cards}`;
      await transact(act(merchantId), (ctx) =>
        insertCard(ctx, {
          id: cardId,
          gateway: savedAt,
          sealed_token: vault.seal(`token_${cardId}`, toSealContext(cardId)),
          token_hash: hashToken(`token_${cardId}`),
          brand: "mada",
          last_four: "1010",
          expiry_month: month,
          expiry_year: year,
          holder_name: "NOURA TEST",
          name: "mada",
          theme: "blue",
          is_default: isDefault,
          added_at: new Date(Date.UTC(2026, 0, 1) + cards * 1_000),
        }),
      );
      return cardId;
    },
    chargeOffSession: ({ cardId = "crd_off", amount = 9_900, purpose = "subscription" } = {}) =>
      createIntent({ purpose, subject: "per_1", amount_halalas: amount, card_id: cardId, off_session: true }),
    async aPaidPayment(amount = 20_000, merchantId = "mer_1") {
      const { id: intentId } = await createIntent({ amount_halalas: amount }, merchantId);
      const { id: paymentId } = gateway.pay(intentId, amount);
      await payments.attachPayment(act(merchantId), { purpose: "wallet_deposit", intentId, paymentId });
      await payments.checkIntent(act(merchantId), { purpose: "wallet_deposit", intentId });
      return { intentId, paymentId };
    },
    async reset() {
      await db.reset();
      await db.driver.script("delete from pgboss.job");
      systemClock.set(start);
      needs.length = 0;
      gateway.reset();
      otherGateway.reset();
    },
    async stop() {
      await queue.stop();
      await server.app.close();
    },
  };
}
