import { getItem, setItem } from "#base/web/storage.ts";

const place = "rawaj.after_payment";

/** Remembers where the merchant was, across the bank's page. Only a path of our own is kept. */
export function noteWayBack(path: string): void {
  setItem(place, path, "session");
}

/** Where to go on after the payment: a path of this site, the wallet when none is known. */
export function wayBack(): string {
  const path = getItem(place, "session") ?? "";
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/checkout") ? path : "/financial-transaction/wallet";
}
