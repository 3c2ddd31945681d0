import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { lockMerchant, type MerchantRow, type ProfileChange, saveProfile } from "./merchants.store.ts";

/** As the call takes them: a missing field stays unchanged, an empty e-mail removes it. */
type ProfileFields = Omit<ProfileChange, "email"> & { email?: string | undefined };

const profileFields = [
  "name",
  "email",
  "language",
  "digits",
  "theme",
  "calendar",
  "city",
  "attribution_window_days",
  "attribution_model",
  "counted_orders",
  "undo_seconds",
] as const;

/** Changes the given fields of the merchant's profile. */
export const updateProfile =
  ({ systemClock }: { systemClock: Clock }) =>
  (ctx: ReadContext, fields: ProfileFields): Promise<MerchantRow> =>
    transact(ctx, async (ctx) => {
      const before = await lockMerchant(ctx);
      const change = { ...fields, email: fields.email === "" ? null : fields.email };
      const after = await saveProfile(ctx, change, systemClock.now());
      await recordProfileChange(ctx, before, after, profileFields);
      return after;
    });

/** Publishes `merchant.profile_changed`; the audit log gets those of `keys` whose values differ. */
export async function recordProfileChange<Key extends keyof MerchantRow>(
  ctx: Context,
  before: Pick<MerchantRow, Key>,
  after: Pick<MerchantRow, Key>,
  keys: readonly Key[],
): Promise<void> {
  const { merchantId } = ctx.actor;
  await ctx.tx.publish({ name: "merchant.profile_changed", merchant_id: merchantId });
  const changed = keys.filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return;
  const pick = (row: Pick<MerchantRow, Key>) => Object.fromEntries(changed.map((key) => [key, row[key]]));
  await recordAudit(ctx, {
    module: "merchants",
    action: "merchant.profile_changed",
    subject: merchantId,
    before: pick(before),
    after: pick(after),
  });
}
