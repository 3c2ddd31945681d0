import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { LibraryRow } from "../contract/staff-library.calls.ts";
import type { RowRecord } from "./rows.store.ts";

/** A row as staff see it. */
export function presentRow(row: RowRecord): LibraryRow {
  const { id, reference, type, link, season, style, platform, sector, editor, writer, notes } = row;
  const { hook, proof, offer, call_to_action, revision, file_kind: kind } = row;
  return {
    id,
    reference,
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
    hook,
    proof,
    offer,
    call_to_action,
    revision,
    file: kind ? { kind, width: row.width ?? 0, height: row.height ?? 0, version: row.file_version } : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    archived_at: row.archived_at?.toISOString() ?? null,
  };
}
