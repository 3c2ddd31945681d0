import { violatesConstraint } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { Messages } from "#base/server/messages.ts";
import { type StaffContext, type StaffTxContext, transactAsStaff } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { fold } from "#base/shared/fold.ts";
import { languages } from "#base/shared/language.ts";
import { libraryRefusals } from "../contract/library.refusals.ts";
import type { LibraryRow, RowFields } from "../contract/staff-library.calls.ts";
import type { LibraryDeps } from "./library.deps.ts";
import { presentRow } from "./present-row.ts";
import { insertRow, lockRow, type RowRecord, setArchived, updateRow } from "./rows.store.ts";

export type KeepRowsDeps = Pick<LibraryDeps, "staff" | "messages">;

export const addRow =
  (deps: KeepRowsDeps) =>
  (ctx: StaffContext, fields: RowFields): Promise<LibraryRow> =>
    transactAsStaff(ctx, async (ctx) => presentRow(await createRow(deps)(ctx, fields)));

/** Saves over the revision it was read at; over a newer one it is refused with what stands. */
export const editRow =
  (deps: KeepRowsDeps) =>
  (
    ctx: StaffContext,
    { id, revision, ...fields }: RowFields & { id: string; revision: number },
  ): Promise<LibraryRow> =>
    transactAsStaff(ctx, async (ctx) => {
      const before = await lockRow(ctx, id);
      if (!before) return baseRefusals.refuse("base.not_found");
      if (before.revision !== revision)
        return libraryRefusals.refuseWith("library.row_changed", presentRow(before));
      return presentRow(await changeRow(deps)(ctx, before, fields));
    });

/** The same again changes nothing. */
export const archiveRow =
  ({ staff }: Pick<KeepRowsDeps, "staff">) =>
  (ctx: StaffContext, { id, isArchived }: { id: string; isArchived: boolean }): Promise<LibraryRow> =>
    transactAsStaff(ctx, async (ctx) => {
      const before = await lockRow(ctx, id);
      if (!before) return baseRefusals.refuse("base.not_found");
      if ((before.archived_at !== null) === isArchived) return presentRow(before);
      const after = await setArchived(ctx, { id, isArchived });
      const action = isArchived ? "library.row_archived" : "library.row_restored";
      await staff.recordAct(ctx, { action, details: { row_id: id, reference: after.reference } });
      return presentRow(after);
    });

/** Adds a row in the open transaction; refused where its reference is another row's. */
export const createRow =
  ({ staff, messages }: KeepRowsDeps) =>
  async (ctx: StaffTxContext, fields: RowFields): Promise<RowRecord> => {
    const id = newId("lib");
    const row = await refuseTakenReference(
      insertRow(ctx, { id, fields, searchText: toSearchText(messages, fields) }),
    );
    await staff.recordAct(ctx, {
      action: "library.row_added",
      details: { row_id: id, reference: fields.reference },
    });
    return row;
  };

export const changeRow =
  ({ staff, messages }: KeepRowsDeps) =>
  async (ctx: StaffTxContext, before: RowRecord, fields: RowFields): Promise<RowRecord> => {
    const row = await refuseTakenReference(
      updateRow(ctx, { id: before.id, fields, searchText: toSearchText(messages, fields) }),
    );
    const changed = listChanged(before, fields);
    await staff.recordAct(ctx, {
      action: "library.row_changed",
      details: { row_id: before.id, reference: fields.reference, changed },
    });
    return row;
  };

/** The fields that differ from what stands. */
export const listChanged = (row: RowRecord, fields: RowFields): (keyof RowFields)[] =>
  (Object.keys(fields) as (keyof RowFields)[]).filter((field) => row[field] !== fields[field]);

/** What staff wrote, and the names of what they chose in both languages. */
function toSearchText(messages: Messages, fields: RowFields): string {
  const { reference, editor, writer, notes, type, season, style, platform, sector } = fields;
  const keys = [
    `library:types.${type}`,
    ...(season ? [`seasons:names.${season}`] : []),
    ...(style ? [`library:styles.${style}`] : []),
    ...(platform ? [`campaigns:platform_names.${platform}`] : []),
    ...(sector ? [`library:sectors.${sector}`] : []),
  ];
  const names = languages.flatMap((language) => keys.map((key) => messages.translate(language, key)));
  return fold([reference, editor, writer, notes, ...names].join(" ").replace(/[\u2066-\u2069]/g, ""));
}

async function refuseTakenReference(work: Promise<RowRecord>): Promise<RowRecord> {
  try {
    return await work;
  } catch (error) {
    if (!violatesConstraint(error, "rows_reference_folded_key")) throw error;
    return libraryRefusals.refuse("library.reference_taken", {}, "reference");
  }
}
