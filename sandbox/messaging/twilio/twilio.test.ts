import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openTestSandbox } from "../../testing/test-sandbox.ts";
import { openWebhookReceiver } from "../../testing/webhook-receiver.ts";
import { makeTwilio, sign } from "./twilio.ts";

const [sandbox, hooks] = await Promise.all([openTestSandbox([makeTwilio]), openWebhookReceiver()]);
beforeEach(() => {
  hooks.received = [];
});
afterAll(async () => {
  hooks.close();
  await sandbox.close();
});

const sid = "AC00000000000000000000000000rawaj1";
async function send(change: Record<string, string> = {}, token = "rawaj-twilio-token") {
  const answer = await fetch(`${sandbox.url}/twilio/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}` },
    body: new URLSearchParams({
      To: "+966501234567",
      From: "Rawaj",
      Body: "123456 رمز",
      StatusCallback: `${hooks.url}/twilio?reference=mer_1%3Atxt_1`,
      ...change,
    }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

test("the signature is the one of Twilio's own library", () => {
  const fields = { MessageSid: "SM1", MessageStatus: "delivered", To: "+966501234567" };
  expect(sign("https://app.example.test/hooks/twilio", fields, "topsecret")).toBe(
    "ZAv2e4FiQfOUanU3xkiF9JwUoXM=",
  );
});

test("a message is queued, arrives, and is reported step by step", async () => {
  expect(await send()).toMatchObject({
    status: "queued",
    num_segments: "1",
    sid: expect.stringMatching(/^SM/),
  });
  expect(sandbox.world.inbox.list({ limit: 1 })).toMatchObject([{ to: "+966501234567", vendor: "twilio" }]);
  await vi.waitFor(() => expect(hooks.received).toHaveLength(2));
  const fields = Object.fromEntries(new URLSearchParams(hooks.received[0]?.body));
  expect(hooks.received[0]?.headers["x-twilio-signature"]).toBe(
    sign(`${hooks.url}${hooks.received[0]?.path}`, fields),
  );
});

test("invalid calls are refused with Twilio's codes", async () => {
  expect(await send({}, "wrong")).toMatchObject({ code: 20003, status: 401 });
  expect(await send({ From: "Somebody" })).toMatchObject({ code: 21606 });
  expect(await send({ To: "966501234567" })).toMatchObject({ code: 21211 });
  expect(await send({ To: "+971501234567" })).toMatchObject({ code: 21408 });
  expect(await send({ To: "+966112345678" })).toMatchObject({ code: 21614 });
});
