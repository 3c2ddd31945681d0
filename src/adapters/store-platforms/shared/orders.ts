import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import type { OrderLine, OrderSummary, StoreOrder } from "#modules/stores/server/store-platform.port.ts";
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

/** Different products kept of one order: more is not a shopper's basket. */
const maxLines = 200;

/** A row of an order as a platform lists it; `amount` in halalas with VAT, `returned` null where it does not say. */
type ListedLine = { productId: unknown; quantity: unknown; amount: number; returned: number | null };

/** An order's lines with each product once; lines without a product (deleted ones, vouchers) are left out. */
export function toOrderLines(listed: readonly ListedLine[]): OrderLine[] {
  const byProduct = new Map<string, OrderLine>();
  for (const line of listed) {
    const productId = asText(line.productId, 60);
    const quantity = toUnits(line.quantity);
    if (productId === "" || productId === "0" || quantity === 0) continue;
    const known = byProduct.get(productId);
    if (!known && byProduct.size === maxLines) break;
    byProduct.set(productId, {
      productId,
      quantity: quantity + (known?.quantity ?? 0),
      amount: halalas(Math.max(0, line.amount) + (known?.amount ?? 0)),
      returned:
        line.returned === null || known?.returned === null ? null : line.returned + (known?.returned ?? 0),
    });
  }
  return [...byProduct.values()];
}

/** A number of units as text or number; refunds count them down. */
export function toUnits(value: unknown): number {
  const units = Math.abs(Math.trunc(Number(value)));
  return Number.isFinite(units) ? Math.min(units, 100_000) : 0;
}
