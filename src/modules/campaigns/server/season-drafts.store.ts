import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";

/** The only file that writes the tables of season drafts. */

type SeasonDraftRecord = Row<"campaigns.season_drafts">;
/** With its draft's platforms, as they are now. */
export type SeasonDraftWithPlatforms = SeasonDraftRecord & { platforms: Platform[] };
type NewSeasonDraft = Pick<
  SeasonDraftRecord,
  "season" | "starts_on" | "ends_on" | "draft_id" | "total_halalas"
>;

/** Those whose season has not ended, whose draft still exists, and that were not dismissed; the next one first. */
export function loadSeasonDrafts(
  { db, actor }: ReadContext,
  today: RiyadhDay,
): Promise<SeasonDraftWithPlatforms[]> {
  return db.many(sql`
    select s.merchant_id, s.season, s.starts_on::text as starts_on, s.ends_on::text as ends_on, s.draft_id,
      s.total_halalas, s.created_at, s.dismissed_at,
      array(select jsonb_object_keys(coalesce(d.content -> 'platforms', '{}'))) as platforms
    from campaigns.season_drafts s
    join campaigns.drafts d on d.merchant_id = s.merchant_id and d.id = s.draft_id
    where s.merchant_id = ${actor.merchantId} and s.dismissed_at is null and s.ends_on >= ${today}
    order by s.starts_on, s.season`);
}

/** False when the merchant has had one for this season, also a dismissed one. */
export async function insertSeasonDraft({ tx, actor, now }: Context, row: NewSeasonDraft): Promise<boolean> {
  const inserted = await tx.maybeOne(sql`
    insert into campaigns.season_drafts (merchant_id, season, starts_on, ends_on, draft_id, total_halalas, created_at)
    values (${actor.merchantId}, ${row.season}, ${row.starts_on}, ${row.ends_on}, ${row.draft_id},
      ${row.total_halalas}, ${now})
    on conflict (merchant_id, season) do nothing returning 1`);
  return inserted !== undefined;
}

/** The draft that was dismissed now; undefined when there is none, or it was dismissed before. */
export function dismissSeasonDraftRow(
  { tx, actor, now }: Context,
  season: string,
): Promise<Pick<SeasonDraftRecord, "draft_id"> | undefined> {
  return tx.maybeOne(sql`
    update campaigns.season_drafts set dismissed_at = ${now}
    where merchant_id = ${actor.merchantId} and season = ${season} and dismissed_at is null returning draft_id`);
}

export async function hasRefusedSeasonDrafts({ db, actor }: ReadContext): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from campaigns.season_draft_refusals where merchant_id = ${actor.merchantId}`);
  return row !== undefined;
}

export async function saveSeasonDraftRefusal(
  { tx, actor, now }: Context,
  { isRefused }: { isRefused: boolean },
): Promise<void> {
  await tx.run(
    isRefused
      ? sql`
        insert into campaigns.season_draft_refusals (merchant_id, refused_at) values (${actor.merchantId}, ${now})
        on conflict (merchant_id) do nothing`
      : sql`delete from campaigns.season_draft_refusals where merchant_id = ${actor.merchantId}`,
  );
}

/** Where a season's round over all merchants stands; locked, so that two processes do not run it at once. */
export async function lockSeasonRound(
  tx: Tx,
  season: string,
): Promise<Row<"campaigns.season_rounds"> | undefined> {
  await tx.run(sql`
    insert into campaigns.season_rounds (season, last_merchant_id) values (${season}, '')
    on conflict (season) do nothing`);
  return tx.maybeOne(sql`
    select * from campaigns.season_rounds where season = ${season} and finished_at is null for update skip locked`);
}

export async function saveSeasonRound(
  tx: Tx,
  { season, last_merchant_id, finished_at }: Row<"campaigns.season_rounds">,
): Promise<void> {
  await tx.run(sql`
    update campaigns.season_rounds set last_merchant_id = ${last_merchant_id}, finished_at = ${finished_at}
    where season = ${season}`);
}

/** The seasons whose rounds have ended. */
export async function listFinishedRounds(db: Db, seasons: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<Pick<Row<"campaigns.season_rounds">, "season">>(sql`
    select season from campaigns.season_rounds
    where season = any(${[...seasons]}::text[]) and finished_at is not null`);
  return new Set(rows.map(({ season }) => season));
}
