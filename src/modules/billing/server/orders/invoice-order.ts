import type { Context } from "#base/server/context.ts";
import type { PaidBy } from "../../contract/invoices.enums.ts";
import { toLineTitle } from "./order-titles.ts";
import type { OrdersDeps } from "./orders.deps.ts";
import { listLines, type Order } from "./orders.store.ts";

type Deps = Pick<OrdersDeps, "invoices" | "messages">;

/**
 * Issues the invoice of an order that was paid: the last step of its transaction. What a coupon took all of is not
 * invoiced.
 */
export async function invoiceOrder(
  { invoices, messages }: Deps,
  ctx: Context,
  { id, vat_basis_points }: Order,
  paid_by: PaidBy,
): Promise<void> {
  const lines = (await listLines(ctx, id)).filter(({ total_halalas }) => total_halalas > 0);
  if (lines.length === 0) return;
  await invoices.issueInvoice(ctx, {
    source: { kind: "order", id },
    paid_by,
    lines: lines.map((line) => ({
      ...toLineTitle(messages, line),
      quantity: line.quantity,
      gross_halalas: line.total_halalas,
      discount_halalas: line.discount_halalas,
      vat_basis_points,
    })),
  });
}

/** Issues the credit note of a refund that is done: the last step of its transaction, once for the refund. */
export async function creditOrder(
  { invoices }: Pick<OrdersDeps, "invoices">,
  ctx: Context,
  {
    id: key,
    order_id,
    amount_halalas,
    reason,
  }: { id: string; order_id: string; amount_halalas: number; reason: string },
): Promise<void> {
  await invoices.creditSource(ctx, { source: { kind: "order", id: order_id }, amount_halalas, reason, key });
}

/** Invoices again what a credit note took back, because the money came again; named by the order's largest line. */
export async function invoiceOrderAgain(
  { invoices, messages }: Deps,
  ctx: Context,
  order: Order,
  { id, amount }: { id: string; amount: number },
): Promise<void> {
  const lines = await listLines(ctx, order.id);
  const [largest] = lines.sort((one, other) => other.total_halalas - one.total_halalas);
  if (!largest) return;
  await invoices.issueInvoice(ctx, {
    source: { kind: "order", id },
    paid_by: "card",
    lines: [
      {
        ...toLineTitle(messages, largest),
        quantity: 1,
        gross_halalas: amount,
        vat_basis_points: order.vat_basis_points,
      },
    ],
  });
}
