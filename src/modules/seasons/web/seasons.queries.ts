import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SeasonRow } from "../contract/seasons.calls.ts";
import { type HourPreset, listHourPresets } from "../domain/hour-presets.ts";
import type { Point } from "../domain/prayer-times.ts";
import { call } from "./seasons-calls.ts";

/** The coming seasons change once a day at most. */
export const useSeasons = () =>
  useQuery({
    queryKey: ["seasons", "index"],
    queryFn: ({ signal }) => call("GET Clients/Seasons/index", { signal, quiet: true }),
    select: ({ items }) => items,
  });

/** The seasons that a campaign runs through. `endsAt` null: a month is looked at. */
export function useSeasonsWithin(startsAt: Date, endsAt: Date | null): SeasonRow[] {
  const seasons = useSeasons().data ?? [];
  const monthMs = 30 * 86_400_000;
  const [from, to] = [startsAt, endsAt ?? new Date(startsAt.getTime() + monthMs)].map(toRiyadhDay);
  return seasons.filter(({ starts_on, ends_on }) => starts_on <= (to ?? "") && ends_on >= (from ?? ""));
}

/** Hours by name, for the prayer times of a place and day. Those of Ramadan in Ramadan alone. */
export function useHourPresets({ latitude, longitude }: Point, day: RiyadhDay): HourPreset[] {
  const seasons = useSeasons().data;
  return useMemo(() => {
    const ramadan = seasons?.find(({ key }) => key === "ramadan");
    const isRamadan = ramadan !== undefined && day >= ramadan.starts_on && day <= ramadan.ends_on;
    return listHourPresets({ latitude, longitude }, day, { isRamadan });
  }, [seasons, latitude, longitude, day]);
}
