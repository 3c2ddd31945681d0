import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type SignInBench, signInBench } from "../testing/sign-in-bench.ts";

let bench: SignInBench;
beforeAll(async () => {
  bench = await signInBench();
});
beforeEach(() => bench.reset());
afterAll(() => bench.close());

const ask = (language: "ar" | "en" = "ar") =>
  bench.call("POST Clients/Account/login", { body: { mobile_number: "0501234567" }, language });
const send = () =>
  bench.db.one<{ status: string; sealed_code: string | null }>(
    sql`select status, sealed_code from merchants.code_sends`,
  );

describe("a code's message", () => {
  it("begins with the code, names the product, and fits one part in either language", async () => {
    await ask("ar");
    bench.clock.advance(61_000);
    await bench.settle();
    await ask("en");
    await bench.settle();
    const [arabic, english] = bench.phone;
    expect(arabic?.text).toMatch(/^\d{6} رمز دخولك إلى رواج/);
    expect(arabic?.text.length).toBeLessThanOrEqual(70);
    expect(english?.text).toMatch(/^\d{6} is your Rawaj sign-in code[\x20-\x7e]+$/);
    expect(english?.text.length).toBeLessThanOrEqual(160);
    expect(arabic).toMatchObject({ to: "+966501234567", kind: "service" });
  });

  it("waits for a vendor that is busy, and goes out when it is back", async () => {
    let tries = 0;
    bench.vendorAnswers(async ({ reference }) => {
      tries += 1;
      if (tries < 3) throw new AdapterFault("later", { reason: "busy", retryAfterSeconds: 1 });
      return { providerId: reference, parts: 1 };
    });
    await ask();
    await bench.settle();
    expect(await send()).toEqual({ status: "sent", sealed_code: null });
    expect(bench.phone).toHaveLength(1);
  });

  it.each([
    ["rejected", "refused"],
    ["reconnect", "refused"],
    ["outcome_unknown", "unknown"],
  ] as const)(
    "that the vendor answered with %s is not repeated, and its code is wiped",
    async (kind, status) => {
      let tries = 0;
      bench.vendorAnswers(async () => {
        tries += 1;
        throw new AdapterFault(kind, { reason: "no" });
      });
      await ask();
      await bench.settle();
      expect(await send()).toEqual({ status, sealed_code: null });
      expect(tries).toBe(1);
    },
  );

  it("that comes too late to be of use is not paid for", async () => {
    await ask();
    bench.clock.advance(300_000);
    await bench.settle();
    expect(await send()).toEqual({ status: "given_up", sealed_code: null });
    expect(bench.phone).toEqual([]);
  });
});
