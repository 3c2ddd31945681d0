import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import type { StaffTxContext } from "#base/server/staff-context.ts";
import type { PlanVersion } from "./plans.present.ts";

/** A plan with its newest version. */
export type PlanRow = Row<"billing.plans"> & PlanVersion;
/** What a version sells. */
type PlanTerms = Omit<PlanVersion, "id" | "plan_code" | "version" | "created_at" | "created_by">;

const newest = sql`
  select plans.*, plan_versions.* from billing.plans
  join lateral (select * from billing.plan_versions where plan_code = code order by version desc limit 1) plan_versions
    on true`;

/** The newest version of each offered plan, from the smallest plan to the largest. */
export function listOfferedPlans(db: Db): Promise<PlanVersion[]> {
  return db.many<PlanVersion>(sql`${newest} where is_offered order by position`);
}

/** The newest version of every plan, from the smallest plan to the largest, for the staff. */
export function listPlans(db: Db): Promise<PlanRow[]> {
  return db.many<PlanRow>(sql`${newest} order by position`);
}

export function findPlan(db: Db, code: string): Promise<PlanRow | undefined> {
  return db.maybeOne<PlanRow>(sql`${newest} where code = ${code}`);
}

/** Any version that was ever made. */
export function findPlanVersion(db: Db, id: string): Promise<PlanVersion | undefined> {
  return db.maybeOne<PlanVersion>(sql`select * from billing.plan_versions where id = ${id}`);
}

/** The newest version of an offered plan; undefined for one that cannot be bought. */
export function findOfferedPlan(db: Db, id: string): Promise<PlanVersion | undefined> {
  return db.maybeOne<PlanVersion>(sql`
    select plan_versions.* from billing.plan_versions join billing.plans on code = plan_code
    where id = ${id} and is_offered
      and version = (select max(version) from billing.plan_versions where plan_code = code)`);
}

/** The newest version of the plan that the free trial opens. */
export function findTrialPlan(db: Db): Promise<PlanVersion | undefined> {
  return db.maybeOne<PlanVersion>(sql`
    select plan_versions.* from billing.plan_versions join billing.plans on code = plan_code
    where is_trial order by version desc limit 1`);
}

/** A plan's place from the smallest to the largest; 0 for a plan that does not exist. */
export async function loadPosition(db: Db, code: string): Promise<number> {
  const plan = await db.maybeOne<{ position: number }>(
    sql`select position from billing.plans where code = ${code}`,
  );
  return plan?.position ?? 0;
}

/** A new plan, as the largest; its first version follows in the same transaction. */
export async function insertPlan(
  { tx }: StaffTxContext,
  { code, is_offered }: { code: string; is_offered: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into billing.plans (code, position, is_offered)
    values (${code}, (select coalesce(max(position), 0) + 1 from billing.plans), ${is_offered})`);
}

/** Sold from now on; those before it stay with who has them. */
export async function insertPlanVersion(
  { tx, by, now }: StaffTxContext,
  { code, version, terms }: { code: string; version: number; terms: PlanTerms },
): Promise<void> {
  await tx.run(sql`
    insert into billing.plan_versions (id, plan_code, version, name_ar, name_en, description_ar, description_en,
      price_1_halalas, price_3_halalas, price_6_halalas, price_12_halalas, writer_words, designer_pictures, rules,
      messages, consultations, ai_campaigns, members, landing_pages, created_at, created_by)
    values (${newId("plv")}, ${code}, ${version}, ${terms.name_ar}, ${terms.name_en}, ${terms.description_ar},
      ${terms.description_en}, ${terms.price_1_halalas}, ${terms.price_3_halalas}, ${terms.price_6_halalas},
      ${terms.price_12_halalas}, ${terms.writer_words}, ${terms.designer_pictures}, ${terms.rules}, ${terms.messages},
      ${terms.consultations},
      ${terms.ai_campaigns}, ${terms.members}, ${terms.landing_pages}, ${now}, ${by.id})`);
}

/** After a change of the plan or of its terms. */
export async function savePlan(
  { tx }: StaffTxContext,
  { code, is_offered }: { code: string; is_offered: boolean },
): Promise<void> {
  await tx.run(sql`
    update billing.plans set is_offered = ${is_offered}, revision = revision + 1 where code = ${code}`);
}

/** All plans in their new order. A plan that moves has another revision. */
export async function savePlanPositions({ tx }: StaffTxContext, codes: readonly string[]): Promise<void> {
  await tx.run(sql`
    update billing.plans set position = ordered.position, revision = revision + 1
    from unnest(${[...codes]}::text[]) with ordinality as ordered (code, position)
    where plans.code = ordered.code and plans.position <> ordered.position`);
}
