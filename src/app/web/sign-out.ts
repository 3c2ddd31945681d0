import { makeCaller } from "#base/web/api.ts";
import { closeSession } from "#base/web/session.ts";
import type { MerchantsCalls } from "#modules/merchants/contract/merchants.calls.ts";

const call = makeCaller<MerchantsCalls>();

/**
 * Ends the session on the server when it can be reached, and in this browser in any case. Pages for the signed in lead to
 * /auth by themselves then; "sign in as somebody else" on any other page goes there afterwards.
 */
export async function signOut(): Promise<void> {
  try {
    await call("POST Clients/Account/logout", { quiet: true, timeoutMs: 3000 });
  } catch {
    // Unreachable: the server's copy ends by itself; the merchant must not be kept in.
  }
  closeSession();
}
