import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Sizes } from "../contract/design-shapes.ts";
import type { Placement } from "../contract/placements.ts";
import type { SetChoices } from "../domain/chat/apply-changes.ts";

export type BeforeChange = {
  choices: SetChoices;
  designs: { id: string; sizes: Sizes; placements: Placement[]; version: number }[];
};
type ChangeRecord = Omit<Row<"designer.changes">, "before"> & { before: BeforeChange };

/** Older ones are not undone any more. */
const keptMs = 7 * 86_400_000;

export async function insertChange(
  { tx, actor }: Context,
  { id, requestId, before, at }: { id: string; requestId: string; before: BeforeChange; at: Date },
): Promise<void> {
  await tx.run(sql`
    delete from designer.changes
    where merchant_id = ${actor.merchantId} and request_id = ${requestId}
      and created_at < ${new Date(at.getTime() - keptMs)}`);
  await tx.run(sql`
    insert into designer.changes (merchant_id, id, request_id, before, created_at)
    values (${actor.merchantId}, ${id}, ${requestId}, ${JSON.stringify(before)}, ${at})`);
}

export const lockChange = ({ tx, actor }: Context, id: string): Promise<ChangeRecord | undefined> =>
  tx.maybeOne(sql`
    select * from designer.changes where merchant_id = ${actor.merchantId} and id = ${id} for update`);

export const markUndone = ({ tx, actor }: Context, { id, at }: { id: string; at: Date }) =>
  tx.run(sql`
    update designer.changes set undone_at = ${at} where merchant_id = ${actor.merchantId} and id = ${id}`);
