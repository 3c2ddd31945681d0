import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { CalendarRow } from "../contract/seasons.calls.ts";
import { call } from "./seasons-calls.ts";

const key = ["seasons", "calendar"] as const;

/** What staff may set. */
export const useSeasonCalendar = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET Staff/Seasons/index", { signal, quiet: true }),
  });

/** Moves the beginning of a Hijri month by a day, or back. */
export function useCorrectMonth() {
  const store = useStoreCalendar();
  return useMutation({
    mutationFn: (body: Pick<CalendarRow["months"][number], "hijri_year" | "hijri_month" | "shift_days">) =>
      call("PUT Staff/Seasons/month", { body }),
    onSuccess: store,
  });
}

/** Sets a phase's expected cost, in basis points of the usual one; null takes the product's own again. */
export function useSetCostFactor() {
  const store = useStoreCalendar();
  return useMutation({
    mutationFn: (
      body: Pick<CalendarRow["cost_factors"][number], "season" | "phase"> & {
        factor_basis_points: number | null;
      },
    ) => call("PUT Staff/Seasons/cost-factor", { body }),
    onSuccess: store,
  });
}

function useStoreCalendar() {
  const client = useQueryClient();
  return (calendar: CalendarRow) => {
    client.setQueryData(key, calendar);
    notify(text("seasons:calendar.saved"), "success");
  };
}
