import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const requestCode = (mobile = "0501234567") =>
  harness.call("POST Clients/Account/login", { body: { mobile_number: mobile } });

/** Codes sent to other numbers from other addresses; `used` of them were used. */
async function sentBefore(count: number, used: number, secondsAgo: number) {
  const at = new Date(harness.clock.now().getTime() - secondsAgo * 1_000);
  await harness.db.run(sql`
    insert into merchants.code_sends (id, mobile, address, purpose, language, requested_at, status, used_at)
    select 'snd_' || n, '+96655' || lpad(n::text, 7, '0'), '10.0.0.' || n, 'sign_in', 'ar', ${at}::timestamptz, 'sent',
           case when n <= ${used}::int then ${at}::timestamptz end
    from generate_series(1, ${count}::int) n`);
}

describe("the breaker", () => {
  it("stops sending when hardly any of the last hundred codes was used", async () => {
    await sentBefore(100, 19, 90);
    expect((await requestCode()).status).toBe(200); // the trickle: the last one is more than 30 s ago
    expect(await requestCode("0559876543")).toMatchObject({
      status: 429,
      envelope: { code: "merchants.codes_paused" },
    });
    harness.clock.advance(31_000);
    expect((await requestCode("0559876543")).status).toBe(200);
  });

  it("stays closed when a fifth was used, and for codes that had no time to be used yet", async () => {
    await sentBefore(100, 20, 90);
    expect((await requestCode()).status).toBe(200);
    expect((await requestCode("0559876543")).status).toBe(200);
    await harness.reset();
    await sentBefore(100, 0, 20);
    expect((await requestCode()).status).toBe(200);
  });

  it("ignores what is more than an hour old", async () => {
    await sentBefore(100, 0, 3_601);
    expect((await requestCode()).status).toBe(200);
    expect((await requestCode("0559876543")).status).toBe(200);
  });
});

describe("the ceilings over all numbers", () => {
  it("apply to the hour and to the day", async () => {
    await sentBefore(2_000, 2_000, 600);
    expect(await requestCode()).toMatchObject({ status: 429, envelope: { code: "merchants.codes_paused" } });
    await harness.reset();
    await sentBefore(9_999, 9_999, 7_200);
    expect((await requestCode()).status).toBe(200);
    expect(await requestCode("0559876543")).toMatchObject({
      status: 429,
      envelope: { code: "merchants.codes_paused" },
    });
  });
});

describe("one address", () => {
  it("requesting codes for many numbers at once gets thirty and not one more", async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `05012340${String(index).padStart(2, "0")}`);
    const answers = await Promise.all(numbers.map((mobile) => requestCode(mobile)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30);
    expect(await harness.count("merchants.code_sends")).toBe(30);
  });
});

describe("one number", () => {
  it("gets five an hour in a browser it knows, with growing waits, and the sixth when the first is an hour old", async () => {
    const browser = harness.browser();
    await browser.signUp("0501234567", "نورة");
    harness.clock.advance(3_600_000);
    const countdowns: unknown[] = [];
    for (const wait of [60, 60, 120, 300, 600]) {
      const { data } = await browser.requestCode("0501234567");
      countdowns.push(data);
      harness.clock.advance(wait * 1_000);
    }
    expect(countdowns).toEqual([60, 60, 120, 300, 600]);
    const sixth = await browser.requestCode("0501234567");
    expect(sixth).toMatchObject({ status: 429, envelope: { code: "merchants.codes_spent" } });
    harness.clock.advance(Number(sixth.headers["retry-after"]) * 1_000);
    expect((await browser.requestCode("0501234567")).status).toBe(200);
  });

  it("gets three an hour from one unknown address and four from all of them", async () => {
    const from = (ip: string) => harness.browser(ip).requestCode("0501234567");
    const answers = [];
    for (const ip of ["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3"]) {
      answers.push(await from(ip));
      harness.clock.advance(61_000);
    }
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429, 200, 429]);
    expect(answers.at(-1)).toMatchObject({ envelope: { code: "merchants.codes_spent" } });
  });

  it("in its cooldown answers `code_just_sent` only to the browser that holds the code", async () => {
    const [own, other] = [harness.browser(), harness.browser("10.0.0.2")];
    await own.requestCode("0501234567");
    expect(await own.requestCode("0501234567")).toMatchObject({
      envelope: { code: "merchants.code_just_sent" },
    });
    expect(await own.requestPasswordCode("0501234567")).toMatchObject({
      envelope: { code: "merchants.number_cooldown" },
    });
    expect(await other.requestCode("0501234567")).toMatchObject({
      envelope: { code: "merchants.number_cooldown" },
    });
  });
});

describe("sign-up as a form", () => {
  const form = (parts: Record<string, string>, extra = "") =>
    harness.app.inject({
      method: "POST",
      url: "/Clients/Account/SignUp",
      headers: { "content-type": "multipart/form-data; boundary=x", "x-app-language": "ar" },
      payload: `${Object.entries(parts)
        .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join("")}${extra}--x--\r\n`,
    });

  it("is read part by part", async () => {
    const answer = await form({ name: "نورة", mobile_number: "0501234567" });
    expect(answer.json()).toEqual({ error: false, messages: [], data: 60 });
  });

  it("refuses a file, an unknown part, a missing name and text the database cannot hold", async () => {
    const file = `--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc\r\n`;
    const whole = { name: "نورة", mobile_number: "0501234567" };
    const answers = [
      await form(whole, file),
      await form({ ...whole, role: "staff" }),
      await form({ mobile_number: "0501234567" }),
      await form({ ...whole, name: "a\u0000b" }),
      await form({ ...whole, name: "ن".repeat(81) }),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([400, 400, 400, 400, 400]);
    expect(answers.map((answer) => Object.keys(answer.json().fields))).toEqual([
      ["photo"],
      ["role"],
      ["name"],
      ["name"],
      ["name"],
    ]);
    expect(await harness.count("merchants.code_sends")).toBe(0);
  });
});
