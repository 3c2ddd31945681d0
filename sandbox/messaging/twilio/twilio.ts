import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checkBody } from "../../base/check-body.ts";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { countParts } from "../parts.ts";

const SID = "AC00000000000000000000000000rawaj1";
const TOKEN = "rawaj-twilio-token";
const SENDER = "Rawaj";

const shape = z.strictObject({
  To: z.string().min(1),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().min(1).max(1_600),
  StatusCallback: z.url().optional(),
  ValidityPeriod: z.coerce.number().int().min(1).max(36_000).optional(),
});

/**
 * Twilio's Messages resource (Twilio docs). A number that ends in 0000 is not reached (30003); one in 0001 is never reported;
 * one in 0003 is reported twice. No credentials are handed out: the product sends by Unifonic unless told otherwise.
 */
export function makeTwilio(world: World): Vendor {
  const send = (request: FastifyRequest<{ Params: { sid: string } }>, reply: FastifyReply) => {
    const expected = `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString("base64")}`;
    if (request.headers.authorization !== expected || request.params.sid !== SID)
      return refuse(reply, 401, 20003, "Authenticate");
    const input = checkBody(shape, request.body);
    if (!input.ok) return refuse(reply, 400, 21602, `Invalid parameter: ${input.problems[0]?.field}`);
    const { To: to, From: from, Body: text, StatusCallback: callback } = input.value;
    if (from !== SENDER)
      return refuse(reply, 400, 21606, "The From number is not a valid SMS-capable sender");
    if (!/^\+\d{8,15}$/.test(to)) return refuse(reply, 400, 21211, "Invalid 'To' Phone Number");
    if (!to.startsWith("+966")) return refuse(reply, 400, 21408, "Permission to send has not been enabled");
    if (!to.startsWith("+9665")) return refuse(reply, 400, 21614, "'To' number is not a mobile number");

    const sid = `SM${world.ids.uuid("twilio/message").replaceAll("-", "")}`;
    const isReached = !to.endsWith("0000");
    if (isReached) world.inbox.receive({ to, text, channel: "sms", sender: SENDER, vendor: "twilio" });
    if (callback && !to.endsWith("0001"))
      for (let copy = 0; copy < (to.endsWith("0003") ? 2 : 1); copy += 1)
        report(world, callback, { sid, to, isReached });
    return reply.status(201).send({
      sid,
      status: "queued",
      to,
      from: SENDER,
      body: text,
      num_segments: String(countParts(text)),
      price: null,
      error_code: null,
      error_message: null,
      uri: `/2010-04-01/Accounts/${SID}/Messages/${sid}.json`,
    });
  };

  return {
    vendor: "twilio",
    title: { ar: "تويليو", en: "Twilio" },
    credentials: {},
    hosts: [
      {
        name: "twilio",
        standsFor: "api.twilio.com",
        renderFailure: (reply, { status, message }) =>
          refuse(reply, status, status === 429 ? 20429 : status, message),
        routes(app) {
          app.post("/2010-04-01/Accounts/:sid/Messages.json", send);
        },
      },
    ],
  };
}

type Report = { sid: string; to: string; isReached: boolean };

/** `sent`, then how it ended; each in a request of its own. */
function report(world: World, url: string, { sid, to, isReached }: Report): void {
  for (const status of ["sent", isReached ? "delivered" : "undelivered"]) {
    const fields: Record<string, string> = {
      MessageSid: sid,
      MessageStatus: status,
      To: to,
      From: SENDER,
      ...(status === "undelivered" ? { ErrorCode: "30003" } : {}),
    };
    void world.webhooks.send({
      vendor: "twilio",
      url,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": sign(url, fields),
      },
      body: new URLSearchParams(fields).toString(),
      retryAfterSeconds: [5, 30],
      timeoutSeconds: 15,
    });
  }
}

/** Twilio docs, "Validating requests": the address, then every field in order of its name. */
export function sign(url: string, fields: Record<string, string>, token: string = TOKEN): string {
  const names = Object.keys(fields).sort();
  const text = url + names.map((name) => `${name}${fields[name]}`).join("");
  return createHmac("sha1", token).update(text, "utf8").digest("base64");
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply
    .status(status)
    .send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}
