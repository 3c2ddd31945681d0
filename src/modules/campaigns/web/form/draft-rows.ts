import { isApiError } from "#base/web/data/api-error.ts";
import type { DraftRow, DraftSummary } from "../../contract/drafts.calls.ts";
import { preparedBy } from "../../contract/enums.ts";
import { toPlanDraft } from "../../domain/read-draft.ts";
import { call } from "../campaigns-calls.ts";
import {
  getDeviceLabel,
  isBlank,
  isOnServer,
  type RowLink,
  readDiscarded,
  readDraft,
  type StoredDraft,
  toServerRevision,
  writeDiscarded,
  writeDraft,
} from "./stored-draft.ts";

/** What another device made of this browser's draft: its row as it stands, or null when there is none any more. */
export type Arrival = { row: DraftRow | null };

const quiet = { quiet: true, timeoutMs: 15_000 } as const;

/**
 * Saves the browser's draft on the server, unless it is there already; `isWanted` says after the response whether it
 * still is the same draft. Returns what another device saved instead. A row that this browser saved last is its own,
 * even if the response was lost.
 */
export async function pushDraft(isWanted: () => boolean): Promise<Arrival | null> {
  const stored = readDraft();
  if (!stored || isOnServer(stored) || (!stored.row && isBlank(stored.draft))) return null;
  const row = stored.row ?? (await findOwnRow());
  try {
    const saved = await save(stored, row);
    if (isWanted() && readDraft())
      linkRow({ id: saved.id, revision: saved.revision, holds: stored.revision });
    else discardRow(saved);
    return null;
  } catch (error) {
    if (!isApiError(error) || row === null) throw error;
    if (error.status === 404) return { row: null };
    if (error.code !== "campaigns.draft_changed") throw error;
    const current = error.current as DraftRow;
    if (current.device !== getDeviceLabel()) return { row: current };
    linkRow({ id: current.id, revision: current.revision, holds: "" });
    return pushDraft(isWanted);
  }
}

/**
 * Reads the draft's row. Returns what another device saved or deleted; when the form opens with nothing written here,
 * also the draft that the merchant saved last anywhere.
 */
export async function pullDraft({ isFirst }: { isFirst: boolean }): Promise<Arrival | null> {
  const { items } = await call("GET Clients/Drafts/index", quiet);
  const stored = readDraft();
  if (!stored?.row) {
    // One that the product prepared is opened only when it is asked for.
    const newest = items.find(({ device }) => device !== preparedBy);
    const isFree = isFirst && (!stored || isBlank(stored.draft));
    return newest && isFree ? loadRow(newest.id) : null;
  }
  const { id, revision } = stored.row;
  const own = items.find((item) => item.id === id);
  if (!own) return { row: null };
  if (own.revision === revision) return null;
  if (own.device !== getDeviceLabel()) return loadRow(id);
  linkRow({ id, revision: own.revision, holds: "" });
  return null;
}

/**
 * Makes a row the draft that the form shows. What was written here is saved on the server first; where another device
 * has changed that draft, nothing is replaced, and the form asks about it.
 */
export async function replaceByRow(id: string): Promise<void> {
  if (await pushDraft(() => true)) return;
  const { row } = await loadRow(id);
  writeDraft(row && toStoredDraft(row));
}

/** The draft of a row, as this browser stores it. */
export function toStoredDraft(row: DraftRow): StoredDraft {
  const revision = toServerRevision(row);
  return {
    draft: toPlanDraft(row.content),
    step: row.step,
    revision,
    savedAt: row.updated_at,
    row: { id: row.id, revision: row.revision, holds: revision },
  };
}

/** The draft of a row to go on with; undefined when it cannot be read now, or is gone. */
export async function loadStoredDraft(id: string): Promise<StoredDraft | undefined> {
  try {
    const { row } = await loadRow(id);
    return row ? toStoredDraft(row) : undefined;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return undefined;
  }
}

/** Deletes the rows of drafts that were cleared in this browser. One that another device has saved since stays there. */
export async function deleteDiscarded(): Promise<void> {
  for (const { id, revision } of readDiscarded()) {
    const seen = revision === null ? {} : { revision, device: getDeviceLabel() };
    try {
      await call("DELETE Clients/Drafts/{id}", { params: { id }, query: seen, ...quiet });
    } catch (error) {
      if (!isApiError(error) || (error.status !== 404 && error.code !== "campaigns.draft_changed"))
        throw error;
    }
    writeDiscarded(readDiscarded().filter((one) => one.id !== id));
  }
}

/** The row is deleted at the next opportunity, as it is known here. */
export const discardRow = ({ id, revision }: Pick<RowLink, "id" | "revision">): void =>
  writeDiscarded([...readDiscarded(), { id, revision }]);

/** A row that this browser made, though it never got the response. */
async function findOwnRow(): Promise<Pick<DraftSummary, "id" | "revision"> | null> {
  const { items } = await call("GET Clients/Drafts/index", quiet);
  return items.find(({ device }) => device === getDeviceLabel()) ?? null;
}

function save({ draft, step }: StoredDraft, row: Pick<RowLink, "id" | "revision"> | null): Promise<DraftRow> {
  const body = { content: draft, step, device: getDeviceLabel() };
  return row
    ? call("PUT Clients/Drafts/{id}", {
        params: { id: row.id },
        body: { ...body, revision: row.revision },
        ...quiet,
      })
    : call("POST Clients/Drafts/create", { body, ...quiet });
}

async function loadRow(id: string): Promise<Arrival> {
  return { row: await call("GET Clients/Drafts/{id}", { params: { id }, ...quiet }) };
}

function linkRow(row: RowLink): void {
  const stored = readDraft();
  if (stored) writeDraft({ ...stored, row });
}
