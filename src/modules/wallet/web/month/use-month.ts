import { useNavigate, useSearch } from "@tanstack/react-router";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useNow } from "#base/web/runtime/now.ts";

/** A month in Riyadh, "2026-11". */
export type Month = string;

/** The month `count` later; earlier when it is negative. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The month of an address; anything else, and a month that has not begun, is the present one. */
export function readMonth({ month }: Record<string, unknown>, present: Month): Month {
  const isMonth = typeof month === "string" && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month);
  return isMonth && month <= present ? month : present;
}

/** The shown month is part of the address, so that a link or the back button shows the same one. */
export function useMonth() {
  const present = toRiyadhDay(useNow()).slice(0, 7);
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const month = readMonth(search, present);
  return {
    month,
    isPresent: month === present,
    go: (count: number) => {
      const next = addMonths(month, count);
      const { month: _, ...rest } = search;
      void navigate({
        to: ".",
        search: next === present ? rest : { ...rest, month: next },
        resetScroll: false,
      });
    },
  };
}
