import { useNavigate, useSearch } from "@tanstack/react-router";
import { parseRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { homeComparisons } from "#modules/reports/contract/home-scope.ts";
import type { HomeScope } from "#modules/reports/web/reports.queries.ts";

/** Periods that are one tap away, in Riyadh days up to today. */
export const homePresets = [7, 30, 90] as const;
const usualDays = 30;

/** Home's period, comparison, store and platform in an address; what is unknown is as usual. */
export function readHomeScope(found: Record<string, unknown>): HomeScope {
  const [from, to] = [found.from, found.to].flatMap((day) => parseRiyadhDay(String(day)) ?? []).sort();
  const days = homePresets.find((preset) => String(preset) === String(found.days)) ?? usualDays;
  const compare = homeComparisons.find((one) => one === found.compare && one !== "previous");
  const platform = platforms.find((one) => one === found.platform);
  const store = found.store === undefined ? "" : String(found.store).slice(0, 60);
  return {
    ...(from && to ? { from, to } : { days }),
    ...(compare ? { compare } : {}),
    ...(store === "" ? {} : { store_id: store }),
    ...(platform ? { platform } : {}),
  };
}

/** As short as it can be: what is usual is not in the address. */
export function writeHomeScope({ store_id, ...scope }: HomeScope): Record<string, string | number> {
  const { days, ...rest } = { days: usualDays, ...scope };
  return {
    ...(days === usualDays || "from" in scope ? {} : { days }),
    ...rest,
    ...(store_id ? { store: store_id } : {}),
  };
}

export type ScopePatch = {
  period?: { days: number } | { from: string; to: string };
  compare?: (typeof homeComparisons)[number];
  store_id?: string | null;
  platform?: Platform | null;
};

/** The scope in the address, so that a link and the back button restore the same figures. */
export function useHomeScope(): [HomeScope, (patch: ScopePatch) => void] {
  const scope = readHomeScope(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (patch: ScopePatch) => {
    const { compare, store_id, platform, ...period } = scope;
    const next = {
      ...(patch.period ?? period),
      compare: patch.compare ?? compare,
      store_id: patch.store_id === undefined ? store_id : (patch.store_id ?? undefined),
      platform: patch.platform === undefined ? platform : (patch.platform ?? undefined),
    };
    const known = Object.fromEntries(
      Object.entries(next).filter(
        ([name, value]) => value !== undefined && !(name === "compare" && value === "previous"),
      ),
    ) as HomeScope;
    void navigate({ to: "/", search: writeHomeScope(known), replace: true, resetScroll: false });
  };
  return [scope, change];
}
