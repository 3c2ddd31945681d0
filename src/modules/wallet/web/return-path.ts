import { getItem, setItem } from "#base/web/runtime/storage.ts";

const storageKey = "rawaj.after_payment";

/** Saves the page the merchant was on before the bank's page. Only a path of this site is saved. */
export function saveReturnPath(path: string): void {
  setItem(storageKey, path, "session");
}

/** The path to continue on after the payment; the wallet when none is saved. */
export function loadReturnPath(): string {
  const path = getItem(storageKey, "session") ?? "";
  return /^\/(?![/\\])/.test(path) && !path.startsWith("/checkout") ? path : "/financial-transaction/wallet";
}
