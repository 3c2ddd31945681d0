import { z } from "zod";
import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import { defineOperation, type ItemChange } from "#base/server/operations/define-operation.ts";
import { startOperation } from "#base/server/operations/start-operation.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { type LinkFields, linkFields } from "../contract/link-shapes.ts";
import { type BulkRow, bulkRow, type linksCalls } from "../contract/links.calls.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import type { CheckDestinationDeps } from "./check-destination.ts";
import { insertLinkRows } from "./link-rows.store.ts";
import { lockLink, notifyLinkChanged, saveStoppedAt } from "./links.store.ts";
import { makeManualLink, refuseSettings, refuseTooMany } from "./make-link.ts";

type BulkBody = z.output<(typeof linksCalls)["POST Clients/Tracking/bulk"]["body"]>;

/** What all links of a list have in common, and the stored rows they are made of. */
const bulkInput = z.object({
  row_ids: z.array(z.string()),
  shared: linkFields.pick({ platform: true, tags: true, utm: true, expires_at: true, domain_id: true }),
});

/**
 * Makes links of a pasted list, one row each. A row is refused for its own reason (a page outside the stores, a code that
 * is not eight digits) and holds up no other. The undo stops the links: what was shared meanwhile must say so.
 */
export const bulkLinksOperation = (deps: CheckDestinationDeps) =>
  defineOperation<z.output<typeof bulkInput>>({
    kind: "tracking.make-links",
    ability: { subject: "tracking_link", action: "manage" },
    input: bulkInput,
    listItems: async (_ctx, { row_ids }) => row_ids,
    async runItem(ctx, rowId, { shared }): Promise<ItemChange> {
      const row = await loadRow(ctx, rowId);
      const id = await makeManualLink(deps)(ctx, toFields(row, shared));
      return { before: { link_id: null }, after: { link_id: id } };
    },
    async undoItem(ctx, _rowId, { before, after }) {
      const { link_id: linkId } = z.object({ link_id: z.string() }).parse(after);
      const link = await lockLink(ctx, linkId);
      if (link.stopped_at !== null) return null;
      await saveStoppedAt(ctx, { linkId, stoppedAt: ctx.now });
      await notifyLinkChanged(ctx, linkId);
      const merchant_id = ctx.actor.merchantId;
      await ctx.tx.publish({ name: "tracking.link_stopped", merchant_id, link_id: linkId });
      return { before: after, after: before };
    },
    loadTitles: loadRowTitles,
  });

/** Stores the rows and starts the operation over them. */
export const startBulkLinks = (deps: CheckDestinationDeps) => {
  const operation = bulkLinksOperation(deps);
  return async (ctx: Context, { rows, ...shared }: BulkBody): Promise<OperationRow> => {
    await refuseSettings(ctx, shared);
    await refuseTooMany(ctx, rows.length);
    const stored = rows.map((fields, index) => ({ id: newId("row"), number: index + 1, fields }));
    await insertLinkRows(ctx, stored);
    return startOperation(ctx, operation, { row_ids: stored.map(({ id }) => id), shared });
  };
};

async function loadRow({ db, actor }: ReadContext, rowId: string): Promise<BulkRow> {
  const { fields } = await db.one<Row<"tracking.link_rows", "fields">>(sql`
    select fields from tracking.link_rows where id = ${rowId} and merchant_id = ${actor.merchantId}`);
  return bulkRow.parse(fields);
}

/** A row as fields of a link, each checked as if it were typed alone. */
function toFields(row: BulkRow, shared: z.output<typeof bulkInput>["shared"]): LinkFields {
  const parsed = linkFields.safeParse({ ...row, ...shared });
  if (parsed.success) return parsed.data;
  const [wrong] = parsed.error.issues[0]?.path ?? [];
  if (wrong === "name") trackingRefusals.refuse("tracking.name_required");
  if (wrong === "destination_url") trackingRefusals.refuse("tracking.destination_not_registered");
  return trackingRefusals.refuse("tracking.id_not_valid");
}

/** Rows by what the merchant wrote in them, with their place in the list. */
async function loadRowTitles({ db, actor }: ReadContext, ids: readonly string[]) {
  const rows = await db.many<Row<"tracking.link_rows", "id" | "number" | "fields"> & { fields: BulkRow }>(sql`
    select id, number, fields from tracking.link_rows
    where merchant_id = ${actor.merchantId} and id = any(${[...ids]}::text[])`);
  return new Map(
    rows.map(({ id, number, fields }) => [id, `${number}. ${fields.name || fields.destination_url}`]),
  );
}
