import { makeCaller } from "#base/web/data/api.ts";
import { closeSession } from "#base/web/runtime/session.ts";
import { isDemo } from "#base/web/runtime/storage.ts";
import type { MerchantsCalls } from "#modules/merchants/contract/merchants.calls.ts";

const call = makeCaller<MerchantsCalls>();

/**
 * Ends the session on the server when it can be reached, and in this browser in any case. Guarded pages redirect to
 * /auth by themselves then; "sign in as somebody else" on any other page navigates there afterwards.
 */
export async function signOut(): Promise<void> {
  if (isDemo) {
    closeSession(); // a visit has no session on the server
    return;
  }
  try {
    await call("POST Clients/Account/logout", { quiet: true, timeoutMs: 3000 });
  } catch {
    // Unreachable: the server's session expires by itself; the merchant must still be able to sign out.
  }
  closeSession();
}
