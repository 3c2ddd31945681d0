import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { getItem, setItem } from "#base/web/runtime/storage.ts";
import { type Duration, durations } from "../../contract/enums.ts";
import type { CartInput } from "../../contract/orders.calls.ts";

/** A checkout as its address holds it: what is bought, and the order once there is one. */
export type CheckoutState = {
  plan?: string;
  months?: Duration;
  /** "pkg_a,pkg_b:2": packages with their quantities. */
  packages?: string;
  coupon?: string;
  /** Made when the checkout is opened: the back button and a second tab keep it, and it is bought once. */
  checkout?: string;
  /** The order that this checkout began. */
  begun?: string;
};
type Change = { [Name in keyof CheckoutState]: CheckoutState[Name] | undefined };
type CartLine = CartInput["lines"][number];

const maxQuantity = 99;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function useCheckoutState() {
  const navigate = useNavigate();
  const state = parseState(useSearch({ strict: false }));
  const change = (part: Change) =>
    void navigate({ to: "/checkout", search: parseState({ ...state, ...part }), replace: true });
  const isNew = state.checkout === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a checkout without an id gets one, once
  useEffect(() => {
    if (isNew) change({ checkout: makeUuid() });
  }, [isNew]);
  return { state, change };
}

/** What an address says that is no checkout is left out. */
export function parseState(found: Record<string, unknown>): CheckoutState {
  // The router reads a number in the address as a number.
  const text = (value: unknown, max: number) =>
    typeof value === "string" || typeof value === "number"
      ? String(value).trim().slice(0, max) || undefined
      : undefined;
  const checkout = text(found.checkout, 36);
  const state = {
    plan: text(found.plan, 64),
    months: durations.find((months) => months === Number(found.months)),
    packages: text(found.packages, 1_400),
    coupon: text(found.coupon, 40),
    checkout: checkout && uuid.test(checkout) ? checkout : undefined,
    begun: text(found.begun, 64),
  };
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}

/** What is bought, each package named once. */
export function toCartLines({ plan, months, packages = "" }: CheckoutState): CartLine[] {
  const quantities = new Map<string, number>();
  for (const part of packages.split(",")) {
    const [id = "", typed = "1"] = part.split(":");
    const quantity = Number(typed);
    if (!/^[\w-]{1,64}$/.test(id) || !Number.isInteger(quantity) || quantity < 1) continue;
    quantities.set(id, Math.min(maxQuantity, (quantities.get(id) ?? 0) + quantity));
  }
  const bought = [...quantities].map(([package_id, quantity]) => ({
    kind: "package" as const,
    package_id,
    quantity,
  }));
  return plan ? [{ kind: "plan", plan_id: plan, duration_months: months ?? 1 }, ...bought] : bought;
}

/** The packages of an address after the quantity of one was changed. */
export function setQuantity(lines: readonly CartLine[], packageId: string, quantity: number): string {
  return lines
    .flatMap((line) => (line.kind === "package" ? [line] : []))
    .map(
      ({ package_id, quantity: before }) => `${package_id}:${package_id === packageId ? quantity : before}`,
    )
    .join(",");
}

const storageKey = (orderId: string) => `rawaj.checkout.${orderId}`;

/** Saves the checkout of an order, to come back to it after a payment that the bank declined. */
export function saveCheckout(orderId: string, state: CheckoutState): void {
  setItem(storageKey(orderId), JSON.stringify(state), "session");
}

export function loadCheckout(orderId: string): CheckoutState | null {
  try {
    const saved: unknown = JSON.parse(getItem(storageKey(orderId), "session") ?? "null");
    return saved && typeof saved === "object" ? parseState({ ...saved }) : null;
  } catch {
    return null;
  }
}

/** `crypto.randomUUID` is absent on plain http, this is not. */
function makeUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
