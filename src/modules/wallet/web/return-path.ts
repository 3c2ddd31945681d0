import { getItem, setItem } from "#base/web/storage.ts";

const storageKey = "rawaj.after_payment";

/** Remembers where the merchant was, across the bank's page. Only a path of our own is kept. */
export function saveReturnPath(path: string): void {
  setItem(storageKey, path, "session");
}

/** Where to go on after the payment: a path of this site, the wallet when none is known. */
export function loadReturnPath(): string {
  const path = getItem(storageKey, "session") ?? "";
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/checkout") ? path : "/financial-transaction/wallet";
}
