import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

export type TrialIdentity = Row<"billing.trial_claims", "kind" | "identity">;

/** Whether anybody had a trial with one of these. */
export async function hasClaim({ db }: ReadContext, identities: readonly TrialIdentity[]): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select 1 from billing.trial_claims
      join unnest(${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ identity }) => identity)}::text[])
        as own (kind, identity) using (kind, identity)) as found`);
  return found;
}

/** Whether another merchant claimed one of these before. */
export async function isClaimedByAnother(
  { tx, actor }: Context,
  identities: readonly TrialIdentity[],
): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select 1 from billing.trial_claims
      join unnest(${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ identity }) => identity)}::text[])
        as own (kind, identity) using (kind, identity) where merchant_id <> ${actor.merchantId}) as found`);
  return found;
}

/** Claims those that nobody has claimed; how many that were. One that another transaction claims now is waited for. */
export function insertClaims(
  { tx, actor, now }: Context,
  identities: readonly TrialIdentity[],
): Promise<number> {
  return tx.run(sql`
    insert into billing.trial_claims (kind, identity, merchant_id, claimed_at)
    select kind, identity, ${actor.merchantId}, ${now}
    from unnest(${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ identity }) => identity)}::text[])
      as own (kind, identity)
    order by kind, identity
    on conflict do nothing`);
}

/** Gives up what this merchant has just claimed, when another was faster with one of them. */
export async function deleteClaims({ tx, actor }: Context): Promise<void> {
  await tx.run(sql`delete from billing.trial_claims where merchant_id = ${actor.merchantId}`);
}
