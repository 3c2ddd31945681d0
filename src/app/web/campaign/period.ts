import { useNavigate, useSearch } from "@tanstack/react-router";

/** Periods a merchant may choose, in Riyadh days up to today. */
export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

/** The period in an address; anything but one of ours is the default month. */
export function readPeriod(days: unknown): Period {
  return periods.find((period) => String(period) === String(days)) ?? 30;
}

/** The chosen period is part of the address, so that a link or the back button restores the same figures. */
export function usePeriod(): [Period, (period: Period) => void] {
  const { days } = useSearch({ strict: false }) as { days?: unknown };
  const navigate = useNavigate();
  const choose = (period: Period) =>
    void navigate({ to: ".", search: period === 30 ? {} : { days: period }, replace: true });
  return [readPeriod(days), choose];
}
