import { type Context, systemTxContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { Messages } from "#base/server/messages.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { draftsMax, preparedBy } from "../contract/enums.ts";
import {
  computeSeasonTotal,
  type DraftedSeason,
  isDrafted,
  seasonDraftDays,
  toSeasonId,
  toSeasonLabel,
} from "../domain/season-draft.ts";
import { toSeasonDraft } from "../domain/season-draft-content.ts";
import { auditChange } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import { countDraftsLocked, insertDraft } from "./drafts.store.ts";
import { loadEarlierCampaigns } from "./load-earlier-campaigns.ts";
import { isTooLarge } from "./save-draft.ts";
import {
  hasRefusedSeasonDrafts,
  insertSeasonDraft,
  listFinishedRounds,
  lockSeasonRound,
  saveSeasonRound,
} from "./season-drafts.store.ts";

type Deps = Pick<CampaignsDeps, "seasons"> & { messages: Messages };

/** A batch is one transaction, which on the embedded database everybody else waits for. */
const batchSize = 20;
/** A run ends after so many; the next one, a minute later, goes on from there. */
const batchesPerRun = 25;

/**
 * Two weeks before each season: a draft for every merchant who advertised lately, once. All merchants are gone through
 * in batches, each a transaction, and a run that is killed continues where the last batch ended.
 */
export const prepareSeasonDrafts =
  (deps: Deps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (const season of await findDueSeasons(deps, db, now))
      for (let batch = 0; batch < batchesPerRun; batch++)
        if (!(await prepareBatch(deps, db, { season, now }))) break;
  };

/** The seasons that begin within two weeks and whose round has not ended. */
async function findDueSeasons({ seasons }: Deps, db: Db, now: Date): Promise<DraftedSeason[]> {
  const today = toRiyadhDay(now);
  const coming = await seasons.findSeasons(db, { from: today, to: addDays(today, seasonDraftDays) });
  const due = coming.filter((season) => isDrafted(season, coming) && season.startsOn > today);
  if (due.length === 0) return [];
  const finished = await listFinishedRounds(db, due.map(toSeasonId));
  return due.filter((season) => !finished.has(toSeasonId(season)));
}

/** The next merchants of a round; false when it has ended, or another process runs it. */
function prepareBatch(
  deps: Deps,
  db: Db,
  { season, now }: { season: DraftedSeason; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const round = await lockSeasonRound(tx, toSeasonId(season));
    if (!round) return false;
    // Who has campaigns at all is counted already: a narrow table, in the order of merchants.
    const merchants = await tx.many<{ merchant_id: string }>(sql`
      select distinct merchant_id from campaigns.counts
      where merchant_id > ${round.last_merchant_id} and status in ('active', 'paused', 'archived') and campaigns > 0
      order by merchant_id limit ${batchSize}`);
    for (const { merchant_id } of merchants)
      await prepareDraft(deps, systemTxContext(tx, merchant_id, now), season);
    const last_merchant_id = merchants.at(-1)?.merchant_id ?? round.last_merchant_id;
    const isLast = merchants.length < batchSize;
    await saveSeasonRound(tx, { ...round, last_merchant_id, finished_at: isLast ? now : null });
    return !isLast;
  });
}

/**
 * The draft of one merchant, unless they refused such drafts, did not advertise lately, or have as many as they may. What
 * no draft can hold is left out: it would stop the round for all.
 */
async function prepareDraft({ messages }: Deps, ctx: Context, season: DraftedSeason): Promise<void> {
  if (await hasRefusedSeasonDrafts(ctx)) return;
  const earlier = await loadEarlierCampaigns(ctx);
  if (earlier.length === 0 || (await countDraftsLocked(ctx)) >= draftsMax) return;
  const content = toSeasonDraft(earlier, { name: toName(messages, season), season });
  if (isTooLarge(content)) return;
  const id = newId("dft");
  const isNew = await insertSeasonDraft(ctx, {
    season: toSeasonId(season),
    starts_on: season.startsOn,
    ends_on: season.endsOn,
    draft_id: id,
    total_halalas: computeSeasonTotal(earlier, season),
  });
  if (!isNew) return;
  await insertDraft(ctx, { id, plan_id: null, content, step: "goal", device: preparedBy });
  await auditChange(ctx, "draft.created", id, { after: { season: toSeasonId(season) } });
}

/** "رمضان 1448". Names are the merchant's own text, so they are in Arabic, without marks for a screen. */
function toName(messages: Messages, season: DraftedSeason): string {
  const name = messages.translate("ar", `seasons:names.${season.key}`).replace(/[\u2066-\u2069]/g, "");
  return `${name} ${toSeasonLabel(season)}`;
}
