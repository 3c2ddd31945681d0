import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal, type Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { type BrowserKeys, decrypt } from "./decrypt.ts";

interface Subscription extends BrowserKeys {
  id: string;
  /** The only key whose owner may send to it (RFC 8292, section 4.2), base64url. */
  serverKey: string;
  isGone: boolean;
}
export interface PushMessage {
  id: string;
  subscription: string;
  payload: string;
  ttl: number;
  urgency: string;
  topic: string | null;
  at: string;
}

const maxBytes = 4_096;
const maxTokenSeconds = 86_400;
const maxMessages = 500;

/**
 * A push service (RFC 8030) that takes encrypted messages of application servers it can identify (RFC 8291, RFC 8292).
 * Browsers subscribe through the control API, which hands out what `PushManager.subscribe` would.
 */
export function makeWebPush(world: World): Vendor {
  const subscriptions = world.table<Subscription>("web-push-subscriptions");
  const messages = world.table<PushMessage>("web-push-messages");

  const push = (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const subscription = subscriptions.get(request.params.id);
    if (!subscription) return refuse(reply, 404, "no such subscription");
    if (subscription.isGone) return refuse(reply, 410, "the subscription has ended");
    const { headers } = request;
    const problem = findTokenProblem(String(headers.authorization ?? ""), {
      audience: new URL(world.url("web-push")).origin,
      serverKey: subscription.serverKey,
    });
    if (problem) return refuse(reply, problem.status, problem.message);
    const ttl = Number(headers.ttl ?? Number.NaN);
    if (!Number.isInteger(ttl) || ttl < 0) return refuse(reply, 400, "TTL is required");
    const urgency = String(headers.urgency ?? "normal");
    if (!["very-low", "low", "normal", "high"].includes(urgency)) return refuse(reply, 400, "Urgency");
    const topic = headers.topic === undefined ? null : String(headers.topic);
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return refuse(reply, 400, "Topic");
    if (headers["content-encoding"] !== "aes128gcm") return refuse(reply, 400, "Content-Encoding");
    const body = request.body;
    if (!Buffer.isBuffer(body) || body.length === 0) return refuse(reply, 400, "a body is required");
    if (body.length > maxBytes) return refuse(reply, 413, "the message is too large");
    let payload: string;
    try {
      payload = decrypt(body, subscription);
    } catch (error) {
      return refuse(reply, 400, `not readable: ${(error as Error).message}`);
    }
    const replaced = topic === null ? undefined : findWaiting(messages.values(), subscription.id, topic);
    const id = replaced?.id ?? world.ids.uuid("web-push/message");
    const at = new Date().toISOString();
    messages.put({ id, subscription: subscription.id, payload, ttl, urgency, topic, at });
    const [oldest] = messages.values();
    if (oldest && [...messages.values()].length > maxMessages) messages.delete(oldest.id);
    return reply
      .status(201)
      .header("location", `${world.url("web-push")}/messages/${id}`)
      .send();
  };

  return {
    vendor: "web-push",
    title: { ar: "إشعارات المتصفح", en: "Web push" },
    credentials: {},
    hosts: [
      {
        name: "web-push",
        standsFor: "fcm.googleapis.com",
        renderFailure: (reply, { status, message }) => refuse(reply, status, message),
        routes(app) {
          app.post("/send/:id", push);
        },
      },
    ],
    controlRoutes(app) {
      app.post("/control/web-push/subscriptions", (request) => {
        const { application_server_key: serverKey = "" } = request.body as {
          application_server_key?: string;
        };
        if (Buffer.from(serverKey, "base64url").length !== 65)
          throw new Refusal("application_server_key is an uncompressed point of P-256, base64url");
        const pair = createECDH("prime256v1");
        pair.generateKeys();
        const subscription = subscriptions.put({
          id: world.ids.token("web-push/subscription", 40),
          privateKey: pair.getPrivateKey("base64url"),
          publicKey: pair.getPublicKey("base64url"),
          auth: randomBytes(16).toString("base64url"),
          serverKey,
          isGone: false,
        });
        const { id, publicKey: p256dh, auth } = subscription;
        return { endpoint: `${world.url("web-push")}/send/${id}`, keys: { p256dh, auth } };
      });
      app.post("/control/web-push/end", (request) => {
        const { endpoint = "" } = request.body as { endpoint?: string };
        const known = subscriptions.get(endpoint.split("/").at(-1) ?? "");
        if (!known) throw new Refusal("endpoint of a subscription is required");
        subscriptions.put({ ...known, isGone: true });
        return { ended: true };
      });
      app.get("/control/web-push/messages", () => [...messages.values()].reverse());
    },
  };
}

const findWaiting = (all: Iterable<PushMessage>, subscription: string, topic: string) =>
  [...all].find((one) => one.subscription === subscription && one.topic === topic);

type Expected = { audience: string; serverKey: string };

/** `vapid t=<JWT>, k=<key>`: signed by the key of the subscription, for this service, for a day at most (RFC 8292). */
function findTokenProblem(header: string, { audience, serverKey }: Expected) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (!token) return { status: 401, message: "Authorization: vapid t=…, k=…" };
  if (key !== serverKey) return { status: 403, message: "another key than that of the subscription" };
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const options = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", signed, options, Buffer.from(signature, "base64url")))
    return { status: 403, message: "the signature is wrong" };
  const { alg } = parse(head);
  const { aud, exp, sub } = parse(claims);
  const seconds = Number(exp) - Date.now() / 1_000;
  if (alg !== "ES256") return { status: 403, message: "alg" };
  if (aud !== audience) return { status: 403, message: `aud must be ${audience}` };
  if (!(seconds > 0 && seconds <= maxTokenSeconds)) return { status: 403, message: "exp" };
  if (!/^(mailto:.+@|https:\/\/)/.test(String(sub))) return { status: 403, message: "sub" };
  return null;
}

const parse = (part: string) =>
  JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>;

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.status(status).send({ error: { code: status, message } });
