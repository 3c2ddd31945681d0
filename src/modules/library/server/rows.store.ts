import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StaffTxContext } from "#base/server/staff-context.ts";
import { fold } from "#base/shared/fold.ts";
import type { CallToAction, MediaKind, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Hook, Offer, Proof } from "#modules/campaigns/contract/ad-structure.ts";
import type { SharedFile } from "#modules/creative/server/creative.facade.ts";
import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";
import type { AdStyle, AdType, Sector } from "../contract/library-enums.ts";
import type { RowFields } from "../contract/staff-library.calls.ts";

/** The only file that writes `library.rows`. */

export type RowRecord = Row<"library.rows"> & {
  type: AdType;
  season: SeasonKey | null;
  style: AdStyle | null;
  platform: Platform | null;
  sector: Sector | null;
  hook: Hook | null;
  proof: Proof | null;
  offer: Offer | null;
  call_to_action: CallToAction | null;
  file_kind: MediaKind | null;
};

export const findRow = (db: Db, id: string): Promise<RowRecord | undefined> =>
  db.maybeOne<RowRecord>(sql`select * from library.rows where id = ${id}`);

export const lockRow = ({ tx }: StaffTxContext, id: string): Promise<RowRecord | undefined> =>
  tx.maybeOne<RowRecord>(sql`select * from library.rows where id = ${id} for update`);

/** The row with this reference in any spelling, locked. */
export const lockRowByReference = (
  { tx }: StaffTxContext,
  reference: string,
): Promise<RowRecord | undefined> =>
  tx.maybeOne<RowRecord>(
    sql`select * from library.rows where reference_folded = ${fold(reference)} for update`,
  );

/** Throws on the constraint `rows_reference_folded_key` where the reference is another row's. */
export function insertRow(
  { tx, by, now }: StaffTxContext,
  { id, fields, searchText }: { id: string; fields: RowFields; searchText: string },
): Promise<RowRecord> {
  return tx.one<RowRecord>(sql`
    insert into library.rows (id, reference, reference_folded, type, link, ad_day, season, style, platform, sector, editor,
      writer, notes, hook, proof, offer, call_to_action, search_text, created_by, created_at, updated_at)
    values (${id}, ${fields.reference}, ${fold(fields.reference)}, ${fields.type}, ${fields.link}, ${fields.ad_day},
      ${fields.season}, ${fields.style}, ${fields.platform}, ${fields.sector}, ${fields.editor}, ${fields.writer},
      ${fields.notes}, ${fields.hook}, ${fields.proof}, ${fields.offer}, ${fields.call_to_action}, ${searchText},
      ${by.id}, ${now}, ${now})
    returning *`);
}

/** The same constraint as for a new row. */
export function updateRow(
  { tx, now }: StaffTxContext,
  { id, fields, searchText }: { id: string; fields: RowFields; searchText: string },
): Promise<RowRecord> {
  return tx.one<RowRecord>(sql`
    update library.rows set reference = ${fields.reference}, reference_folded = ${fold(fields.reference)},
      type = ${fields.type}, link = ${fields.link}, ad_day = ${fields.ad_day}, season = ${fields.season},
      style = ${fields.style}, platform = ${fields.platform}, sector = ${fields.sector}, editor = ${fields.editor},
      writer = ${fields.writer}, notes = ${fields.notes}, hook = ${fields.hook}, proof = ${fields.proof},
      offer = ${fields.offer}, call_to_action = ${fields.call_to_action}, search_text = ${searchText},
      revision = revision + 1, updated_at = ${now}
    where id = ${id} returning *`);
}

export function setArchived(
  { tx, now }: StaffTxContext,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<RowRecord> {
  return tx.one<RowRecord>(sql`
    update library.rows set archived_at = ${isArchived ? now : null}, updated_at = ${now}, revision = revision + 1
    where id = ${id} returning *`);
}

/** The row shows this file from now on; its version counts up, so that browsers read it anew. */
export function setFile(
  { tx, now }: StaffTxContext,
  id: string,
  file: Omit<SharedFile, "sha256">,
): Promise<RowRecord> {
  return tx.one<RowRecord>(sql`
    update library.rows set file_kind = ${file.kind}, mime = ${file.mime}, bytes = ${file.bytes}, width = ${file.width},
      height = ${file.height}, seconds = ${file.seconds}, storage_key = ${file.storage_key},
      thumbnail_key = ${file.thumbnail_key}, file_version = file_version + 1, updated_at = ${now}
    where id = ${id} returning *`);
}

export function setThumbnail({ tx, now }: StaffTxContext, id: string, key: string): Promise<RowRecord> {
  return tx.one<RowRecord>(sql`
    update library.rows set thumbnail_key = ${key}, file_version = file_version + 1, updated_at = ${now}
    where id = ${id} returning *`);
}
