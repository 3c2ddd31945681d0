import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { withFrozenClock } from "../../testing/frozen-clock.ts";
import { openTestSandbox } from "../../testing/test-sandbox.ts";
import { openWebhookReceiver } from "../../testing/webhook-receiver.ts";
import { makeWhatsApp, sign } from "./whatsapp.ts";

const [sandbox, hooks] = await Promise.all([openTestSandbox([makeWhatsApp]), openWebhookReceiver()]);
await sandbox.control("whatsapp/webhook", { url: hooks.url });
beforeEach(() => {
  hooks.received = [];
});
afterAll(async () => {
  hooks.close();
  await sandbox.close();
});

type Answer = { error?: { code: number }; messages?: { id: string }[]; status?: string };
async function call(path: string, body: object, token = "EAArawajwhatsapptoken"): Promise<Answer> {
  const answer = await fetch(`${sandbox.url}/whatsapp/v26.0/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
}
const toParameters = (texts: string[]) => texts.map((text) => ({ type: "text", text }));
const send = (change: object = {}, texts = ["35%"], suffix: string | null = "rules") =>
  call("106540352242922/messages", {
    messaging_product: "whatsapp",
    to: "966501234567",
    type: "template",
    biz_opaque_callback_data: "mer_1:txt_1",
    template: {
      name: "alert_v1",
      language: { code: "ar" },
      components: [
        { type: "body", parameters: toParameters(texts) },
        ...(suffix === null
          ? []
          : [{ type: "button", sub_type: "url", index: "0", parameters: toParameters([suffix]) }]),
      ],
    },
    ...change,
  });
const create = (change: object = {}) =>
  call("102290129340398/message_templates", {
    name: "alert_v1",
    language: "ar",
    category: "UTILITY",
    components: [
      { type: "BODY", text: "مبيعاتك نقصت {{1}} هذا اليوم.", example: { body_text: [["20%"]] } },
      {
        type: "BUTTONS",
        buttons: [
          { type: "URL", text: "افتح", url: "https://a.example/{{1}}", example: ["https://a.example/b"] },
        ],
      },
    ],
    ...change,
  });
const listHooks = (field: string) =>
  hooks.received
    .map(({ body }) => JSON.parse(body).entry[0].changes[0])
    .filter((change) => change.field === field)
    .map(({ value }) => value);
const waitForTemplate = (event: string) =>
  vi.waitFor(() => expect(listHooks("message_template_status_update")).toMatchObject([{ event }]));

describe("templates", () => {
  test("pass a review before they may be sent", async () => {
    expect(await create()).toMatchObject({ status: "PENDING" });
    expect(await send()).toMatchObject({ error: { code: 132001 } });
    await waitForTemplate("APPROVED");
    expect(await send()).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid\./) }] });
    expect(sandbox.world.inbox.list({ limit: 1 })).toMatchObject([
      {
        to: "+966501234567",
        channel: "whatsapp",
        text: "مبيعاتك نقصت 35% هذا اليوم.",
        buttons: [{ label: "افتح", url: "https://a.example/rules" }],
      },
    ]);
  });

  test("that begin with a variable are rejected", async () => {
    await create({
      name: "bad_v1",
      components: [{ type: "BODY", text: "{{1}} نقصت مبيعاتك هذا اليوم", example: { body_text: [["a"]] } }],
    });
    await waitForTemplate("REJECTED");
  });

  test("take exactly their params, without line breaks", async () => {
    expect(await send({}, [])).toMatchObject({ error: { code: 132000 } });
    expect(await send({}, ["a\nb"])).toMatchObject({ error: { code: 132018 } });
    expect(await send({}, ["a"], null)).toMatchObject({ error: { code: 131008 } });
  });

  test("that are paused are not sent", async () => {
    await sandbox.control("whatsapp/templates", { name: "alert_v1", status: "PAUSED" });
    expect(await send()).toMatchObject({ error: { code: 132015 } });
    await sandbox.control("whatsapp/templates", { name: "alert_v1", status: "APPROVED" });
  });
});

test("a token that is not ours is refused", async () => {
  expect(await call("106540352242922/messages", {}, "wrong")).toMatchObject({ error: { code: 190 } });
});

test("free words pass only after the reader wrote, and the reply is reported", async () => {
  const text = { type: "text", template: undefined, text: { body: "أهلًا" } };
  expect(await send(text)).toMatchObject({ error: { code: 131047 } });
  await sandbox.control("whatsapp/reply", { from: "+966501234567", text: "مرحبا" });
  expect(await send(text)).toHaveProperty("messages");
  await vi.waitFor(() =>
    expect(listHooks("messages").flatMap(({ messages = [] }) => messages)).toMatchObject([
      { from: "966501234567", text: { body: "مرحبا" } },
    ]),
  );
});

test("statuses are signed over their bytes, and a number without WhatsApp fails", async () => {
  await send({ to: "966501230000" });
  const listFailed = () =>
    listHooks("messages")
      .flatMap(({ statuses = [] }) => statuses)
      .filter(({ status }) => status === "failed");
  await vi.waitFor(() =>
    expect(listFailed()).toMatchObject([
      { biz_opaque_callback_data: "mer_1:txt_1", errors: [{ code: 131026 }] },
    ]),
  );
  const [request] = hooks.received;
  const expected = createHmac("sha256", "rawaj-whatsapp-app-secret")
    .update(request?.body ?? "")
    .digest("hex");
  expect(request?.headers["x-hub-signature-256"]).toBe(`sha256=${expected}`);
  expect(sign("{}", "secret")).toBe(`sha256=${createHmac("sha256", "secret").update("{}").digest("hex")}`);
  expect(await send({ to: "966501230004" })).toMatchObject({ error: { code: 131026 } });
});

test("more than its throughput is refused", async () => {
  const answers = await withFrozenClock(() => Promise.all(Array.from({ length: 90 }, () => send())));
  expect(answers.filter(({ error }) => error?.code === 130429).length).toBeGreaterThan(0);
});
