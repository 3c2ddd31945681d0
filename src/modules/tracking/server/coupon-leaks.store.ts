import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";

type Leak = Pick<
  Row<"tracking.coupon_leaks">,
  "coupon_id" | "uses_without_click" | "expected_uses" | "probability"
> & { day: RiyadhDay };

/** Flags the coupon's day, or brings its numbers up to date; true when it was not flagged before. */
export async function upsertLeak({ tx, actor, now }: Context, leak: Leak): Promise<boolean> {
  const { is_new } = await tx.one<{ is_new: boolean }>(sql`
    insert into tracking.coupon_leaks (merchant_id, coupon_id, day, uses_without_click, expected_uses, probability,
      flagged_at)
    values (${actor.merchantId}, ${leak.coupon_id}, ${leak.day}, ${leak.uses_without_click}, ${leak.expected_uses},
      ${leak.probability}, ${now})
    on conflict (merchant_id, coupon_id, day) do update set uses_without_click = excluded.uses_without_click,
      expected_uses = excluded.expected_uses, probability = excluded.probability
    returning xmax = 0 as is_new`);
  return is_new;
}
