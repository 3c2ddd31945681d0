import type { Charge, Refund, SavedCard, Token } from "./model.ts";

const riyals = (halalas: number) => halalas / 100;

/** A charge in its wire format; `url` is the page where its shopper pays or verifies. */
export function presentCharge(charge: Charge, url: string | null, saved: SavedCard | null) {
  const { card, outcome, customer, reference } = charge;
  return {
    id: charge.id,
    object: "charge",
    live_mode: false,
    customer_initiated: charge.isCustomerInitiated,
    api_version: "V2",
    method: "GET",
    status: charge.status,
    amount: riyals(charge.amount),
    currency: charge.currency,
    threeDSecure: charge.isThreeDSecure,
    card_threeDSecure: charge.isThreeDSecure && (card?.isEnrolled ?? false),
    save_card: charge.savesCard,
    merchant_id: "",
    product: "GOSELL",
    description: charge.description ?? "",
    metadata: charge.metadata ?? {},
    transaction: {
      timezone: "UTC+03:00",
      created: String(charge.createdAt),
      ...(url === null ? {} : { url }),
      expiry: { period: 30, type: "MINUTE" },
      asynchronous: false,
      amount: riyals(charge.amount),
      currency: charge.currency,
    },
    reference: {
      ...(charge.paymentReference ? { payment: charge.paymentReference } : {}),
      ...(charge.gatewayReference ? { gateway: charge.gatewayReference } : {}),
      ...reference,
    },
    response: { code: outcome?.code ?? "100", message: outcome?.message ?? "Initiated" },
    ...(outcome?.network
      ? { acquirer: { response: { code: outcome.network, message: outcome.message } } }
      : {}),
    ...(card ? { card: presentCard(charge) } : {}),
    customer: withoutNulls(customer),
    source: { object: "source", id: charge.sourceId },
    redirect: { status: charge.status === "INITIATED" ? "PENDING" : "SUCCESS", url: charge.redirectUrl },
    ...(charge.postUrl ? { post: { status: charge.postStatus, url: charge.postUrl } } : {}),
    ...(saved && charge.agreementId ? { payment_agreement: presentAgreement(charge, saved) } : {}),
  };
}

/** The id of a saved card appears only when this charge saved it. */
function presentCard({ card, savedCardId, savesCard }: Charge) {
  return {
    ...(savesCard && savedCardId ? { id: savedCardId } : {}),
    object: "card",
    first_six: card?.firstSix,
    scheme: card?.brand,
    brand: card?.brand === "MADA" ? "VISA" : card?.brand,
    last_four: card?.lastFour,
  };
}

const presentAgreement = (charge: Charge, saved: SavedCard) => ({
  id: charge.agreementId,
  type: "UNSCHEDULED",
  total_payments_count: saved.payments,
  contract: { id: saved.id, customer_id: saved.customerId, type: "SAVED_CARD" },
});

export const presentSavedCard = (card: SavedCard) => ({
  id: card.id,
  object: "card",
  customer: card.customerId,
  funding: card.brand === "MADA" ? "DEBIT" : "CREDIT",
  brand: card.brand === "MADA" ? "VISA" : card.brand,
  scheme: card.brand,
  exp_month: card.month,
  exp_year: card.year % 100,
  first_six: card.firstSix,
  last_four: card.lastFour,
  name: card.name,
});

export const presentToken = (token: Token, card: SavedCard) => ({
  id: token.id,
  object: "token",
  created: token.createdAt,
  live_mode: false,
  type: "SAVED_CARD",
  used: token.isUsed,
  card: presentSavedCard(card),
});

export const presentRefund = (refund: Refund) => ({
  id: refund.id,
  object: "refund",
  api_version: "V2",
  live_mode: false,
  amount: riyals(refund.amount),
  charge_id: refund.chargeId,
  created: String(refund.createdAt),
  currency: refund.currency,
  status: refund.status,
  reference: refund.reference,
  response: { code: refund.code, message: refund.message },
  metadata: refund.metadata ?? {},
  reason: refund.reason,
  ...(refund.postUrl ? { post: { status: "PENDING", url: refund.postUrl } } : {}),
});

const withoutNulls = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
