import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { openSignInHarness, type SignInHarness, type TestBrowser } from "../testing/sign-in-harness.ts";

/** What other people do with a number must never affect the owner's code, account or way to sign in. */

let harness: SignInHarness;
let owner: TestBrowser;
let stranger: TestBrowser;
beforeAll(async () => {
  harness = await openSignInHarness();
});
beforeEach(async () => {
  await harness.reset();
  owner = harness.browser("188.54.1.1");
  stranger = harness.browser("10.0.0.9");
});
afterAll(() => harness.close());

const number = "0501234567";
const signUpBody = (name: string, email: string) => ({ body: { name, email, mobile_number: number } });
const minute = () => harness.clock.advance(61_000);
const hour = () => harness.clock.advance(3_600_000);
const password = (browser: TestBrowser, typed: string) =>
  browser.call("POST Clients/Account/PasswordLogin", { body: { mobile_number: number, password: typed } });

describe("a code belongs to the browser that requested it", () => {
  it("and stays valid there whatever others request meanwhile", async () => {
    await owner.requestCode(number);
    const code = await harness.lastCode();
    minute();
    await stranger.requestPasswordCode(number);
    minute();
    await stranger.requestCode(number);
    await harness.settle();
    expect(await owner.verify(number, code)).toMatchObject({ envelope: { code: "merchants.name_required" } });
  });

  it("and serves no other, with or without a cookie, at another address or in another browser at the same one", async () => {
    await owner.requestCode(number);
    await owner.requestCode("0559876543"); // from here on the browser sends its cookie
    minute();
    await owner.requestCode(number);
    const code = await harness.lastCode();
    const neighbour = harness.browser("188.54.1.1");
    await neighbour.requestCode("0531234567");
    const withoutCookie = (ip: string) =>
      harness.call("POST Clients/Account/Verification", {
        ip,
        body: { mobile_number: number, code, name: "x" },
      });
    for (const answer of [
      await stranger.verify(number, code),
      await neighbour.verify(number, code),
      await withoutCookie("10.0.0.9"),
    ]) {
      expect(answer).toMatchObject({ status: 422, envelope: { code: "merchants.code_expired" } });
    }
    expect(await harness.count("merchants.failed_attempts")).toBe(0);
    expect(await harness.count("merchants.merchants")).toBe(0);
  });

  it("stored under a cookie that no script and no other site can use", async () => {
    const { headers } = await owner.requestCode(number);
    expect(headers["set-cookie"]).toMatch(
      /^rawaj_browser=[\w-]{43}; Path=\/Clients\/Account; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    );
    const token = owner.cookie().split("=")[1] ?? "";
    const stored = await harness.db.many<{ whole: string }>(sql`
      select c::text as whole from merchants.challenges c union all select s::text from merchants.code_sends s`);
    expect(stored.filter(({ whole }) => whole.includes(token))).toEqual([]);
  });

  it("requested without a cookie serves the same address without one, beside what others requested there", async () => {
    const requestCode = () => harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    await requestCode();
    const first = await harness.lastCode();
    minute();
    await requestCode();
    await harness.settle();
    expect(await harness.verify(number, first)).toMatchObject({
      envelope: { code: "merchants.name_required" },
    });
  });
});

describe("the name given at a sign-up", () => {
  it("is used only for the account that its own code opens", async () => {
    await owner.call("POST Clients/Account/SignUp", signUpBody("نورة", "noura@example.com"));
    const code = await harness.lastCode();
    minute();
    await stranger.call("POST Clients/Account/SignUp", signUpBody("غريب", "stranger@example.com"));
    await harness.settle();
    expect((await owner.verify(number, code)).data).toMatchObject({
      user: { name: "نورة", email: "noura@example.com" },
    });
  });

  it("is not used for an owner who only requested a sign-in: the owner is asked for a name", async () => {
    await stranger.call("POST Clients/Account/SignUp", signUpBody("غريب", "stranger@example.com"));
    minute();
    await owner.requestCode(number);
    const code = await harness.lastCode();
    expect(await owner.verify(number, code)).toMatchObject({ envelope: { code: "merchants.name_required" } });
    const named = await owner.call("POST Clients/Account/Verification", {
      body: { mobile_number: number, code, name: "نورة" },
    });
    expect(named.data).toMatchObject({ user: { name: "نورة", email: null } });
  });

  it("by a neighbour at the owner's own address is not used by the owner's new browser either", async () => {
    const body = { name: "غريب", email: "stranger@example.com", mobile_number: number };
    await harness.call("POST Clients/Account/SignUp", { ip: "188.54.1.1", body });
    const code = await harness.lastCode();
    expect(await owner.requestCode(number)).toMatchObject({
      envelope: { code: "merchants.number_cooldown" },
    });
    expect(await owner.verify(number, code)).toMatchObject({ envelope: { code: "merchants.code_expired" } });
    expect(await harness.count("merchants.merchants")).toBe(0);
  });

  it("without cookies and from one address stays with its own code", async () => {
    await harness.call("POST Clients/Account/SignUp", signUpBody("نورة", "noura@example.com"));
    const code = await harness.lastCode();
    minute();
    await harness.call("POST Clients/Account/SignUp", signUpBody("غريب", "stranger@example.com"));
    await harness.settle();
    expect((await harness.verify(number, code)).data).toMatchObject({
      user: { name: "نورة", email: "noura@example.com" },
    });
  });

  it("by two browsers that prove one new number at once makes one merchant, and both are signed in", async () => {
    await owner.call("POST Clients/Account/SignUp", signUpBody("نورة", ""));
    const first = await harness.lastCode();
    minute();
    await stranger.call("POST Clients/Account/SignUp", signUpBody("نورة", ""));
    const second = await harness.lastCode();
    const answers = await Promise.all([owner.verify(number, first), stranger.verify(number, second)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await harness.count("merchants.merchants")).toBe(1);
  });
});

describe("an attacker elsewhere", () => {
  /** Requests codes and guesses until nothing more is allowed from this browser. */
  async function guessUntilLocked(browser: TestBrowser) {
    await browser.requestCode(number);
    const wrong = harness.wrongCodeFor(await harness.lastCode());
    for (let guess = 0; guess < 5; guess += 1) await browser.verify(number, wrong);
    expect(await browser.verify(number, wrong)).toMatchObject({
      envelope: { code: "merchants.number_locked" },
    });
  }

  it("locks its own challenge and address, not the code the owner was sent before nor the owner's next one", async () => {
    await owner.requestCode(number);
    const code = await harness.lastCode();
    minute();
    await guessUntilLocked(stranger);
    expect(await owner.verify(number, code)).toMatchObject({ envelope: { code: "merchants.name_required" } });
    minute();
    await owner.requestCode(number);
    expect(await owner.verify(number, await harness.lastCode())).toMatchObject({
      envelope: { code: "merchants.name_required" },
    });
  });

  it("that drops its cookie keeps the count of its address, after the lock and a new code too", async () => {
    await guessUntilLocked(stranger);
    expect(await harness.browser("10.0.0.9").requestCode(number)).toMatchObject({
      envelope: { code: "merchants.number_locked" },
    });
    minute();
    const freshBrowser = harness.browser("10.0.0.9");
    await freshBrowser.requestCode(number);
    const sixth = await freshBrowser.verify(number, harness.wrongCodeFor(await harness.lastCode()));
    expect(sixth.headers["retry-after"]).toBe("120");
  });

  it("at the owner's own address does not stop a browser the owner has signed in from", async () => {
    await owner.signUp(number, "نورة");
    hour();
    await guessUntilLocked(harness.browser("188.54.1.1"));
    await harness.db.run(sql`
      insert into merchants.address_failures (address, hour, failures) values ('188.54.1.1', '2026-11-21T10:00Z', 60)
      on conflict (address, hour) do update set failures = 60`);
    minute();
    await owner.requestCode(number);
    expect((await owner.verify(number, await harness.lastCode())).status).toBe(200);
  });

  it("without cookies at the owner's own address cannot lock the owner's first code and gains at most one attempt", async () => {
    await owner.requestCode(number);
    const code = await harness.lastCode();
    const wrong = harness.wrongCodeFor(code);
    const guess = { ip: "188.54.1.1", body: { mobile_number: number, code: wrong } };
    for (let count = 0; count < 5; count += 1) await harness.call("POST Clients/Account/Verification", guess);
    expect(await harness.call("POST Clients/Account/Verification", guess)).toMatchObject({ status: 429 });
    expect(await owner.verify(number, code)).toMatchObject({ envelope: { code: "merchants.name_required" } });
    expect((await owner.verify(number, wrong)).headers["retry-after"]).toBe("120");
  });

  it("guessing passwords locks out neither the owner's browser nor the owner's next address", async () => {
    await owner.signUp(number, "نورة");
    harness.clock.advance(301_000);
    await owner.requestPasswordCode(number);
    await owner.call("POST Clients/Account/ResetPassword", {
      body: {
        mobile_number: number,
        code: await harness.lastCode(),
        password: "saffron-7",
        password_confirmation: "saffron-7",
      },
    });
    for (let guess = 0; guess < 6; guess += 1) await password(stranger, `guess-${guess}`);
    expect((await password(stranger, "saffron-7")).status).toBe(429);
    expect((await password(owner, "saffron-7")).status).toBe(200);
    expect((await password(harness.browser("188.54.7.7"), "saffron-7")).status).toBe(200);
  });

  it("spread over many addresses has a hundred passwords a day, without limiting the owner's browser", async () => {
    await owner.signUp(number, "نورة");
    await harness.db.run(sql`
      insert into merchants.failed_attempts (mobile, factor, source, failures, since, touched_at)
      values ('+966501234567', 'password', 'strangers', 99, ${harness.clock.now()}, ${harness.clock.now()})`);
    expect((await password(harness.browser("10.0.0.1"), "guess")).status).toBe(422);
    const refused = await password(harness.browser("10.0.0.2"), "guess");
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "86400" } });
    expect((await password(owner, "guess")).status).toBe(422);
    harness.clock.advance(86_400_000);
    expect((await password(harness.browser("10.0.0.2"), "guess")).status).toBe(422);
  });

  it("spread over many addresses has fifty wrong codes a day; then no unknown browser is sent one", async () => {
    await owner.signUp(number, "نورة");
    hour();
    await harness.db.run(sql`
      insert into merchants.failed_attempts (mobile, factor, source, failures, since, touched_at)
      values ('+966501234567', 'sign_in_code', 'strangers', 50, ${harness.clock.now()}, ${harness.clock.now()})`);
    expect(await stranger.requestCode(number)).toMatchObject({
      status: 429,
      envelope: { code: "merchants.number_locked", messages: [expect.stringContaining("24:00:00")] },
    });
    await owner.requestCode(number);
    expect((await owner.verify(number, await harness.lastCode())).status).toBe(200);
  });

  type Move = { browser: number; does: "ask" | "ask for a password" | "guess"; waitSeconds: number };
  const move: fc.Arbitrary<Move> = fc.record({
    browser: fc.integer({ min: 0, max: 4 }),
    does: fc.constantFrom("ask", "ask for a password", "guess"),
    waitSeconds: fc.constantFrom(0, 5, 61, 200),
  });

  it("in whatever order of requests and guesses, leaves the owner's browser one code within a minute", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
        await harness.reset();
        const known = harness.browser("188.54.1.1");
        await known.signUp(number, "نورة");
        hour();
        // The last of them uses the owner's own address, the one before sends no cookies.
        const ips = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "188.54.1.1"];
        const browsers = ips.map((ip) => harness.browser(ip));
        for (const { browser, does, waitSeconds } of moves) {
          const one = browser === 3 ? harness.browser("10.0.0.4") : browsers[browser];
          if (does === "ask") await one?.requestCode(number);
          if (does === "ask for a password") await one?.requestPasswordCode(number);
          if (does === "guess") await one?.verify(number, "000000");
          harness.clock.advance(waitSeconds * 1_000);
        }
        minute();
        expect((await known.requestCode(number)).status).toBe(200);
        expect((await known.verify(number, await harness.lastCode())).status).toBe(200);
      }),
      { numRuns: 12 },
    );
  });
});
