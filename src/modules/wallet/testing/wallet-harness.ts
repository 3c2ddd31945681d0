import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Clock, frozenClock, systemClock as realClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import { type JobHandler, makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay, type Subscription } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import type { TestDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { merchantsRefusals } from "#modules/merchants/contract/merchants.refusals.ts";
import { fakeNameActors } from "#modules/merchants/testing/fake-name-actors.ts";
import { makeGateways, type PaymentGateway } from "#modules/payments/server/payment-gateway.port.ts";
import type { PaymentsDeps } from "#modules/payments/server/payments.deps.ts";
import { makePaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { paymentsJobs } from "#modules/payments/server/payments.job-handlers.ts";
import { mountPayments } from "#modules/payments/server/payments.routes.ts";
import { depositBounds, type WalletJobsDeps } from "../server/wallet.deps.ts";
import { walletJobs } from "../server/wallet.job-handlers.ts";
import { mountWallet } from "../server/wallet.routes.ts";
import { walletSubscriptions } from "../server/wallet.subscriptions.ts";

/** The one code that every confirmation accepts. */
export const rightCode = "482913";

/** The merchants' side of a confirmation, without messages: their own tests send them. */
function makeConfirmations() {
  const state: { mobileChangedAt: Date | null } = { mobileChangedAt: null };
  const refuse = () => merchantsRefusals.refuse("merchants.code_wrong", {}, "code");
  const merchants: WalletJobsDeps["merchants"] = {
    requestConfirmation: async () => 60,
    confirm: async (_ctx, { code }) =>
      code === rightCode ? { kind: "confirmed" } : { kind: "refused", refuse },
    findContact: async () => ({ name: "متجر نخلة", mobile: "+966512345678" }),
    nameActors: fakeNameActors,
    loadMobileChangedAt: async () => state.mobileChangedAt,
  };
  return { state, merchants };
}

const log = makeLog("silent");
const source = new URL("../../..", import.meta.url).pathname;

export type WalletHarness = {
  deps: WalletJobsDeps;
  paymentsDeps: PaymentsDeps;
  /** When the mobile number was changed. */
  confirmations: { mobileChangedAt: Date | null };
  server: TestServer;
  worldClock: Clock & { set(at: string): void };
  /** Relays all events and runs all waiting jobs, until nothing is left. */
  settle(): Promise<void>;
  /** Relays all events: what was paid is credited. */
  deliver(): Promise<void>;
  /** Runs a sweep as if every open deposit were due, and relays its events. */
  sweep(): Promise<void>;
  /** Runs one of the scheduled jobs now, and relays its events. */
  run(job: string): Promise<void>;
  /** Sends a webhook as the gateway does; returns the HTTP status. */
  sendWebhook(body: object): Promise<number>;
  stop(): Promise<void>;
};

/** What a module above adds: its jobs and its subscriptions, over the same payments. */
type Above = { jobs: readonly JobHandler[]; subscriptions: readonly Subscription[] };

/** The calls, jobs and webhook of the wallet and its payments over one database and one gateway. */
export async function openWalletHarness(
  db: TestDb,
  gateway: PaymentGateway,
  systemClock: Clock = realClock,
  above: (deps: WalletJobsDeps) => Promise<Above> = async () => ({ jobs: [], subscriptions: [] }),
): Promise<WalletHarness> {
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const common = { messages: await loadMessages(source), systemClock, log };
  const paymentsDeps: PaymentsDeps = {
    ...common,
    gateways: makeGateways(gateway),
    findCardNeeds: async () => [],
    merchants: { findContact: async () => ({ name: "نورة القحطاني", mobile: "+966501234567" }) },
    vault: makeVault([{ id: "k1", key: randomBytes(32) }]),
    settings: { publicUrl: "http://localhost:4800" },
  };
  const payments = makePaymentsFacade(paymentsDeps);
  const { state: confirmations, merchants } = makeConfirmations();
  const settings = {
    ...depositBounds,
    withdrawalDailyLimitHalalas: 2_000_000,
    withdrawalRests: true,
    adSpendInvoicing: "monthly" as const,
  };
  const deps: WalletJobsDeps = { ...common, db, payments, merchants, worldClock, settings };
  const more = await above(deps);
  const jobs = [...paymentsJobs({ ...paymentsDeps, db, worldClock }), ...walletJobs(deps), ...more.jobs];
  const queue = makeJobQueue({ driver: db.driver, log, jobs });
  await queue.prepare();
  const outboxRelay = makeOutboxRelay({
    db,
    log,
    worldClock,
    subscriptions: [...queue.subscriptions, ...walletSubscriptions, ...more.subscriptions],
  });
  const mountAll = (app: FastifyInstance, context: HttpContext) => {
    mountPayments(app, context, paymentsDeps);
    mountWallet(app, context, deps);
  };
  const server = await testServer(db, mountAll, worldClock);
  const run = async (name: string) => {
    await jobs.find((job) => job.name === name)?.run({}, AbortSignal.timeout(60_000));
    await outboxRelay.settle();
  };
  return {
    deps,
    paymentsDeps,
    confirmations,
    server,
    worldClock,
    async settle() {
      await outboxRelay.settle();
      await queue.settle();
      await outboxRelay.settle();
    },
    deliver: () => outboxRelay.settle(),
    async sweep() {
      const at = systemClock.now();
      await db.run(sql`update payments.intents set next_check_at = ${at} where next_check_at is not null`);
      await run("wallet.sweep-deposits");
    },
    run,
    async sendWebhook(body) {
      const answer = await server.app.inject({
        method: "POST",
        url: `/webhooks/${gateway.gateway}`,
        headers: { "content-type": "application/json" },
        payload: JSON.stringify(body),
      });
      return answer.statusCode;
    },
    async stop() {
      await queue.stop();
      await server.app.close();
    },
  };
}
