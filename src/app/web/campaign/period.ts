import { useNavigate, useSearch } from "@tanstack/react-router";

/** Periods a merchant may look at, in Riyadh days up to today. */
export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

/** The period an address asks for; anything but one of ours is the usual month. */
export function readPeriod(days: unknown): Period {
  return periods.find((period) => String(period) === String(days)) ?? 30;
}

/** The chosen period stands in the address, so that a link or the back button brings the same figures. */
export function usePeriod(): [Period, (period: Period) => void] {
  const { days } = useSearch({ strict: false }) as { days?: unknown };
  const navigate = useNavigate();
  const choose = (period: Period) =>
    void navigate({ to: ".", search: period === 30 ? {} : { days: period }, replace: true });
  return [readPeriod(days), choose];
}
