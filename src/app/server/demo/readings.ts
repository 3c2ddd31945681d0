import type { IncomingMessage } from "node:http";
import { baseRefusals } from "#base/shared/base.refusals.ts";

/** Calls that are posted because what they ask does not fit an address; they change nothing, and visitors may make them. */
export const postedReadings: ReadonlySet<string> = new Set([
  "POST Clients/Billing/orders/preview",
  "POST Clients/Campaigns/bulk/preview",
  "POST Clients/Consultations/{id}/price",
  "POST Clients/ControlRules/back-test",
  "POST Clients/Reports/custom/preview",
  "POST Clients/Tracking/preview",
  "POST Clients/Wallet/withdrawals/preview",
]);

const bodyBytes = 64 * 1_024;

/** The body of a request that nobody else reads. Refuses a larger one than any of these calls needs. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytes) baseRefusals.refuse("base.too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
