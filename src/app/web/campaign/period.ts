import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Period } from "#base/shared/period.ts";
import { parseRiyadhDay } from "#base/shared/riyadh-day.ts";

/** Periods that are one tap away, in Riyadh days up to today. */
export const presets = [7, 30, 90] as const;
type Preset = (typeof presets)[number];
export type ChosenPeriod = { days: Preset } | Period;

/** The period in an address: one of ours, or two days in their order; anything else is the default month. */
export function readPeriod({ days, from, to }: Record<string, unknown>): ChosenPeriod {
  const [first, last] = [from, to].flatMap((day) => parseRiyadhDay(String(day)) ?? []).sort();
  if (first && last) return { from: first, to: last };
  return { days: presets.find((preset) => String(preset) === String(days)) ?? 30 };
}

const isDefault = (period: ChosenPeriod) => "days" in period && period.days === 30;

/** The chosen period is part of the address, so that a link or the back button restores the same figures. */
export function usePeriod(): [ChosenPeriod, (period: ChosenPeriod) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const choose = (period: ChosenPeriod) =>
    void navigate({ to: ".", search: isDefault(period) ? {} : period, replace: true });
  return [readPeriod(search), choose];
}
