import type { Db } from "#base/server/db/db.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { type StaffContext, type StaffTxContext, transactAsStaff } from "#base/server/staff-context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { consultationsRefusals } from "../contract/consultations.refusals.ts";
import { consultationsMax } from "../contract/consultations-enums.ts";
import type { CatalogueConsultation, ConsultationFields } from "../contract/staff-catalogue.calls.ts";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import {
  type ConsultationRecord,
  findConsultation,
  insertConsultation,
  listConsultations,
  savePositions,
  updateConsultation,
} from "./consultations.store.ts";
import { loadPromises } from "./load-promises.ts";

type Deps = Pick<ConsultationsDeps, "staff">;

/** All consultations in the order in which merchants see them, and who can give them. */
export const showCatalogue =
  ({ staff }: Deps) =>
  async ({ db }: { db: Db }) => {
    const rows = await listConsultations(db);
    const names = await staff.loadNames(
      db,
      rows.map(({ consultant_id }) => consultant_id),
    );
    const findPromises = await loadPromises(db);
    const consultants = await staff.listConsultants(db);
    return {
      items: rows.map((row) => presentConsultation(row, names)),
      consultants: consultants.map(({ id, name }) => ({ id, name, promises: findPromises(id) })),
    };
  };

/** A new consultation, as the last. */
export const createConsultation =
  ({ staff }: Deps) =>
  (ctx: StaffContext, fields: ConsultationFields): Promise<CatalogueConsultation> =>
    changeCatalogue(ctx, async (ctx) => {
      if ((await listConsultations(ctx.tx)).length >= consultationsMax)
        consultationsRefusals.refuse("consultations.too_many", { max: consultationsMax });
      await requireConsultant(staff, ctx, fields.consultant_id);
      const row = await insertConsultation(ctx, { id: newId("csl"), fields });
      await staff.recordAct(ctx, {
        action: "consultations.created",
        details: { id: row.id, after: fields },
      });
      return presentOne(staff, ctx, row);
    });

/** Changes a consultation; orders keep their own copy of what was ordered. Saved as it stands, nothing is written. */
export const changeConsultation =
  ({ staff }: Deps) =>
  (
    ctx: StaffContext,
    { id, revision, ...fields }: ConsultationFields & { id: string; revision: number },
  ): Promise<CatalogueConsultation> =>
    changeCatalogue(ctx, async (ctx) => {
      const before = (await findConsultation(ctx.tx, id)) ?? baseRefusals.refuse("base.not_found");
      if (before.revision !== revision)
        consultationsRefusals.refuseWith(
          "consultations.edited_meanwhile",
          await presentOne(staff, ctx, before),
        );
      const changed = (Object.keys(fields) as (keyof ConsultationFields)[]).filter(
        (field) => JSON.stringify(before[field]) !== JSON.stringify(fields[field]),
      );
      if (changed.length === 0) return presentOne(staff, ctx, before);
      if (changed.includes("consultant_id")) await requireConsultant(staff, ctx, fields.consultant_id);
      const row = await updateConsultation(ctx, { id, fields });
      const pick = (values: ConsultationFields) =>
        Object.fromEntries(changed.map((field) => [field, values[field]]));
      await staff.recordAct(ctx, {
        action: "consultations.changed",
        details: { id, before: pick(before), after: pick(fields) },
      });
      return presentOne(staff, ctx, row);
    });

/** Orders all consultations. Refuses an order made from others than stand. */
export const reorderConsultations =
  ({ staff }: Deps) =>
  (ctx: StaffContext, items: readonly { id: string; revision: number }[]) =>
    changeCatalogue(ctx, async (ctx) => {
      const current = await showCatalogue({ staff })({ db: ctx.tx });
      const revisions = new Map(items.map(({ id, revision }) => [id, revision]));
      const isSame =
        revisions.size === items.length &&
        items.length === current.items.length &&
        current.items.every(({ id, revision }) => revisions.get(id) === revision);
      if (!isSame) consultationsRefusals.refuseWith("consultations.edited_meanwhile", current);
      const ids = items.map(({ id }) => id);
      await savePositions(ctx, ids);
      await staff.recordAct(ctx, { action: "consultations.reordered", details: { after: ids } });
      return showCatalogue({ staff })({ db: ctx.tx });
    });

/** Changes follow one another: each sees those before it. */
const changeCatalogue = <Result>(
  ctx: StaffContext,
  work: (ctx: StaffTxContext) => Promise<Result>,
): Promise<Result> =>
  transactAsStaff(ctx, async (ctx) => {
    await ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended('consultations.catalogue', 0))`);
    return work(ctx);
  });

async function requireConsultant(staff: Deps["staff"], { tx }: StaffTxContext, id: string): Promise<void> {
  const known = await staff.listConsultants(tx);
  if (!known.some((one) => one.id === id))
    consultationsRefusals.refuse("consultations.consultant_unknown", {}, "consultant_id");
}

const presentOne = async (staff: Deps["staff"], { tx }: StaffTxContext, row: ConsultationRecord) =>
  presentConsultation(row, await staff.loadNames(tx, [row.consultant_id]));

function presentConsultation(
  { created_at: _, updated_at, last_serial: __, ...row }: ConsultationRecord,
  names: ReadonlyMap<string, string>,
): CatalogueConsultation {
  return {
    ...row,
    consultant_name: names.get(row.consultant_id) ?? "",
    updated_at: updated_at.toISOString(),
  };
}
