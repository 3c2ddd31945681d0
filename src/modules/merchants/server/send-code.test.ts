import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const requestCode = (language: "ar" | "en" = "ar") =>
  harness.call("POST Clients/Account/login", { body: { mobile_number: "0501234567" }, language });
const send = () =>
  harness.db.one<{ status: string; sealed_code: string | null }>(
    sql`select status, sealed_code from merchants.code_sends`,
  );

describe("a code's message", () => {
  it("begins with the code, names the product, and fits one part in either language", async () => {
    await requestCode("ar");
    harness.clock.advance(61_000);
    await harness.settle();
    await requestCode("en");
    await harness.settle();
    const [arabic, english] = harness.phone;
    expect(arabic?.text).toMatch(/^\d{6} رمز دخولك إلى رواج/);
    expect(arabic?.text.length).toBeLessThanOrEqual(70);
    expect(english?.text).toMatch(/^\d{6} is your Rawaj sign-in code[\x20-\x7e]+$/);
    expect(english?.text.length).toBeLessThanOrEqual(160);
    expect(arabic).toMatchObject({ to: "+966501234567", kind: "service" });
  });

  it("waits for a vendor that is busy, and is sent when it is back", async () => {
    let attempts = 0;
    harness.setVendorResponse(async ({ reference }) => {
      attempts += 1;
      if (attempts < 3) throw new AdapterFault("later", { reason: "busy", retryAfterSeconds: 1 });
      return { providerId: reference, parts: 1 };
    });
    await requestCode();
    await harness.settle();
    expect(await send()).toEqual({ status: "sent", sealed_code: null });
    expect(harness.phone).toHaveLength(1);
  });

  it.each([
    ["rejected", "refused"],
    ["reconnect", "refused"],
    ["outcome_unknown", "unknown"],
  ] as const)(
    "that the vendor answered with %s is not repeated, and its code is deleted",
    async (kind, status) => {
      let attempts = 0;
      harness.setVendorResponse(async () => {
        attempts += 1;
        throw new AdapterFault(kind, { reason: "no" });
      });
      await requestCode();
      await harness.settle();
      expect(await send()).toEqual({ status, sealed_code: null });
      expect(attempts).toBe(1);
    },
  );

  it("that would arrive too late to be used is not sent", async () => {
    await requestCode();
    harness.clock.advance(300_000);
    await harness.settle();
    expect(await send()).toEqual({ status: "given_up", sealed_code: null });
    expect(harness.phone).toEqual([]);
  });
});
