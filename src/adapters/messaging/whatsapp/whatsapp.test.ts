import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadMessages } from "#base/server/messages.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { ensureTemplates } from "#modules/messages/server/ensure-templates.ts";
import type { WhatsAppTemplateState } from "#modules/messages/server/whatsapp-sender.port.ts";
import { makeWhatsApp } from "./whatsapp.ts";

const settings = {
  apiVersion: "v26.0",
  phoneNumberId: "106540352242922",
  businessAccountId: "102290129340398",
  token: "EAArawajwhatsapptoken",
  appSecret: "rawaj-whatsapp-app-secret",
  verifyToken: "rawaj-whatsapp-verify-token",
};
const message = {
  to: "+966501234567",
  reference: "mer_1:txt_1",
  template: "communication_rule_v1",
  language: "ar",
  params: ["مبيعاتك نقصت 35%", "1,200 ر.س بعد 1,850 ر.س"],
  linkPath: "rules/communication",
} as const;

describe("WhatsApp, against its simulator", () => {
  let sandbox: TestSandbox;
  const whatsApp = (changed: Partial<typeof settings> = {}) =>
    makeWhatsApp({ apiUrl: sandbox.hosts.whatsapp ?? "", ...settings, ...changed });
  const states: WhatsAppTemplateState[] = [];
  beforeAll(async () => {
    sandbox = await startSandbox();
    const messages = await loadMessages(join(import.meta.dirname, "../../../modules"));
    const sender = whatsApp();
    const ensure = ensureTemplates({
      messages,
      log: { warn() {} } as never,
      publicUrl: "https://rawaj.example",
      whatsApp: {
        ...sender,
        ensureTemplates: async (templates) => {
          states.splice(0, states.length, ...(await sender.ensureTemplates(templates)));
          return states;
        },
      },
    });
    await vi.waitFor(async () => {
      await ensure();
      if (states.some(({ status }) => status === "PENDING")) throw new Error("still reviewed");
    });
  });
  afterAll(() => sandbox.stop());

  it("every template of ours passes the review, in both languages, and is submitted once", () => {
    expect(states.length).toBeGreaterThanOrEqual(8);
    expect(states.filter(({ status }) => status !== "APPROVED")).toEqual([]);
    expect(new Set(states.map(({ name, language }) => name + language)).size).toBe(states.length);
  });

  it("a message arrives with its words and the button that leads to the product", async () => {
    expect(await whatsApp().send(message)).toEqual({
      kind: "accepted",
      providerId: expect.stringMatching(/^wamid\./),
    });
    const [received] = await sandbox.control<object[]>("messages?channel=whatsapp&limit=1");
    expect(received).toMatchObject({
      to: "+966501234567",
      text: expect.stringContaining("مبيعاتك نقصت 35%"),
      buttons: [{ label: "افتح رواج", url: "https://rawaj.example/rules/communication" }],
    });
  });

  it.each([
    ["a number that cannot be reached", { to: "+966501230004" }, "undeliverable"],
    ["a template that does not exist", { template: "other_v1" }, "template"],
    ["params that do not fit", { params: ["one"] }, "template"],
  ])("refuses %s", async (_name, change, refusal) => {
    expect(await whatsApp().send({ ...message, ...change })).toMatchObject({ kind: "refused", refusal });
  });

  it("a token that is not accepted is `reconnect`", async () => {
    await expect(whatsApp({ token: "wrong" }).send(message)).rejects.toMatchObject({ kind: "reconnect" });
  });

  it("a server that is closed is `later`, one without an answer `outcome_unknown`", async () => {
    await sandbox.control("faults", { vendor: "whatsapp", kind: "503", times: 1 });
    await expect(whatsApp().send(message)).rejects.toMatchObject({ kind: "later" });
    await sandbox.control("faults", { vendor: "whatsapp", kind: "500", times: 1 });
    await expect(whatsApp().send(message)).rejects.toMatchObject({ kind: "outcome_unknown" });
  });
});

describe("WhatsApp's error codes", () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  it.each([
    [130429, 429, { kind: "later", throttled: true }],
    [131031, 403, { kind: "reconnect" }],
    [131042, 400, { kind: "reconnect" }],
  ])("%i is a fault", async (code, status, fault) => {
    await expect(answerWith(code, status)).rejects.toMatchObject(fault);
  });

  it.each([
    [131049, { kind: "refused", refusal: "undeliverable" }],
    [130472, { kind: "refused", refusal: "undeliverable" }],
    [132016, { kind: "refused", refusal: "template" }],
    [131050, { kind: "refused", refusal: "opted_out" }],
    [131056, { kind: "wait" }],
  ])("%i is an answer", async (code, outcome) => {
    expect(await answerWith(code, 400)).toMatchObject(outcome);
  });

  async function answerWith(code: number, status: number) {
    server = createServer((request, response) => {
      request.resume();
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message: "no", type: "OAuthException", code } }));
    });
    await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return makeWhatsApp({ apiUrl, ...settings }).send(message);
  }
});

describe("WhatsApp's webhooks", () => {
  const whatsApp = makeWhatsApp({ apiUrl: "http://127.0.0.1:9", ...settings });
  const toBody = (value: object, phone_number_id = settings.phoneNumberId) =>
    Buffer.from(
      JSON.stringify({
        object: "whatsapp_business_account",
        entry: [
          {
            id: "1",
            changes: [
              {
                field: "messages",
                value: { messaging_product: "whatsapp", metadata: { phone_number_id }, ...value },
              },
            ],
          },
        ],
      }),
    );
  const parse = (body: Buffer, secret = settings.appSecret) =>
    whatsApp.parseWebhook(body, {
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    });
  const status = {
    id: "wamid.1",
    status: "delivered",
    timestamp: "1795252200",
    recipient_id: "966501234567",
  };

  it("are believed only under our app's signature", () => {
    const body = toBody({ statuses: [{ ...status, biz_opaque_callback_data: "mer_1:txt_1" }] });
    expect(parse(body, "another")).toBeNull();
    expect(whatsApp.parseWebhook(body, {})).toBeNull();
    expect(parse(body)?.reports).toEqual([
      {
        reference: "mer_1:txt_1",
        providerId: "wamid.1",
        state: "delivered",
        at: new Date(1_795_252_200_000),
      },
    ]);
  });

  it("of another number, another app's message or another kind say nothing", () => {
    const ours = { ...status, biz_opaque_callback_data: "mer_1:txt_1" };
    expect(parse(toBody({ statuses: [ours] }, "999"))?.reports).toEqual([]);
    expect(parse(toBody({ statuses: [status, { ...ours, status: "played" }] }))?.reports).toEqual([]);
    expect(parse(Buffer.from('{"object":"page"}'))).toEqual({ reports: [], replies: [], templates: [] });
  });

  it("tell failures with their meaning, and what readers write", () => {
    const body = toBody({
      statuses: [
        { ...status, status: "failed", biz_opaque_callback_data: "mer_1:txt_1", errors: [{ code: 131026 }] },
      ],
      messages: [
        { from: "966501234567", type: "text", text: { body: "إيقاف" } },
        { from: "SA.134", type: "text", text: { body: "x" } },
      ],
    });
    expect(parse(body)).toMatchObject({
      reports: [{ state: "failed", refusal: "undeliverable" }],
      replies: [{ from: "+966501234567", text: "إيقاف" }],
    });
  });

  it("are subscribed by repeating a challenge to whoever knows our word", () => {
    const query = { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": "wrong" };
    expect(whatsApp.answerChallenge(query)).toBeNull();
    expect(whatsApp.answerChallenge({ ...query, "hub.verify_token": settings.verifyToken })).toBe(
      "1158201444",
    );
  });
});
