import webPush from "web-push";
import { httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { PushSender } from "#modules/notifications/server/push-sender.port.ts";

export type WebPushSettings = {
  /** Addresses of push services, `https://*.example.com` for every host below one; a path is a beginning. */
  services: readonly string[];
  /** Whom a service may write to about our messages: an https or mailto address. */
  contact: string;
};

/** Sends encrypted messages to the push services of browsers (RFC 8030, 8291 and 8292). Its quirks: QUIRKS.md. */
export function makeWebPush({ services, contact }: WebPushSettings): PushSender {
  const known = services.map(parseService);
  const accepts = (endpoint: string) => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
    return url !== null && !url.username && !url.password && known.some((matches) => matches(url));
  };
  return {
    createKeys: () => webPush.generateVAPIDKeys(),
    accepts,
    async send({ endpoint, p256dh, auth }, { payload, ttlSeconds, isUrgent, topic }, keys) {
      if (!accepts(endpoint)) return "gone";
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        TTL: ttlSeconds,
        urgency: isUrgent ? "high" : "normal",
        topic,
        vapidDetails: { subject: contact, ...keys },
      });
      const { "Content-Length": _length, "Content-Type": type, ...headers } = details.headers;
      const body = details.body as Buffer;
      const { status, text, ...response } = await httpRequest({
        method: "POST",
        url: endpoint,
        timeoutMs: 20_000,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
        stream: { type: String(type), length: body.length, bytes: one(body) },
      });
      if (status >= 200 && status < 300) return "sent";
      if (status === 404 || status === 410) return "gone";
      const isLater = status === 429 || status >= 500;
      throw new AdapterFault(isLater ? "later" : "rejected", {
        reason: `push service ${status}: ${text.slice(0, 200)}`,
        ...(isLater ? { retryAfterSeconds: retryAfterSeconds(response.headers, new Date()) ?? 30 } : {}),
        ...(status === 429 ? { throttled: true } : {}),
      });
    },
  };
}

async function* one(bytes: Buffer) {
  yield bytes;
}

function parseService(service: string): (url: URL) => boolean {
  const isAnyHost = service.includes("://*.");
  const { protocol, host, pathname } = new URL(service.replace("://*.", "://"));
  return (url) =>
    url.protocol === protocol &&
    (isAnyHost ? url.host.endsWith(`.${host}`) : url.host === host) &&
    url.pathname.startsWith(pathname);
}
