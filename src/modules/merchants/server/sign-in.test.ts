import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const number = "0501234567";
const requestWithoutCookie = (mobile: string) =>
  harness.call("POST Clients/Account/login", { body: { mobile_number: mobile } });

describe("signing up", () => {
  it("sends a code, and the code creates the merchant with the given name", async () => {
    const requested = await harness.call("POST Clients/Account/SignUp", {
      body: { name: " نورة ", mobile_number: "٠٥٠ ١٢٣ ٤٥٦٧", email: "Noura@Example.com" },
    });
    expect(requested.envelope).toMatchObject({ error: false, data: 60 });
    const signedIn = await harness.verify(number, await harness.lastCode());
    expect(signedIn.status).toBe(200);
    expect(signedIn.data).toMatchObject({
      user: {
        name: "نورة",
        email: "noura@example.com",
        mobile_number: "+966501234567",
        website_type: null,
        is_store_active: true,
        erasure_due_at: null,
      },
    });
  });

  it("with a number that has a merchant signs that merchant in and changes nothing", async () => {
    await harness.signUp(number, "نورة");
    harness.clock.advance(61_000);
    await harness.call("POST Clients/Account/SignUp", { body: { name: "غيرها", mobile_number: number } });
    const again = await harness.verify(number, await harness.lastCode());
    expect(again.data).toMatchObject({ user: { name: "نورة" } });
    expect(await harness.count("merchants.merchants")).toBe(1);
  });

  it("by sign-in with a new number asks for the name, and the same code then opens the account", async () => {
    await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    const code = await harness.lastCode();
    const nameless = await harness.verify(number, code);
    expect(nameless).toMatchObject({
      status: 422,
      envelope: { code: "merchants.name_required", fields: { name: [expect.any(String)] } },
    });
    expect(await harness.count("merchants.merchants")).toBe(0);
    const named = await harness.call("POST Clients/Account/Verification", {
      body: { mobile_number: number, code, name: "نورة" },
    });
    expect(named.status).toBe(200);
  });
});

describe("one person, one account", () => {
  it.each([
    "0501234567",
    "501234567",
    "966501234567",
    "+966 50 123 4567",
    "00966501234567",
    "\u200e٠٥٠١٢٣٤٥٦٧\u200f",
    "۰۵۰-۱۲۳-۴۵۶۷",
  ])("%s is the same number", async (typed) => {
    await harness.signUp(number, "نورة");
    harness.clock.advance(61_000);
    await harness.call("POST Clients/Account/login", { body: { mobile_number: typed } });
    const signedIn = await harness.verify(typed, await harness.lastCode());
    expect(signedIn.data).toMatchObject({ user: { name: "نورة", mobile_number: "+966501234567" } });
  });

  it.each(["0112345678", "920012345", "0521234567", "+971501234567", "05012345678", "501234", "", "hello"])(
    "%j is refused with its field marked, and nothing is sent",
    async (typed) => {
      const refused = await harness.call("POST Clients/Account/login", { body: { mobile_number: typed } });
      expect(refused).toMatchObject({
        status: 400,
        envelope: { fields: { mobile_number: [expect.any(String)] } },
      });
      expect(await harness.count("merchants.code_sends")).toBe(0);
    },
  );
});

describe("a code", () => {
  it("used fifty times at once opens one session", async () => {
    await harness.call("POST Clients/Account/SignUp", { body: { name: "نورة", mobile_number: number } });
    const code = await harness.lastCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => harness.verify(number, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await harness.count("merchants.sessions")).toBe(1);
    expect(await harness.count("merchants.merchants")).toBe(1);
  });

  it.each(["a browser", "a client without cookies"])(
    "guessed two thousand times by %s, two hundred at once, is compared five times, and then even the right one is refused",
    async (kind) => {
      const guesser =
        kind === "a browser"
          ? harness.browser()
          : { requestCode: requestWithoutCookie, verify: harness.verify };
      await guesser.requestCode(number);
      const right = await harness.lastCode();
      const guesses = Array.from({ length: 2_000 }, (_, index) => String(index * 97).padStart(6, "0"));
      const wrong = guesses.filter((guess) => guess !== right);
      const answers = [];
      for (let from = 0; from < wrong.length; from += 200) {
        const wave = wrong.slice(from, from + 200);
        answers.push(...(await Promise.all(wave.map((guess) => guesser.verify(number, guess)))));
      }
      expect(answers.filter((answer) => answer.status === 422)).toHaveLength(4);
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(wrong.length - 4);
      expect((await guesser.verify(number, right)).status).toBe(429);
      const counted = await harness.db.many(sql`select distinct failures from merchants.failed_attempts`);
      expect(counted).toEqual([{ failures: 5 }]);
    },
  );

  it("requested again does not clear the failed attempts; using one does", async () => {
    await harness.signUp(number, "نورة");
    harness.clock.advance(61_000);
    await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    for (let wrong = 0; wrong < 4; wrong += 1)
      await harness.verify(number, harness.wrongCodeFor(await harness.lastCode()));
    harness.clock.advance(121_000);
    await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    const fifth = await harness.verify(number, harness.wrongCodeFor(await harness.lastCode()));
    expect(fifth).toMatchObject({ status: 429, envelope: { code: "merchants.number_locked" } });
    expect(fifth.headers["retry-after"]).toBe("60");

    harness.clock.advance(61_000);
    expect((await harness.verify(number, await harness.lastCode())).status).toBe(200);
    expect(await harness.count("merchants.failed_attempts")).toBe(0);
  });

  it("locked again and again is locked for longer and longer", async () => {
    await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    const wrong = harness.wrongCodeFor(await harness.lastCode());
    const waits: unknown[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const answer = await harness.verify(number, wrong);
      if (answer.status === 429) waits.push(answer.headers["retry-after"]);
      harness.clock.advance(attempt >= 5 ? 61_000 : 0);
    }
    expect(waits).toEqual(["60", "120"]);
  });

  it("is valid for five minutes", async () => {
    await harness.call("POST Clients/Account/SignUp", { body: { name: "نورة", mobile_number: number } });
    const code = await harness.lastCode();
    harness.clock.advance(300_000);
    expect(await harness.verify(number, code)).toMatchObject({
      status: 422,
      envelope: { code: "merchants.code_expired" },
    });
  });

  it("is void once the same browser was sent a newer one", async () => {
    const browser = harness.browser();
    await browser.requestCode(number);
    const first = await harness.lastCode();
    harness.clock.advance(61_000);
    await browser.requestCode(number);
    const second = await harness.lastCode();
    if (first !== second) expect((await browser.verify(number, first)).status).toBe(422);
    expect(await browser.verify(number, second)).toMatchObject({
      envelope: { code: "merchants.name_required" },
    });
  });

  it.each([[["123456", "654321"]], [123456], ["12345"], ["abcdef"], [{ $ne: 1 }]])(
    "written as %j is refused by validation and is not counted as an attempt",
    async (code) => {
      await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
      const answer = await harness.call("POST Clients/Account/Verification", {
        body: { mobile_number: number, code },
      });
      expect(answer).toMatchObject({ status: 400, envelope: { fields: { code: [expect.any(String)] } } });
      expect(await harness.count("merchants.failed_attempts")).toBe(0);
    },
  );

  it("is nowhere in clear: not in the rows, the events or the queue", async () => {
    await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    const code = await harness.lastCode();
    const rows = await harness.db.many<{ whole: string }>(sql`
      select e::text as whole from base.events e union all
      select j::text from pgboss.job j union all
      select s::text from merchants.code_sends s union all
      select c::text from merchants.challenges c`);
    const storedTexts = rows.map((row) =>
      row.whole.replace("+966501234567", "").replace(/\d{4}-\d\d-\d\d[^,"]*/g, ""),
    );
    expect(storedTexts.filter((row) => new RegExp(`(^|\\D)${code}(\\D|$)`).test(row))).toEqual([]);
    expect(await harness.db.one(sql`select sealed_code, status, parts from merchants.code_sends`)).toEqual({
      sealed_code: null,
      status: "sent",
      parts: 1,
    });
  });
});

describe("requesting codes", () => {
  it("thirty times at once sends one message", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        harness.call("POST Clients/Account/login", { body: { mobile_number: number } }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused).toMatchObject({
      envelope: { code: "merchants.number_cooldown" },
      headers: { "retry-after": "60" },
    });
    await harness.settle();
    expect(harness.phone).toHaveLength(1);
  });

  it("gets the same answer for a known and an unknown number", async () => {
    await harness.signUp(number, "نورة");
    harness.clock.advance(61_000);
    const known = await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    const unknown = await harness.call("POST Clients/Account/login", {
      body: { mobile_number: "0559876543" },
    });
    expect(unknown.envelope).toEqual(known.envelope);
  });

  it("is limited to thirty an hour from one address, whatever it claims to forward", async () => {
    const answers = [];
    for (let index = 0; index < 35; index += 1) {
      answers.push(
        await harness.call("POST Clients/Account/login", {
          body: { mobile_number: `05012340${String(index).padStart(2, "0")}` },
          headers: { "x-forwarded-for": `10.0.0.${index}` },
        }),
      );
    }
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30);
    expect(answers.at(-1)).toMatchObject({ envelope: { code: "merchants.address_spent" } });
  });
});
