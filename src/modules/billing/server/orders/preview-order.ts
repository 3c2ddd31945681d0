import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import type { CartInput } from "../../contract/orders.calls.ts";
import { vatBasisPoints } from "../../domain/vat.ts";
import { type OrdersDeps, repeatMinutes } from "./orders.deps.ts";
import { presentLine } from "./orders.present.ts";
import { findRecentOrder } from "./orders.store.ts";
import { priceCart } from "./price-cart.ts";

/** What a purchase would cost. Stores nothing; refuses what the purchase itself would refuse. */
export const previewOrder =
  ({ wallet, systemClock }: Pick<OrdersDeps, "wallet" | "systemClock">) =>
  async (ctx: ReadContext, { cart, language }: { cart: CartInput; language: Language }) => {
    const { lines, coupon, total, cart_hash: cartHash } = await priceCart(ctx, cart);
    const since = new Date(systemClock.now().getTime() - repeatMinutes * 60_000);
    const recent = await findRecentOrder(ctx, { cartHash, since });
    const { available_halalas } = await wallet.loadBalance(ctx);
    return {
      lines: lines.map((line) => presentLine(line, language)),
      coupon: coupon?.code ?? null,
      subtotal_halalas: total.subtotal_halalas,
      discount_halalas: total.discount_halalas,
      total_halalas: total.total_halalas,
      vat_halalas: total.vat_halalas,
      vat_basis_points: vatBasisPoints,
      balance_halalas: available_halalas,
      recent_order: recent?.paid_at ? { id: recent.id, paid_at: recent.paid_at.toISOString() } : null,
    };
  };
