import { findConsent, listConsents, recordConsent } from "#base/server/consents.store.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { type ConsentPurpose, consentPurposes } from "#base/shared/consent-purposes.ts";
import type { ConsentEntryShown, ConsentShown } from "../contract/privacy.calls.ts";
import { privacyRefusals } from "../contract/privacy.refusals.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";

type Deps = Pick<PrivacyDeps, "personalData">;

const findRegistered = ({ personalData }: Deps, purpose: ConsentPurpose) =>
  personalData.acts.flatMap(({ consents = [] }) => consents).find((one) => one.purpose === purpose);

/** Each consent as it stands now, as the module says that asks for it. */
export const showConsents =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<ConsentShown[]> => {
    const shown: ConsentShown[] = [];
    for (const purpose of consentPurposes) {
      const registered = findRegistered(deps, purpose);
      const last = await findConsent(ctx, purpose);
      const is_given = registered ? await registered.isGiven(ctx) : (last?.is_given ?? false);
      shown.push({ purpose, is_given, changed_at: last?.recorded_at.toISOString() ?? null });
    }
    return shown;
  };

/**
 * Withdraws a consent, which takes effect at once; gives the one to our offers. Refuses `privacy.consent_given_elsewhere`
 * for what is explained, and given, on a screen of its own, and for the terms, which end with the account.
 */
export const changeConsent =
  (deps: Deps) =>
  (ctx: ReadContext, { purpose, isGiven }: { purpose: ConsentPurpose; isGiven: boolean }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const registered = findRegistered(deps, purpose);
      if (purpose === "terms" || (registered && isGiven))
        return privacyRefusals.refuse("privacy.consent_given_elsewhere");
      if (registered) await registered.withdraw(ctx);
      else await recordOwn(ctx, purpose, isGiven);
      await ctx.tx.publish({ name: "privacy.changed", merchant_id: ctx.actor.merchantId });
    });

async function recordOwn(ctx: Context, purpose: ConsentPurpose, isGiven: boolean): Promise<void> {
  const last = await findConsent(ctx, purpose);
  if ((last?.is_given ?? false) === isGiven) return;
  await recordConsent(ctx, { purpose, isGiven, channel: "web" });
}

/** What was agreed to and withdrawn, newest first. */
export async function showConsentLog(
  ctx: ReadContext,
  { before, size }: { before?: number | undefined; size: number },
): Promise<{ items: ConsentEntryShown[]; next: number | null }> {
  const entries = await listConsents(ctx, { before, size: size + 1 });
  const page = entries.slice(0, size);
  return {
    items: page.map(({ id, purpose, is_given, text_version, channel, recorded_at }) => ({
      id,
      purpose,
      is_given,
      text_version,
      channel: channel as ConsentEntryShown["channel"],
      recorded_at: recorded_at.toISOString(),
    })),
    next: entries.length > size ? (page.at(-1)?.id ?? null) : null,
  };
}
