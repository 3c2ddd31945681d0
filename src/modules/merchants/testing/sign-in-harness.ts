import { join } from "node:path";
import { frozenClock } from "#base/server/clock.ts";
import { raw, sql } from "#base/server/db/db.ts";
import { makeJobQueue } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import { makeVault } from "#base/server/secrets.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { mountMembers } from "../server/members.routes.ts";
import { makeMerchantsFacade } from "../server/merchants.facade.ts";
import { merchantsJobs } from "../server/merchants.jobs.ts";
import { mountMerchants } from "../server/merchants.routes.ts";
import { defaultSignInSettings, type SignInSettings } from "../server/merchants.settings.ts";
import type { TextMessage, TextMessenger } from "../server/text-message.port.ts";

export type TestBrowser = ReturnType<SignInHarness["browser"]>;
export type SignInHarness = Awaited<ReturnType<typeof openSignInHarness>>;

const start = "2026-11-21T09:00:00Z";

/**
 * The account calls on a real server and database, with a clock that can be moved and a phone that keeps its messages.
 */
export async function openSignInHarness(settings: Partial<SignInSettings> = {}) {
  const db = await testDb();
  const clock = frozenClock(start);
  const log = makeLog("silent");
  const phone: TextMessage[] = [];
  let answer: TextMessenger["send"] = async ({ reference }) => ({ providerId: reference, parts: 1 });
  const textMessenger: TextMessenger = {
    recognizesRepeats: true,
    async send(message) {
      const sent = await answer(message);
      phone.push(message);
      return sent;
    },
  };
  const vault = makeVault([{ id: "test", key: Buffer.alloc(32, 1) }]);
  const messages = await loadMessages(join(import.meta.dirname, "../../.."));
  const jobs = makeJobQueue({
    driver: db.driver,
    log,
    jobs: merchantsJobs({
      db,
      systemClock: clock,
      vault,
      textMessenger,
      messages,
      log,
      publicUrl: "https://rawaj.test",
    }),
  });
  await jobs.prepare();
  const outboxRelay = makeOutboxRelay({ db, log, worldClock: clock, subscriptions: jobs.subscriptions });
  const plan: { members: number | null } = { members: null };
  const deps = {
    ...defaultSignInSettings,
    codeKey: Buffer.alloc(32, 7),
    systemClock: clock,
    vault,
    publicUrl: "https://rawaj.test",
    ownerAbilities: [
      { subject: "campaign", action: "manage" },
      { subject: "member", action: "manage" },
    ],
    findMemberLimit: async (): Promise<number | null> => plan.members,
    ...settings,
  };
  const merchants = makeMerchantsFacade(deps);
  const { app, call } = await testServer(db, (app, context) => {
    const authenticate = async (token: string) =>
      (await context.authenticate(token)) ?? merchants.makeAuthenticate(db)(token);
    mountMerchants(app, { ...context, authenticate }, deps);
    mountMembers(app, { ...context, authenticate }, deps);
  });

  async function settle() {
    await outboxRelay.settle();
    await jobs.settle();
  }
  /** The code that was requested last, after all sends have finished in any order. */
  async function lastCode(): Promise<string> {
    await settle();
    const newest = await db.maybeOne<{ id: string }>(
      sql`select id from merchants.code_sends order by requested_at desc, id desc limit 1`,
    );
    const message = phone.find(({ reference }) => reference === newest?.id);
    return /^\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
  }
  const verify = (mobile: string, code: string) =>
    call("POST Clients/Account/Verification", { body: { mobile_number: mobile, code } });

  /**
   * A browser that keeps its cookies, at an address. `call` and `verify` of the harness itself are a client without
   * cookies.
   */
  function browser(ip = "127.0.0.1") {
    let cookie = "";
    const own: typeof call = async (name, options = {}) => {
      const headers = { ...(cookie ? { cookie } : {}), ...options.headers };
      const answer = await call(name, { ip, ...options, headers });
      cookie = String(answer.headers["set-cookie"] ?? cookie).split(";")[0] ?? "";
      return answer;
    };
    const post = (name: string, body: object) => own(`POST Clients/Account/${name}`, { body });
    return {
      call: own,
      cookie: () => cookie,
      requestCode: (mobile: string) => post("login", { mobile_number: mobile }),
      requestPasswordCode: (mobile: string) => post("ForgotPassword", { mobile_number: mobile }),
      verify: (mobile: string, code: string) => post("Verification", { mobile_number: mobile, code }),
      async signUp(mobile: string, name: string): Promise<{ merchantId: string; token: string }> {
        await post("SignUp", { name, mobile_number: mobile });
        const { data } = await post("Verification", { mobile_number: mobile, code: await lastCode() });
        const { token, user } = data as { token: string; user: { id: string } };
        return { token, merchantId: user.id };
      },
    };
  }

  return {
    db,
    deps,
    clock,
    phone,
    merchants,
    /** What the plan opens; without limit until a test says otherwise. */
    plan,
    app,
    call,
    verify,
    settle,
    lastCode,
    /** Replaces the messages vendor's response until the next reset. */
    setVendorResponse(next: TextMessenger["send"]) {
      answer = next;
    },
    wrongCodeFor: (code: string) => (code === "000000" ? "000001" : "000000"),
    browser,
    /** Signs a new merchant up from a browser that is not used again. */
    signUp: (mobile: string, name: string) => browser().signUp(mobile, name),
    async count(table: string): Promise<number> {
      return (await db.one<{ count: number }>(sql`select count(*) as count from ${raw(table)}`)).count;
    },
    async reset() {
      await db.reset();
      await db.run(sql`delete from pgboss.job`);
      clock.set(start);
      phone.length = 0;
      plan.members = null;
      answer = async ({ reference }) => ({ providerId: reference, parts: 1 });
    },
    async close() {
      await jobs.stop();
      await db.close();
    },
  };
}
