import { z } from "zod";
import { defineCalls, riyadhDay } from "#base/shared/contract.ts";
import { costFactorBounds, phaseKeys, seasonKeys } from "./season-keys.ts";

const phase = z.object({
  key: z.enum(phaseKeys),
  from: riyadhDay,
  to: riyadhDay.describe("included"),
  cost_factor: z.number().int().describe("basis points of the usual cost of a result: 13000 is 30 % more"),
});

const seasonRow = z.object({
  key: z.enum(seasonKeys),
  starts_on: riyadhDay,
  ends_on: riyadhDay.describe("included"),
  hijri_year: z.number().int().nullable().describe("its days may still move by one, as the moon is sighted"),
  phases: z.array(phase),
});
export type SeasonRow = z.infer<typeof seasonRow>;

const monthRow = z.object({
  hijri_year: z.number().int(),
  hijri_month: z.number().int(),
  shift_days: z.number().int(),
  starts_on: riyadhDay.describe("as corrected"),
});
const factorRow = z.object({
  season: z.enum(seasonKeys),
  phase: z.enum(phaseKeys),
  factor_basis_points: z.number().int(),
  is_default: z.boolean(),
});
const calendar = z.object({ months: z.array(monthRow), cost_factors: z.array(factorRow) });
export type CalendarRow = z.infer<typeof calendar>;

const factor = z.number().int().min(costFactorBounds.min).max(costFactorBounds.max);

export const seasonsCalls = defineCalls({
  "GET Clients/Seasons/index": {
    summary: "The seasons of the next half year, those that run now included, the earliest first",
    access: { subject: "season", action: "read" },
    answer: z.object({ today: riyadhDay, items: z.array(seasonRow) }),
  },
  "GET Staff/Seasons/index": {
    summary: "The beginnings of the Hijri months of the next two years, and the expected costs of all phases",
    access: { subject: "season_calendar", action: "read" },
    answer: calendar,
  },
  "PUT Staff/Seasons/month": {
    summary:
      "Moves the beginning of a Hijri month by a day, as it was announced; 0 takes the table's day again",
    access: { subject: "season_calendar", action: "manage" },
    body: z.object({
      hijri_year: z.number().int(),
      hijri_month: z.number().int().min(1).max(12),
      shift_days: z.number().int().min(-1).max(1),
    }),
    answer: calendar,
    refusals: ["seasons.month_not_in_table", "seasons.month_length_not_possible"],
  },
  "PUT Staff/Seasons/cost-factor": {
    summary: "Sets what a result is expected to cost in a phase; null takes the product's own value again",
    access: { subject: "season_calendar", action: "manage" },
    body: z.object({
      season: z.enum(seasonKeys),
      phase: z.enum(phaseKeys),
      factor_basis_points: factor.nullable(),
    }),
    answer: calendar,
    refusals: ["seasons.phase_unknown"],
  },
});

export type SeasonsCalls = typeof seasonsCalls;
