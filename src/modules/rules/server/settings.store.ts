import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The only file that writes `rules.settings`: what all rules of a merchant together may do. */

export type RuleSettings = Pick<
  Row<"rules.settings">,
  "raise_ceiling_halalas" | "budget_ceiling_halalas" | "stopped_at"
>;

/** Before the merchant sets anything: 500 riyals of raises a day, and no ceiling of a budget. */
const defaults: RuleSettings = {
  raise_ceiling_halalas: 50_000,
  budget_ceiling_halalas: null,
  stopped_at: null,
};

export async function loadSettings({ db, actor }: ReadContext): Promise<RuleSettings> {
  const known = await db.maybeOne<RuleSettings>(sql`
    select raise_ceiling_halalas, budget_ceiling_halalas, stopped_at from rules.settings
    where merchant_id = ${actor.merchantId}`);
  return known ?? defaults;
}

export async function saveSettings({ tx, actor, now }: Context, settings: RuleSettings): Promise<void> {
  const { raise_ceiling_halalas, budget_ceiling_halalas, stopped_at } = settings;
  await tx.run(sql`
    insert into rules.settings (merchant_id, raise_ceiling_halalas, budget_ceiling_halalas, stopped_at, updated_at)
    values (${actor.merchantId}, ${raise_ceiling_halalas}, ${budget_ceiling_halalas}, ${stopped_at}, ${now})
    on conflict (merchant_id) do update set raise_ceiling_halalas = excluded.raise_ceiling_halalas,
      budget_ceiling_halalas = excluded.budget_ceiling_halalas, stopped_at = excluded.stopped_at,
      updated_at = excluded.updated_at`);
}
