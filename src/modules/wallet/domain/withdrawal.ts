import { type Halalas, halalas } from "#base/shared/money.ts";
import type { WithdrawalPartKind, WithdrawalState } from "../contract/enums.ts";
import { allocate } from "./split.ts";

/** A part of a withdrawal, by its number from 1. */
export type WithdrawalPart = {
  number: number;
  kind: WithdrawalPartKind;
  amount_halalas: number;
  state: WithdrawalState;
};

/**
 * Divides an amount: to the cards in the order given, each within what its payment has left, and the rest to the bank
 * account. The parts add up to the amount.
 */
export function splitWithdrawal<Card extends { refundable_halalas: number }>(
  amount: number,
  cards: readonly Card[],
): { toCards: (Card & { amount: Halalas })[]; toBank: Halalas } {
  const needs = cards.map((card) => ({ ...card, needed_halalas: card.refundable_halalas }));
  const { given, left } = allocate(amount, needs);
  return { toCards: given, toBank: left };
}

export const isOpen = ({ state }: Pick<WithdrawalPart, "state">) =>
  state === "requested" || state === "sending";

/** The state of the whole: open while a part is, and done once any of it was paid. */
export function toWithdrawalState(parts: readonly WithdrawalPart[]): WithdrawalState {
  const has = (state: WithdrawalState) => parts.some((part) => part.state === state);
  if (has("sending") || (has("requested") && has("done"))) return "sending";
  if (has("requested")) return "requested";
  if (has("done")) return "done";
  return has("cancelled") ? "cancelled" : "refused";
}

/** What became of a part. */
export type PartResult = "done" | "refused" | "cancelled";
export type PartChange = {
  parts: WithdrawalPart[];
  /** Left the wallet. */
  paid: Halalas;
  /** Is available again. */
  returned: Halalas;
};

/**
 * Ends one part. What a card refused goes to the withdrawal's bank account, when it has one: to the transfer that is still open, or
 * to a new one. Everything else that was not paid is returned. Null when the part ended before: nothing moves.
 */
export function endPart(
  parts: readonly WithdrawalPart[],
  number: number,
  { result, hasBankAccount }: { result: PartResult; hasBankAccount: boolean },
): PartChange | null {
  const ended = parts.find((part) => part.number === number);
  if (!ended || !isOpen(ended)) return null;
  const changed = parts.map((part) => (part === ended ? { ...part, state: result } : part));
  const amount = halalas(ended.amount_halalas);
  const none = halalas(0);
  if (result === "done") return { parts: changed, paid: amount, returned: none };
  const movedTo =
    result === "refused" && ended.kind === "card" ? toTransfer(changed, amount, hasBankAccount) : null;
  return movedTo
    ? { parts: movedTo, paid: none, returned: none }
    : { parts: changed, paid: none, returned: amount };
}

/** Null when no transfer can take it: there is no bank account, or its one transfer was sent or cancelled already. */
function toTransfer(
  parts: readonly WithdrawalPart[],
  amount: Halalas,
  hasBankAccount: boolean,
): WithdrawalPart[] | null {
  const transfer = parts.find(({ kind }) => kind === "bank");
  if (transfer && transfer.state !== "requested") return null;
  if (transfer)
    return parts.map((part) =>
      part === transfer ? { ...part, amount_halalas: part.amount_halalas + amount } : part,
    );
  if (!hasBankAccount) return null;
  const number = Math.max(...parts.map((part) => part.number)) + 1;
  return [...parts, { number, kind: "bank", amount_halalas: amount, state: "requested" }];
}

const restHours = 24;

/** Until when withdrawals rest after the mobile number or the bank account is new; null when they do not. */
export function computeRest(changes: readonly (Date | null)[], now: Date): Date | null {
  const ends = changes.flatMap((at) => (at ? [at.getTime() + restHours * 3_600_000] : []));
  const last = Math.max(0, ...ends);
  return last > now.getTime() ? new Date(last) : null;
}
