import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { makeTwilio } from "./twilio.ts";

const settings = {
  accountSid: "AC00000000000000000000000000rawaj1",
  authToken: "rawaj-twilio-token",
  from: "Rawaj",
  callbackUrl: "http://localhost:9/webhooks/twilio",
};
const message = {
  to: "+966501234567",
  kind: "service",
  text: "123456 رمز توثيق رقمك",
  reference: "mer_1:txt_1",
} as const;

describe("Twilio, against its simulator", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  const twilio = (changed: Partial<typeof settings> = {}) =>
    makeTwilio({ apiUrl: sandbox.hosts.twilio ?? "", ...settings, ...changed });

  it("delivers a message, and returns its id and its parts", async () => {
    const sent = await twilio().send({ ...message, text: "ن".repeat(71) });
    expect(sent).toEqual({ providerId: expect.stringMatching(/^SM/), parts: 2 });
    const [received] = await sandbox.control<object[]>("messages?to=%2B966501234567");
    expect(received).toMatchObject({ vendor: "twilio", channel: "sms" });
  });

  it.each([
    ["our credentials are not accepted", { authToken: "wrong" }, {}, "reconnect"],
    ["our sender is not accepted", { from: "Somebody" }, {}, "reconnect"],
    ["the region is off", {}, { to: "+971501234567" }, "reconnect"],
    ["the number is no mobile", {}, { to: "+966112345678" }, "rejected"],
  ])("where %s", async (_name, changed, change, kind) => {
    await expect(twilio(changed).send({ ...message, ...change })).rejects.toMatchObject({ kind });
  });
});

describe("Twilio on a bad day", () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  it.each([
    [429, { code: 20429, message: "Too Many Requests" }, { kind: "later", throttled: true }],
    [503, "closed", { kind: "later" }],
    [500, "oops", { kind: "outcome_unknown" }],
    [201, "no JSON", { kind: "outcome_unknown" }],
  ])("%i is read as it is meant", async (status, body, fault) => {
    server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(makeTwilio({ apiUrl, ...settings }).send(message)).rejects.toMatchObject(fault);
  });
});

describe("Twilio's reports", () => {
  const { parseReport } = makeTwilio({ apiUrl: "http://127.0.0.1:9", ...settings, authToken: "topsecret" });
  const fields = { MessageSid: "SM1", MessageStatus: "delivered", To: "+966501234567" };
  const report = (change: object = {}, signature = "ZAv2e4FiQfOUanU3xkiF9JwUoXM=") =>
    parseReport({
      url: "https://app.example.test/hooks/twilio",
      body: Buffer.from(new URLSearchParams({ ...fields, ...change }).toString()),
      headers: { "x-twilio-signature": signature },
    });

  it("are believed only under the signature of the account, over the address and every field", () => {
    expect(report()).toEqual([]); // signed, but of no message of ours
    expect(report({ MessageStatus: "failed" })).toBeNull();
    expect(report({}, "")).toBeNull();
  });
});
