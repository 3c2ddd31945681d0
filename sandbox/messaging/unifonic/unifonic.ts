import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody, type Problem } from "../../base/check-body.ts";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { countParts } from "../parts.ts";

const APP_SID = "rawaj-app-sid";
const SENDER = "Rawaj";
const HALALAS_PER_PART = 8;
const MAX_PARTS = 10;
/** Reports are sent shortly after the response, and are retried for three days (Unifonic docs, "Delivery reports"). */
const REPORT_AFTER_MS = 400;
const LATE_REPORT_AFTER_MS = 30_000;
const REPORT_RETRY_SECONDS = [60, 600, 3_600, 6 * 3_600, 24 * 3_600];

interface SentMessage {
  id: string;
  correlationId: string;
  recipient: string;
  status: "Sent" | "Queued" | "Delivered" | "Undeliverable";
  parts: number;
  at: string;
}

const flag = z.enum(["true", "false"]).optional();
const shape = z.strictObject({
  AppSid: z.string().min(1),
  SenderID: z.string().min(1).optional(),
  Recipient: z.string().min(1),
  Body: z.string().min(1),
  responseType: z.enum(["JSON", "XML"]).optional(),
  CorrelationID: z.string().max(100).optional(),
  statusCallback: z.string().optional(),
  async: flag,
  baseEncode: flag,
  MessageType: z.enum(["1", "3", "5", "6"]).optional(),
});
type SmsRequest = z.output<typeof shape>;

/** The vendor's error number, its message, and its HTTP status: some refusals come as 200. */
const refusals = {
  401: [401, "Authentication failed"],
  402: [400, "Missing parameter AppSid"],
  406: [400, "Wrong parameter format"],
  409: [400, "Message with the same CorrelationID was already accepted"],
  412: [400, "Message body is too long"],
  449: [200, "Message is not found"],
  429: [429, "Too many requests"],
  480: [200, "This user cannot use specified SenderID"],
  482: [200, "Invalid destination number"],
} as const satisfies Record<number, readonly [number, string]>;

/**
 * Unifonic's SMS call (Unifonic docs, "Send a message"). Accepted messages arrive on the sandbox phone. A number that ends in
 * 0000 or 404 is not reached; one in 0001 is never reported; 0002 is sent too much; 0003 is reported twice; 0006 is reported
 * half a minute late.
 */
export function makeUnifonic(world: World): Vendor {
  const sent = world.table<SentMessage>("unifonic-messages");
  const account = world.state("unifonic", () => ({ balanceHalalas: 100_000 }));

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const given = { ...(request.query as object), ...((request.body as object | undefined) ?? {}) };
    const input = checkBody(shape, given);
    if (!input.ok) return refuse(reply, toErrorCode(input.problems), input.problems[0]?.field);
    const refused = findRefusal(input.value, sent.values());
    if (refused) return refuse(reply, refused);
    const { Recipient: recipient, CorrelationID: correlationId = "", statusCallback } = input.value;
    const text = decodeText(input.value);
    const message = sent.put({
      id: String(world.ids.number("unifonic/message", 13)),
      correlationId,
      recipient,
      status: "Sent",
      parts: countParts(text),
      at: new Date().toISOString(),
    });
    account.balanceHalalas -= message.parts * HALALAS_PER_PART;
    deliver(message, text, input.value.SenderID ?? SENDER);
    if (statusCallback) report(message, statusCallback);
    return reply.send(accepted(message, account.balanceHalalas));
  };

  const deliver = (message: SentMessage, text: string, sender: string) => {
    const isReached = !/(0000|404)$/.test(message.recipient);
    if (isReached)
      world.inbox.receive({ to: `+${message.recipient}`, text, channel: "sms", sender, vendor: "unifonic" });
    sent.put({ ...message, status: isReached ? "Delivered" : "Undeliverable" });
  };

  const report = ({ id, recipient }: SentMessage, url: string) => {
    if (recipient.endsWith("0001")) return;
    const sendReport = () => {
      const message = sent.get(id);
      if (!message) return;
      void world.webhooks.send({
        vendor: "unifonic",
        url,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          MessageID: id,
          Status: message.status,
          Recipient: message.recipient,
          CorrelationID: message.correlationId,
          TimeCreated: vendorTime(message.at),
          SCTS: vendorTime(new Date().toISOString()),
          DLRTimestamp: vendorTime(new Date().toISOString()),
        }).toString(),
        retryAfterSeconds: REPORT_RETRY_SECONDS,
        timeoutSeconds: 30,
      });
    };
    const afterMs = recipient.endsWith("0006") ? LATE_REPORT_AFTER_MS : REPORT_AFTER_MS;
    for (let copy = 0; copy < (recipient.endsWith("0003") ? 2 : 1); copy += 1)
      setTimeout(sendReport, afterMs).unref();
  };

  return {
    vendor: "unifonic",
    title: { ar: "يونيفونك", en: "Unifonic" },
    credentials: { UNIFONIC_APP_SID: APP_SID, UNIFONIC_SENDER_ID: SENDER },
    hosts: [
      {
        name: "unifonic",
        standsFor: "el.cloud.unifonic.com",
        renderFailure: (reply, { status, message }) =>
          reply.status(status).send({ success: false, message, errorCode: `ER-${status}`, data: {} }),
        routes(app) {
          app.post("/rest/SMS/messages", send);
          app.post("/rest/SMS/messages/GetMessagesDetails", (request, reply) => {
            const input = {
              ...(request.query as object),
              ...((request.body as object | undefined) ?? {}),
            } as Details;
            if (input.AppSid !== APP_SID) return refuse(reply, input.AppSid ? 401 : 402);
            const message = sent.get(input.MessageID ?? "");
            if (!message) return refuse(reply, 449);
            return reply.send(accepted(message, account.balanceHalalas));
          });
        },
      },
    ],
  };
}

interface Details {
  AppSid?: string;
  MessageID?: string;
}

function findRefusal(input: SmsRequest, sent: Iterable<SentMessage>): keyof typeof refusals | null {
  if (input.AppSid !== APP_SID) return 401;
  if (!/^9665\d{8}$/.test(input.Recipient)) return 482;
  if (input.Recipient.endsWith("0002")) return 429;
  const sender = input.SenderID ?? SENDER;
  const promotes = input.MessageType === "5";
  if (sender !== (promotes ? `${SENDER}-AD` : SENDER)) return 480;
  if (input.statusCallback && !isCallback(input.statusCallback)) return 406;
  if (countParts(decodeText(input)) > MAX_PARTS) return 412;
  const repeated = input.CorrelationID && [...sent].some((one) => one.correlationId === input.CorrelationID);
  return repeated ? 409 : null;
}

/** https, or plain http to loopback (the sandbox's one deviation). */
function isCallback(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === "https:" || /^(localhost|127\.|\[::1\])/.test(url.hostname);
}

function decodeText(input: SmsRequest): string {
  return input.baseEncode === "true" ? Buffer.from(input.Body, "base64").toString("utf8") : input.Body;
}

function toErrorCode(problems: Problem[]): keyof typeof refusals {
  return problems.some(({ field, kind }) => field === "AppSid" && kind === "missing") ? 402 : 406;
}

function refuse(reply: FastifyReply, code: keyof typeof refusals, field?: string): FastifyReply {
  const [status, words] = refusals[code];
  const message = field && code === 406 ? `${words}: ${field}` : words;
  return reply.status(status).send({ success: false, message, errorCode: `ER-${code}`, data: {} });
}

function accepted(message: SentMessage, balanceHalalas: number) {
  return {
    success: true,
    message: "",
    errorCode: "ER-00",
    data: {
      MessageID: Number(message.id),
      CorrelationID: message.correlationId,
      Status: message.status,
      NumberOfUnits: message.parts,
      Cost: (message.parts * HALALAS_PER_PART) / 100,
      Balance: String(balanceHalalas / 100),
      Recipient: message.recipient,
      TimeCreated: vendorTime(message.at),
      CurrencyCode: "SAR",
    },
  };
}

function vendorTime(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}
