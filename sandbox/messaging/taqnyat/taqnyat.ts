import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { countParts } from "../parts.ts";

const TOKEN = "rawaj-taqnyat-token";
const SENDER = "Rawaj";
const HALALAS_PER_PART = 6;

const shape = z.strictObject({
  recipients: z.array(z.string().min(1)).min(1).max(1_000),
  body: z.string().min(1).max(1_000),
  sender: z.string().min(1),
  scheduledDatetime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    .optional(),
  deleteId: z.number().int().optional(),
  smsId: z.string().optional(),
});

/**
 * Taqnyat's SMS call (Taqnyat documentation, "Send a message"). Accepted messages arrive on the sandbox phone at once,
 * scheduled ones too. No credentials are handed out: the product sends by Unifonic alone unless told otherwise.
 */
export function makeTaqnyat(world: World): Vendor {
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return refuse(reply, 401, "Bearer token is not valid");
    const input = checkBody(shape, request.body);
    if (!input.ok) return refuse(reply, 400, `${input.problems[0]?.field} is not valid`);
    const { recipients, body: text, sender } = input.value;
    if (sender !== SENDER) return refuse(reply, 403, "Sender name is not active for this account");

    const accepted = recipients.filter(isMobile);
    const rejected = recipients.filter((recipient) => !isMobile(recipient));
    for (const recipient of accepted)
      world.inbox.receive({ to: `+${recipient}`, text, channel: "sms", sender, vendor: "taqnyat" });
    const parts = countParts(text);
    return reply.status(201).send({
      statusCode: 201,
      messageId: world.ids.number("taqnyat/message", 10),
      cost: ((parts * HALALAS_PER_PART * accepted.length) / 100).toFixed(4),
      currency: "SAR",
      totalCount: recipients.length,
      msgLength: parts,
      accepted: writeList(accepted),
      rejected: writeList(rejected),
    });
  };

  return {
    vendor: "taqnyat",
    title: { ar: "تقنيات", en: "Taqnyat" },
    credentials: {},
    hosts: [
      {
        name: "taqnyat",
        standsFor: "api.taqnyat.sa",
        renderFailure: (reply, { status, message }) => refuse(reply, status, message),
        routes(app) {
          app.post("/v1/messages", send);
        },
      },
    ],
  };
}

const isMobile = (recipient: string) => /^9665\d{8}$/.test(recipient);

/** Lists are text with a comma after each number. */
const writeList = (numbers: string[]) => `[${numbers.map((number) => `${number},`).join("")}]`;

function refuse(reply: FastifyReply, statusCode: number, message: string): FastifyReply {
  return reply.status(statusCode).send({ statusCode, message });
}
