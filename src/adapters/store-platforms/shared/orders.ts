import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { OrderSummary, StoreOrder } from "#modules/stores/server/store-platform.port.ts";
import { asText } from "./read.ts";

/** The fields every order must have; rejected when the platform omits one. */
export function requireIdAndDate<At>(
  id: unknown,
  placedAt: At | null | undefined,
): { externalId: string; placedAt: At } {
  const externalId = asText(id, 40);
  if (!placedAt || externalId === "")
    throw new AdapterFault("rejected", { reason: "an order without id or date" });
  return { externalId, placedAt };
}

/** A row of a list whose rows are complete orders. */
export function toSummary(order: StoreOrder): OrderSummary {
  const { externalId, vendorStatus, listedTotal, changedAt } = order;
  return { externalId, vendorStatus, listedTotal, changedAt, order };
}
