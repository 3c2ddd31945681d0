import { randomBytes } from "node:crypto";
import { type Clock, frozenClock, systemClock as realClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import type { TestDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import type { PaymentGateway } from "../server/payment-gateway.port.ts";
import { depositBounds, type WalletJobsDeps } from "../server/wallet.deps.ts";
import { walletJobs } from "../server/wallet.job-handlers.ts";
import { mountWallet } from "../server/wallet.routes.ts";

const log = makeLog("silent");
const source = new URL("../../..", import.meta.url).pathname;

export type WalletHarness = {
  deps: WalletJobsDeps;
  server: TestServer;
  worldClock: Clock & { set(at: string): void };
  /** Relays all events and runs all waiting jobs, until nothing is left. */
  settle(): Promise<void>;
  /** Runs a sweep as if every open deposit were due. */
  sweep(): Promise<void>;
  /** Runs one of the wallet's scheduled jobs now. */
  run(job: string): Promise<void>;
  /** Sends a webhook as the gateway does; returns the HTTP status. */
  sendWebhook(body: object): Promise<number>;
  stop(): Promise<void>;
};

/** The wallet's calls, jobs and webhook over one database and one gateway. */
export async function openWalletHarness(
  db: TestDb,
  gateway: PaymentGateway,
  systemClock: Clock = realClock,
): Promise<WalletHarness> {
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const deps: WalletJobsDeps = {
    db,
    gateway,
    vault: makeVault([{ id: "k1", key: randomBytes(32) }]),
    messages: await loadMessages(source),
    worldClock,
    systemClock,
    log,
    settings: { publicUrl: "http://localhost:4800", ...depositBounds },
  };
  const jobs = walletJobs(deps);
  const queue = makeJobQueue({ driver: db.driver, log, jobs });
  await queue.prepare();
  const outboxRelay = makeOutboxRelay({ db, log, worldClock, subscriptions: [queue.subscription] });
  const server = await testServer(db, (app, context) => mountWallet(app, context, deps), worldClock);
  const run = async (name: string) => {
    await jobs.find((job) => job.name === name)?.run({}, AbortSignal.timeout(60_000));
  };
  return {
    deps,
    server,
    worldClock,
    async settle() {
      await outboxRelay.settle();
      await queue.settle();
    },
    async sweep() {
      const at = systemClock.now();
      await db.run(sql`update wallet.deposits set next_check_at = ${at} where next_check_at is not null`);
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
