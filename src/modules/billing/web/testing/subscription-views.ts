import { durations } from "../../contract/enums.ts";
import type { Plan, Subscription } from "../billing-calls.ts";

/** A plan as the page receives it, for tests; its price grows with its months. */
export const aPlan = (code: string, monthly: number): Plan => ({
  id: `plv_${code}_1`,
  code,
  name: { ar: `باقة ${code}`, en: `Plan ${code}` },
  description: { ar: "وصف الباقة", en: "What it is for" },
  prices: durations.map((duration_months) => ({
    duration_months,
    price_halalas: monthly * duration_months,
    monthly_halalas: monthly,
  })),
  opens: {
    writer_words: 50_000,
    designer_pictures: 100,
    rules: 20,
    messages: 1_000,
    consultations: 1,
    ai_campaigns: 30,
    members: null,
    landing_pages: 0,
  },
});

/** An active subscription that renews each month, for tests. */
export const aSubscription = (parts: Partial<Subscription> = {}): Subscription => ({
  id: "sub_1",
  state: "active",
  is_open: true,
  plan: aPlan("growth", 24_900),
  duration_months: 1,
  payment_source: "card",
  card_id: null,
  current_starts_at: "2026-11-10T09:00:00.000Z",
  current_ends_at: "2026-12-10T09:00:00.000Z",
  ended_by: null,
  next: { kind: "renews", at: "2026-12-10T09:00:00.000Z", amount_halalas: 24_900 },
  planned_change: null,
  open_period: null,
  trial: null,
  ...parts,
});
