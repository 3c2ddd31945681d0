import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { filterNames, type ReportState, readReportState, toReportSearch } from "./report-state.ts";

type Patch = { [Name in keyof ReportState]?: ReportState[Name] | undefined };

/** The reports' state is in the address, so that it can be bookmarked, shared and restored by the back button. */
export function useReportState() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const state = useMemo(() => readReportState(search), [search]);
  const navigate = useNavigate();
  const go = (patch: Patch, replace = false) =>
    void navigate({
      to: "/reports",
      search: toReportSearch({ ...state, ...patch } as ReportState),
      replace,
      resetScroll: false,
    });
  return {
    state,
    /** Another period or filter is a step that Back undoes. */
    change: (patch: Patch) => go(patch),
    /** Another order of the same rows is none. */
    adjust: (patch: Patch) => go(patch, true),
    clearFilters: () => go(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
  };
}

export type UseReportState = ReturnType<typeof useReportState>;
