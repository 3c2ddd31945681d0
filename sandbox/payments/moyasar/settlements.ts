import type { Table } from "../../base/memory.ts";
import { Refusal } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import type { Payment } from "./model.ts";
import type { PaymentService } from "./payment-service.ts";

export type LineType = "payment" | "refund" | "void" | "chargeback";

/** A line in its wire format. `amount` is the net sum settled, below zero for money taken back. */
export interface Line {
  payment_id: string;
  type: LineType;
  currency: string;
  payment_amount: number;
  amount: number;
  fee: number;
  tax: number;
  reference_number: string | null;
  created_at: string;
}
export interface Settlement {
  id: string;
  currency: string;
  created_at: string;
  lines: Line[];
}

/** How much of a payment was settled: what is new since then makes the next lines. */
interface Settled {
  id: string;
  is_paid: boolean;
  refunded: number;
  charged_back: number;
}

export interface Settlements {
  table: Table<Settlement>;
  /** Settles everything that happened since the last settlement; null when nothing did. */
  settle(): Settlement | null;
  /** The cardholder's bank takes the payment back, in full unless `amount` is given, and it is settled at once. */
  chargeBack(paymentId: string, amount?: number): Settlement;
}

export function makeSettlements(world: World, service: PaymentService): Settlements {
  const table = world.table<Settlement>("moyasar.settlements");
  const settled = world.table<Settled>("moyasar.settled");
  const findSettled = (id: string) => settled.get(id) ?? { id, is_paid: false, refunded: 0, charged_back: 0 };

  const createSettlement = (lines: Line[]): Settlement | null =>
    lines.length === 0
      ? null
      : table.put({
          id: world.ids.uuid("moyasar/settlement"),
          currency: "SAR",
          created_at: new Date().toISOString(),
          lines,
        });

  /** What happened to a payment since it was last settled. A void was never settled as paid, or takes it back. */
  const drawLines = (payment: Payment): Line[] => {
    const before = findSettled(payment.id);
    const isPaid = payment.paid_at !== null && payment.status !== "voided";
    const lines: Line[] = [];
    if (isPaid && !before.is_paid)
      lines.push(toLine(payment, "payment", payment.amount - payment.fee, payment.fee));
    if (payment.refunded > before.refunded)
      lines.push(toLine(payment, "refund", before.refunded - payment.refunded));
    if (payment.status === "voided" && before.is_paid) lines.push(toLine(payment, "void", -payment.amount));
    settled.put({ ...before, is_paid: isPaid, refunded: payment.refunded });
    return lines;
  };
  const drawAll = () => [...service.payments.values()].flatMap(drawLines);

  return {
    table,
    settle: () => createSettlement(drawAll()),
    chargeBack(paymentId, amount) {
      const payment = service.payments.get(paymentId);
      if (!payment) throw new Refusal("The payment does not exist");
      const before = findSettled(paymentId);
      const left = payment.paid_at ? payment.amount - payment.refunded - before.charged_back : 0;
      const taken = amount ?? left;
      if (taken < 1 || taken > left) throw new Refusal("The payment has not that much left to take back");
      const lines = drawAll();
      settled.put({ ...findSettled(paymentId), charged_back: before.charged_back + taken });
      const made = createSettlement([...lines, toLine(payment, "chargeback", -taken)]);
      if (!made) throw new Refusal("There was nothing to settle");
      return made;
    },
  };
}

function toLine(payment: Payment, type: LineType, amount: number, fee = 0): Line {
  return {
    payment_id: payment.id,
    type,
    currency: payment.currency,
    payment_amount: payment.amount,
    amount,
    fee,
    tax: Math.round((fee * 15) / 115),
    reference_number: payment.source.reference_number,
    created_at: payment.created_at,
  };
}
