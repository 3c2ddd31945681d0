import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { conversionsRefusals } from "../contract/conversions.refusals.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { markErased } from "./lists.store.ts";

/**
 * A shopper asked to be erased: their stored contacts are deleted, and not stored again. Refuses what is neither a
 * mobile number nor an e-mail address. They leave every customer list. The audit log says that it was done, not of whom.
 */
export const eraseShopper =
  ({ stores, systemClock }: Pick<ConversionsDeps, "stores" | "systemClock">) =>
  (ctx: ReadContext, { contact }: { contact: string }): Promise<{ was_known: boolean }> =>
    transact(ctx, async (ctx) => {
      const given = contact.includes("@") ? { email: contact } : { phone: contact };
      const keys = await stores.eraseContact(ctx, given);
      if (!keys) return conversionsRefusals.refuse("conversions.contact_not_valid", {}, "contact");
      await markErased(ctx, { keys, systemNow: systemClock.now() });
      await recordAudit(ctx, {
        module: "conversions",
        action: "conversions.shopper_erased",
        subject: ctx.actor.merchantId,
      });
      return { was_known: keys.length > 1 };
    });
