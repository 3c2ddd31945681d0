import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkBody } from "../../base/check-body.ts";
import type { Table } from "../../base/memory.ts";
import { Refusal, type Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { type Filled, fillTemplate, type MessageInput, messageShape } from "./messages.ts";
import { findRejection, type Template, type TemplateStatus, templateShape } from "./templates.ts";

const PHONE_NUMBER_ID = "106540352242922";
const BUSINESS_ACCOUNT_ID = "102290129340398";
const TOKEN = "EAArawajwhatsapptoken";
const APP_SECRET = "rawaj-whatsapp-app-secret";
const VERIFY_TOKEN = "rawaj-whatsapp-verify-token";
const DISPLAY_NUMBER = "966920000000";
/** A business begins with this throughput (Meta docs, "Throughput"). */
const PER_SECOND = 80;
const WINDOW_MS = 24 * 3_600_000;

type Reader = { id: string; lastMessageAt: number | null; hasStopped: boolean };
type Sent = { id: string; to: string; reference: string };

/**
 * WhatsApp Cloud API (Meta docs): messages, templates and webhooks. A number that ends in 0000 has no WhatsApp and is told so
 * by a webhook; 0004 is refused at once (131026); 0001 is never reported; 0003 is reported twice and in the wrong order.
 */
export function makeWhatsApp(world: World): Vendor {
  const templates = world.table<Template>("whatsapp-templates");
  const readers = world.table<Reader>("whatsapp-readers");
  /** How often a message with this reference of its sender was accepted. */
  const accepted = world.table<{ id: string; times: number }>("whatsapp-accepted");
  const hook = world.state<{ url: string | null }>("whatsapp", () => ({ url: null }));
  const limit = world.rateLimit({ capacity: PER_SECOND, leakPerSecond: PER_SECOND });
  const findReader = (to: string): Reader =>
    readers.get(to) ?? { id: to, lastMessageAt: null, hasStopped: false };
  const webhookUrl = () =>
    hook.url ?? (world.settings.productUrl ? `${world.settings.productUrl}/webhooks/whatsapp` : null);

  const post = (field: string, value: object) => {
    const url = webhookUrl();
    if (!url) return;
    const body = escapeLetters(
      JSON.stringify({
        object: "whatsapp_business_account",
        entry: [{ id: BUSINESS_ACCOUNT_ID, changes: [{ field, value }] }],
      }),
    );
    void world.webhooks.send({
      vendor: "whatsapp",
      url,
      headers: { "content-type": "application/json", "x-hub-signature-256": sign(body) },
      body,
      retryAfterSeconds: [2, 5, 15, 60, 600, 3_600],
      timeoutSeconds: 20,
    });
  };
  const postMessages = (value: object) =>
    post("messages", {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: DISPLAY_NUMBER, phone_number_id: PHONE_NUMBER_ID },
      ...value,
    });

  const report = ({ id, to, reference }: Sent) => {
    if (to.endsWith("0001")) return;
    const toStatus = (status: string) => ({
      id,
      status,
      timestamp: String(Math.floor(Date.now() / 1_000)),
      recipient_id: to,
      biz_opaque_callback_data: reference,
      ...(status === "failed" ? { errors: [toError(131026).error] } : {}),
      ...(status === "sent"
        ? { pricing: { billable: true, pricing_model: "PMP", category: "utility", type: "regular" } }
        : {}),
    });
    const ends = to.endsWith("0000") ? ["failed"] : ["sent", "delivered"];
    const statuses = to.endsWith("0003") ? ["delivered", "sent", "delivered", "read"] : ends;
    postMessages({ statuses: statuses.map(toStatus) });
  };

  const accept = (input: MessageInput, { text, buttons }: Filled) => {
    const id = `wamid.${Buffer.from(world.ids.uuid("whatsapp/message")).toString("base64url")}`;
    if (!input.to.endsWith("0000"))
      world.inbox.receive({
        to: `+${input.to}`,
        text,
        channel: "whatsapp",
        sender: "رواج",
        vendor: "whatsapp",
        ...(buttons.length > 0 ? { buttons } : {}),
      });
    const reference = input.biz_opaque_callback_data ?? "";
    accepted.put({ id: reference, times: (accepted.get(reference)?.times ?? 0) + 1 });
    report({ id, to: input.to, reference });
    return {
      messaging_product: "whatsapp",
      contacts: [{ input: input.to, wa_id: input.to }],
      messages: [{ id, message_status: "accepted" }],
    };
  };

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const input = checkBody(messageShape, request.body);
    if (!input.ok) return refuse(reply, 100, `Invalid parameter: ${input.problems[0]?.field}`);
    const message = input.value;
    if (!limit.take(PHONE_NUMBER_ID).allowed)
      return refuse(reply, 130429, "Cloud API message throughput has been reached");
    if (!/^\d{8,15}$/.test(message.to)) return refuse(reply, 100, "Param to is not a valid phone number");
    const reader = findReader(message.to);
    if (message.type === "text") {
      const isOpen = reader.lastMessageAt !== null && Date.now() - reader.lastMessageAt < WINDOW_MS;
      if (!isOpen)
        return refuse(reply, 131047, "More than 24 hours have passed since the customer last replied");
      return reply.send(accept(message, { text: message.text?.body ?? "", buttons: [] }));
    }
    if (!message.template) return refuse(reply, 131008, "Parameter template is required");
    const filled = fillTemplate(message.template, [...templates.values()]);
    if ("code" in filled) return refuse(reply, filled.code, filled.details);
    const isMarketing = [...templates.values()].some(
      ({ name, category }) => name === message.template?.name && category === "MARKETING",
    );
    if (isMarketing && reader.hasStopped) return refuse(reply, 131050, "User has stopped marketing messages");
    if (message.to.endsWith("0004")) return refuse(reply, 131026, "Message undeliverable");
    return reply.send(accept(message, filled));
  };

  const setStatus = (template: Template, status: TemplateStatus, reason: string | null = null) => {
    templates.put({ ...template, status });
    post("message_template_status_update", {
      event: status,
      message_template_id: Number(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      reason: reason ?? "NONE",
    });
  };

  const createTemplate = (request: FastifyRequest, reply: FastifyReply) => {
    const input = checkBody(templateShape, request.body);
    if (!input.ok) return refuse(reply, 100, `Invalid parameter: ${input.problems[0]?.field}`);
    const { name, language, category } = input.value;
    const isUsed = [...templates.values()].some((one) => one.name === name && one.language === language);
    if (isUsed) return refuse(reply, 100, "Content in this language already exists");
    const id = String(world.ids.number("whatsapp/template", 15));
    const template = templates.put({ ...input.value, id, status: "PENDING" });
    const rejection = findRejection(input.value);
    // Reviews take minutes to two days there; here the answer comes after it.
    setTimeout(() => setStatus(template, rejection ? "REJECTED" : "APPROVED", rejection), 50).unref();
    return reply.send({ id, status: "PENDING", category });
  };

  return {
    vendor: "whatsapp",
    title: { ar: "واتساب", en: "WhatsApp" },
    credentials: {
      WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
      WHATSAPP_BUSINESS_ACCOUNT_ID: BUSINESS_ACCOUNT_ID,
      WHATSAPP_TOKEN: TOKEN,
      WHATSAPP_APP_SECRET: APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
    },
    hosts: [
      {
        name: "whatsapp",
        standsFor: "graph.facebook.com",
        renderFailure: (reply, { status, message }) =>
          status === 429
            ? refuse(reply, 130429, message, 429)
            : reply.status(status).send({ error: { message, type: "OAuthException", code: 131000 } }),
        routes(app) {
          app.addHook("preHandler", async (request, reply) => {
            if (request.headers.authorization !== `Bearer ${TOKEN}`)
              return refuse(reply, 190, "Error validating access token", 401);
          });
          app.post(`/:version/${PHONE_NUMBER_ID}/messages`, send);
          app.post(`/:version/${BUSINESS_ACCOUNT_ID}/message_templates`, createTemplate);
          app.get(`/:version/${BUSINESS_ACCOUNT_ID}/message_templates`, () => ({
            data: [...templates.values()].map(({ id, name, language, status, category }) => ({
              id,
              name,
              language,
              status,
              category,
            })),
            paging: {},
          }));
        },
      },
    ],
    controlRoutes: (app) =>
      controlRoutes(app, { world, readers, templates, accepted, hook, setStatus, postMessages }),
  };
}

type Parts = {
  world: World;
  readers: Table<Reader>;
  templates: Table<Template>;
  accepted: Table<{ id: string; times: number }>;
  hook: { url: string | null };
  setStatus(template: Template, status: TemplateStatus): void;
  postMessages(value: object): void;
};

/**
 * `POST /control/whatsapp/reply {from, text}`: the reader of a number writes to us, which opens the window of 24 hours;
 * `/templates {name, status}` sets the state of a template; `/webhook {url}` the address of the app's webhook;
 * `GET /sent` counts what was accepted, by the senders' references.
 */
function controlRoutes(
  app: FastifyInstance,
  { world, readers, templates, accepted, hook, setStatus, postMessages }: Parts,
) {
  app.post("/control/whatsapp/reply", (request) => {
    const { from = "", text = "" } = (request.body ?? {}) as { from?: string; text?: string };
    const number = from.replace(/^\+/, "");
    if (!/^9665\d{8}$/.test(number) || !text) throw new Refusal("from (+9665…) and text are required");
    const hasStopped = /^(stop|إيقاف)$/i.test(text.trim());
    readers.put({ id: number, lastMessageAt: Date.now(), hasStopped });
    postMessages({
      contacts: [{ wa_id: number, profile: { name: "قارئ" }, user_id: `SA.${number}` }],
      messages: [
        {
          from: number,
          id: `wamid.${Buffer.from(world.ids.uuid("whatsapp/reply")).toString("base64url")}`,
          timestamp: String(Math.floor(Date.now() / 1_000)),
          type: "text",
          text: { body: text },
        },
      ],
    });
    return { from, text };
  });
  app.post("/control/whatsapp/templates", (request) => {
    const { name, status } = (request.body ?? {}) as { name?: string; status?: TemplateStatus };
    const named = [...templates.values()].filter((one) => one.name === name);
    if (named.length === 0 || !status) throw new Refusal("name of a template and status are required");
    for (const template of named) setStatus(template, status);
    return { name, status };
  });
  app.get("/control/whatsapp/sent", () => {
    const times = [...accepted.values()].map((one) => one.times);
    return {
      messages: times.length,
      repeated: times.filter((count) => count > 1).length,
      approved_templates: [...templates.values()].filter(({ status }) => status === "APPROVED").length,
    };
  });
  app.post("/control/whatsapp/webhook", (request) => {
    hook.url = ((request.body ?? {}) as { url?: string }).url ?? null;
    return hook;
  });
}

/** `X-Hub-Signature-256`, over the bytes as they are sent. */
export const sign = (body: string, secret: string = APP_SECRET): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** Letters beyond ASCII are sent escaped (Meta docs, Webhooks). */
const escapeLetters = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

const toError = (code: number, details = "Message undeliverable") => ({
  error: {
    message: `(#${code}) ${details}`,
    title: details,
    type: "OAuthException",
    code,
    error_data: { messaging_product: "whatsapp", details },
    fbtrace_id: "Arawaj",
  },
});

function refuse(reply: FastifyReply, code: number, details: string, status = code === 130429 ? 429 : 400) {
  return reply.status(status).send(toError(code, details));
}
