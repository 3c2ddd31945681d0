import { join } from "node:path";
import { frozenClock } from "#base/server/clock.ts";
import { raw, sql } from "#base/server/db/db.ts";
import { makeJobDesk } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeNewsDesk } from "#base/server/news.ts";
import { makeVault } from "#base/server/secrets.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { merchantsJobs } from "../server/merchants.jobs.ts";
import { mountMerchants } from "../server/merchants.routes.ts";
import { type SignInSettings, usualSignInSettings } from "../server/merchants.settings.ts";
import type { TextMessage, TextMessenger } from "../server/text-message.port.ts";

export type SignInBench = Awaited<ReturnType<typeof signInBench>>;

const start = "2026-11-21T09:00:00Z";

/** The account calls on a real server and database, with a clock that can be moved and a phone that keeps what it gets. */
export async function signInBench(settings: Partial<SignInSettings> = {}) {
  const db = await testDb();
  const clock = frozenClock(start);
  const log = makeLog("silent");
  const phone: TextMessage[] = [];
  let answer: TextMessenger["send"] = async ({ reference }) => ({ providerId: reference, parts: 1 });
  const textMessenger: TextMessenger = {
    async send(message) {
      const sent = await answer(message);
      phone.push(message);
      return sent;
    },
  };
  const vault = makeVault([{ id: "test", key: Buffer.alloc(32, 1) }]);
  const messages = await loadMessages(join(import.meta.dirname, "../../.."));
  const jobs = makeJobDesk({
    driver: db.driver,
    log,
    jobs: merchantsJobs({ db, systemClock: clock, vault, textMessenger, messages, log }),
  });
  await jobs.prepare();
  const news = makeNewsDesk({ db, log, listeners: [jobs.enqueue] });
  const deps = {
    ...usualSignInSettings,
    codeKey: Buffer.alloc(32, 7),
    systemClock: clock,
    vault,
    ...settings,
  };
  const { app, call } = await testServer(db, (app, ground) => mountMerchants(app, ground, deps));

  async function settle() {
    await news.settle();
    await jobs.settle();
  }
  /** The code of the newest message, after everything on its way has arrived. */
  async function lastCode(): Promise<string> {
    await settle();
    return /^\d{6}/.exec(phone.at(-1)?.text ?? "")?.[0] ?? "";
  }
  const verify = (mobile: string, code: string) =>
    call("POST Clients/Account/Verification", { body: { mobile_number: mobile, code } });

  return {
    db,
    clock,
    phone,
    app,
    call,
    verify,
    settle,
    lastCode,
    /** Lets the messages vendor answer otherwise until the next reset. */
    vendorAnswers(next: TextMessenger["send"]) {
      answer = next;
    },
    wrongFor: (code: string) => (code === "000000" ? "000001" : "000000"),
    /** Signs a new merchant up and answers its id and token. */
    async signUp(mobile: string, name: string): Promise<{ merchantId: string; token: string }> {
      await call("POST Clients/Account/SignUp", { body: { name, mobile_number: mobile } });
      const { data } = await verify(mobile, await lastCode());
      const { token, user } = data as { token: string; user: { id: string } };
      return { token, merchantId: user.id };
    },
    async count(table: string): Promise<number> {
      return (await db.one<{ count: number }>(sql`select count(*) as count from ${raw(table)}`)).count;
    },
    async reset() {
      await db.reset();
      await db.run(sql`delete from pgboss.job`);
      clock.set(start);
      phone.length = 0;
      answer = async ({ reference }) => ({ providerId: reference, parts: 1 });
    },
    async close() {
      await jobs.stop();
      await db.close();
    },
  };
}
