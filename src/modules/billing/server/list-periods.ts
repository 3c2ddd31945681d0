import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeKeyset, type PageRequest } from "#base/server/db/keyset.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Period } from "./periods.store.ts";

type Found = Period & Row<"billing.plan_versions", "name_ar" | "name_en">;

const newestFirst = makeKeyset<Found>({
  columns: [
    { name: "periods.created_at", type: "timestamptz" },
    { name: "periods.id", type: "text" },
  ],
  order: "desc",
  toPlace: ({ created_at, id }) => [created_at.toISOString(), id],
});

/** All periods of the merchant's subscriptions, newest first. */
export async function listPeriods({ db, actor: { merchantId } }: ReadContext, request: PageRequest) {
  const found = await db.many<Found>(sql`
    select periods.*, name_ar, name_en from billing.periods
    join billing.plan_versions on plan_versions.id = plan_version_id
    where merchant_id = ${merchantId} ${newestFirst.where(request)} ${newestFirst.take(request)}`);
  const { items, next } = newestFirst.split(found, request);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from billing.periods where merchant_id = ${merchantId}`,
  );
  const { page, size } = request;
  return { items: items.map(presentPeriod), page, size, total, next };
}

const presentPeriod = (period: Found) => ({
  id: period.id,
  number: period.number,
  kind: period.kind,
  state: period.state,
  plan_name: { ar: period.name_ar, en: period.name_en },
  duration_months: period.duration_months,
  starts_at: period.starts_at.toISOString(),
  ends_at: period.ends_at.toISOString(),
  price_halalas: period.price_halalas,
  credit_halalas: period.credit_halalas,
  discount_halalas: period.discount_halalas,
  due_halalas: period.due_halalas,
  returned_halalas: period.returned_halalas,
  payment_source: period.payment_source,
  paid_at: period.paid_at?.toISOString() ?? null,
  replaced_at: period.replaced_at?.toISOString() ?? null,
});
