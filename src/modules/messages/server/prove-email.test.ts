import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { openMessagesHarness } from "../testing/messages-harness.ts";

let harness: Awaited<ReturnType<typeof openMessagesHarness>>;
beforeAll(async () => {
  harness = await openMessagesHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const call = (name: string, body?: object) =>
  harness.server.call(name, { as: "mer_1", key: randomUUID(), ...(body ? { body } : {}) });
const request = () => call("POST Clients/Messages/email/code");
const prove = (code: string) => call("POST Clients/Messages/email/proof", { code });
const readCode = () => /\d{6}/.exec(harness.mailbox.at(-1)?.text ?? "")?.[0] ?? expect.fail("no code");
const other = (code: string) => (code === "000000" ? "000001" : "000000");
const isProven = async () =>
  (await harness.facade.findProvenEmail(testContext(harness.db))) === harness.profile.email;

describe("an e-mail address", () => {
  it("is proven by the code that was sent to it", async () => {
    expect((await call("GET Clients/Messages/email")).data).toEqual({
      address: "noura@example.com",
      proven_at: null,
      can_send: true,
    });
    expect((await request()).data).toEqual({ countdown: 60 });
    await harness.settle();
    expect(harness.mailbox[0]).toMatchObject({ to: "noura@example.com", unsubscribeUrl: undefined });
    expect(harness.mailbox[0]?.html).toContain(readCode());
    expect((await prove(readCode())).data).toMatchObject({ proven_at: expect.any(String) });
    expect(await isProven()).toBe(true);
    expect((await request()).envelope).toMatchObject({ code: "messages.email_proven" });
    expect(await harness.db.many(sql`select name from base.events where name like 'messages.%'`)).toEqual([
      { name: "messages.email_proven" },
    ]);
  });

  it("that becomes another is not proven, and proven again when it is the old one", async () => {
    await request();
    await harness.settle();
    await prove(readCode());
    harness.profile.email = "other@example.com";
    expect(await isProven()).toBe(false);
    harness.profile.email = "noura@example.com";
    expect(await isProven()).toBe(true);
  });

  it("is not proven by a code that went to another address, is wrong, used or too old", async () => {
    await request();
    await harness.settle();
    const code = readCode();
    harness.profile.email = "other@example.com";
    expect((await prove(code)).envelope).toMatchObject({ code: "messages.code_expired" });
    harness.profile.email = "noura@example.com";
    expect((await prove(other(code))).envelope).toMatchObject({ code: "messages.code_wrong" });
    harness.clock.advance(10 * 60_000);
    expect((await prove(code)).envelope).toMatchObject({ code: "messages.code_expired" });
    expect(await isProven()).toBe(false);
  });

  it("is locked by five wrong codes, also for the right one and for new codes", async () => {
    await request();
    await harness.settle();
    const code = readCode();
    for (let attempt = 0; attempt < 5; attempt += 1) await prove(other(code));
    expect((await prove(code)).envelope).toMatchObject({ code: "messages.code_locked" });
    expect((await request()).envelope).toMatchObject({ code: "messages.code_locked" });
    harness.clock.advance(61_000);
    expect((await prove(code)).status).toBe(200);
  });

  it("gets a code a minute and five an hour, and none where there is no address", async () => {
    // A whole window of the limit is ahead.
    harness.clock.set(
      new Date(Math.ceil(harness.clock.now().getTime() / 3_600_000) * 3_600_000).toISOString(),
    );
    expect((await request()).status).toBe(200);
    expect((await request()).envelope).toMatchObject({ code: "messages.code_just_sent" });
    const later = [];
    for (let n = 0; n < 5; n += 1) {
      harness.clock.advance(61_000);
      later.push((await request()).status);
    }
    expect(later).toEqual([200, 200, 200, 200, 429]);
    harness.profile.email = null;
    expect((await request()).envelope).toMatchObject({ code: "messages.email_missing" });
  });

  it("has its code sealed in the outbox, sent to nobody once it is too old, and wiped afterwards", async () => {
    await request();
    const row = () =>
      harness.db.one<{
        body_text: string;
        sealed_code: string | null;
        state: string;
        failure: string | null;
      }>(sql`select body_text, sealed_code, state, failure from messages.emails`);
    expect((await row()).body_text).not.toMatch(/\d{6}/);
    expect((await row()).sealed_code).toMatch(/^v1\.test\./);
    harness.clock.advance(10 * 60_000);
    await harness.settle();
    expect(harness.mailbox).toEqual([]);
    expect(await row()).toMatchObject({ state: "failed", failure: "expired", sealed_code: null });
  });
});
