import type { Payment } from "./model.ts";

/**
 * Our own invented tariff (Moyasar's is in each contract): basis points, plus halalas for a card of the big
 * networks.
 */
const TARIFF: Record<string, { basisPoints: number; fixed: number }> = {
  mada: { basisPoints: 175, fixed: 0 },
  stcpay: { basisPoints: 175, fixed: 0 },
};
const OTHER = { basisPoints: 275, fixed: 100 };
const VAT_BASIS_POINTS = 1_500;

/** The fee with its VAT, in halalas, rounded up once. */
export function computeFee(amount: number, company: string | null): number {
  const { basisPoints, fixed } = TARIFF[company ?? ""] ?? OTHER;
  return Math.ceil(((amount * basisPoints + fixed * 10_000) * (10_000 + VAT_BASIS_POINTS)) / 100_000_000);
}

export function format(amount: number, currency: string): string {
  return `${(amount / 100).toFixed(2)} ${currency}`;
}

/** A payment in its wire format. */
export function presentPayment(payment: Payment, transactionUrl: string | null): Record<string, unknown> {
  const { source, currency } = payment;
  return {
    id: payment.id,
    status: payment.status,
    amount: payment.amount,
    fee: payment.fee,
    currency,
    refunded: payment.refunded,
    refunded_at: payment.refunded_at,
    captured: payment.captured,
    captured_at: payment.captured_at,
    voided_at: payment.voided_at,
    description: payment.description,
    amount_format: format(payment.amount, currency),
    fee_format: format(payment.fee, currency),
    refunded_format: format(payment.refunded, currency),
    captured_format: format(payment.captured, currency),
    invoice_id: null,
    ip: payment.ip,
    callback_url: payment.callback_url,
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    metadata: payment.metadata,
    source:
      source.type === "stcpay" ? presentStc(payment, transactionUrl) : presentCard(payment, transactionUrl),
  };
}

function presentCard({ id, source }: Payment, transactionUrl: string | null): Record<string, unknown> {
  return {
    type: source.type,
    company: source.company,
    name: source.name,
    number: source.number,
    gateway_id: `moyasar_cc_${id.replaceAll("-", "").slice(0, 22)}`,
    reference_number: source.reference_number,
    token: source.token,
    message: source.message,
    transaction_url: transactionUrl,
    response_code: source.response_code,
    authorization_code: source.authorization_code,
    issuer_name: source.company === "mada" ? "AL RAJHI BANK" : "SANDBOX BANK",
    issuer_country: "SA",
    issuer_card_type: source.company === "mada" ? "debit" : "credit",
  };
}

function presentStc({ source }: Payment, transactionUrl: string | null): Record<string, unknown> {
  return {
    type: "stcpay",
    mobile: source.mobile,
    reference_number: source.reference_number,
    cashier_id: null,
    branch_id: null,
    transaction_url: transactionUrl,
    message: source.message,
  };
}
