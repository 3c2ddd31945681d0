import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { SignedLinks } from "#base/server/http/signed-links.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ItemSource } from "../contract/library-enums.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import { computeReturn } from "../domain/winner.ts";
import { listCollectionsByItem, listNotes } from "./collections.store.ts";
import type { LibraryDeps } from "./library.deps.ts";
import type { RowRecord } from "./rows.store.ts";
import { findChoice } from "./sectors.store.ts";
import type { WinnerRecord } from "./winners.store.ts";

export type LoadItemsDeps = Pick<LibraryDeps, "media"> & { links: SignedLinks };
type Own = Pick<LibraryItem, "own_note" | "collection_ids">;

/** The items in the order given, with the merchant's own notes and collections; those that are gone are left out. */
export const loadItems =
  (deps: LoadItemsDeps) =>
  async (ctx: ReadContext, found: readonly { id: string; source: ItemSource }[]): Promise<LibraryItem[]> => {
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const toOwn = await loadOwn(ctx, ids);
    const rows = await loadRows(deps, ctx, ids, toOwn);
    const winners = await loadWinners(deps, ctx, ids, toOwn);
    const byId = new Map([...rows, ...winners].map((item) => [item.id, item]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };

/** One item of the library that is not archived, or one of the merchant's winners; others are not found. */
export const loadItem =
  (deps: LoadItemsDeps) =>
  async (ctx: ReadContext, id: string): Promise<LibraryItem> => {
    const [item] = await loadItems(deps)(ctx, [{ id, source: "library" }]);
    return item ?? baseRefusals.refuse("base.not_found");
  };

async function loadOwn(ctx: ReadContext, ids: readonly string[]): Promise<(id: string) => Own> {
  const notes = new Map((await listNotes(ctx, ids)).map(({ item_id, text }) => [item_id, text]));
  const collections = Map.groupBy(await listCollectionsByItem(ctx, ids), ({ item_id }) => item_id);
  return (id) => ({
    own_note: notes.get(id) ?? "",
    collection_ids: (collections.get(id) ?? []).map(({ collection_id }) => collection_id),
  });
}

type ToOwn = (id: string) => Own;

async function loadRows(deps: LoadItemsDeps, ctx: ReadContext, ids: readonly string[], toOwn: ToOwn) {
  const rows = await ctx.db.many<RowRecord>(
    sql`select * from library.rows where id = any(${[...ids]}::text[]) and archived_at is null`,
  );
  return rows.map((row): LibraryItem => {
    const { id, type, link, season, style, platform, sector, editor, writer, notes } = row;
    const { hook, proof, offer, call_to_action } = row;
    return {
      id,
      source: "library",
      title: row.reference,
      type,
      link,
      ad_day: row.ad_day as RiyadhDay | null,
      season,
      style,
      platform,
      sector,
      editor,
      writer,
      notes,
      structure: { hook, proof, offer },
      call_to_action,
      media: presentRowMedia(row, deps.links, ctx.actor.merchantId),
      results: null,
      campaign_id: null,
      ...toOwn(id),
    };
  });
}

/** A new file or poster has another address: browsers keep one for a day. */
function presentRowMedia(row: RowRecord, links: SignedLinks, merchantId: string): LibraryItem["media"] {
  if (row.file_kind === null) return null;
  const toUrl = (which: "file" | "thumbnail") =>
    `${links.link(`/Clients/AdsLibrary/items/${row.id}/${which}`, merchantId)}&v=${row.file_version}`;
  return {
    kind: row.file_kind,
    width: row.width ?? 0,
    height: row.height ?? 0,
    url: toUrl("file"),
    thumbnail_url: toUrl("thumbnail"),
  };
}

async function loadWinners(
  { media, links }: LoadItemsDeps,
  ctx: ReadContext,
  ids: readonly string[],
  toOwn: ToOwn,
) {
  const winners = await ctx.db.many<WinnerRecord>(sql`
    select * from library.winners where merchant_id = ${ctx.actor.merchantId} and ad_id = any(${[...ids]}::text[])`);
  if (winners.length === 0) return [];
  const files = await media.linkMedia(
    ctx,
    winners.flatMap(({ media_id }) => media_id ?? []),
    links,
  );
  const byId = new Map(files.map(({ id, ...file }) => [id, file]));
  const sector = (await findChoice(ctx))?.sector ?? null;
  return winners.map((winner): LibraryItem => {
    const { ad_id: id, name, platform, campaign_id, call_to_action, hook, proof, offer } = winner;
    const file = byId.get(winner.media_id ?? "");
    return {
      id,
      source: "own",
      title: name,
      type: winner.media_kind ?? "text",
      link: null,
      ad_day: winner.first_day as RiyadhDay,
      season: null,
      style: null,
      platform,
      sector,
      editor: "",
      writer: "",
      notes: "",
      structure: { hook, proof, offer },
      call_to_action,
      media: file
        ? {
            kind: file.kind,
            width: file.width,
            height: file.height,
            url: file.url,
            thumbnail_url: file.thumbnail_url,
          }
        : null,
      results: presentResults(winner),
      campaign_id,
      ...toOwn(id),
    };
  });
}

const presentResults = (winner: WinnerRecord): LibraryItem["results"] => ({
  roas_delivered: Math.round((computeReturn(winner) ?? 0) * 100) / 100,
  days_run: winner.days_run,
  first_day: winner.first_day as RiyadhDay,
  last_day: winner.last_day as RiyadhDay,
  spend_halalas: winner.spend_halalas,
  orders_delivered: winner.orders_delivered,
  sales_delivered_halalas: winner.sales_delivered_halalas,
  measured_at: winner.measured_at.toISOString(),
});
