import { createHash } from "node:crypto";
import type { Flow } from "./flows.ts";

/**
 * A number of 60 bits that is the same for a reference on every call: TikTok carries out only one create with it. Each
 * flow has its own, because one flow may refuse before the other is tried.
 */
export function computeRequestId(flow: Flow, reference: string): string {
  const keyPrefix = flow === "manual" ? "rawaj/tiktok" : "rawaj/tiktok/smart-plus";
  const hex = createHash("sha256").update(`${keyPrefix}/${reference}`).digest("hex").slice(0, 15);
  return BigInt(`0x${hex}`).toString();
}
