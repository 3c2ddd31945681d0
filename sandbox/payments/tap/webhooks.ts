import { createHmac } from "node:crypto";
import type { World } from "../../base/world.ts";
import { KEYS } from "./auth.ts";

type Posted = {
  id: string;
  amount: number;
  currency: string;
  status: string;
  reference?: { gateway?: string | null; payment?: string | null };
  transaction?: { created: string };
  created?: string;
};

/** Decimals by currency: SAR has two (Tap docs, Webhook). */
const decimals = (currency: string) => (["BHD", "KWD", "OMR", "JOD"].includes(currency) ? 3 : 2);

/** Tap docs, Webhook, Validate the hashstring. What is absent counts as empty. */
export function sign(posted: Posted, secretKey: string = KEYS.secret): string {
  const { id, amount, currency, status, reference } = posted;
  const text =
    `x_id${id}x_amount${amount.toFixed(decimals(currency))}x_currency${currency}` +
    `x_gateway_reference${reference?.gateway ?? ""}x_payment_reference${reference?.payment ?? ""}` +
    `x_status${status}x_created${posted.transaction?.created ?? posted.created ?? ""}`;
  return createHmac("sha256", secretKey).update(text).digest("hex");
}

/** Two more attempts after the first (Tap docs, Webhook); the seconds between them are not published. */
const RETRY_AFTER_SECONDS = [60, 600];

/** Posts an object to the address that its own request named. Returns at once: nobody waits for the receiver. */
export function post(world: World, url: string | null, object: Record<string, unknown>): void {
  if (url === null) return;
  void world.webhooks.send({
    vendor: "tap",
    url,
    headers: {
      "content-type": "application/json",
      "user-agent": "Apache-HttpClient/4.5.13",
      hashstring: sign(object as Posted),
    },
    body: JSON.stringify(object),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    timeoutSeconds: 5,
  });
}
