import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type {
  CustomReport,
  CustomReportsCalls,
  ReportDefinition,
} from "../../contract/custom-reports.calls.ts";
import { reportsKeys } from "../reports.queries.ts";

const call = makeCaller<CustomReportsCalls>();

/** Other days than the report's own, from the address. */
export type Days = { from?: string | undefined; to?: string | undefined };

const keys = {
  list: [...reportsKeys.custom, "list"] as const,
  pinned: (language: string) => [...reportsKeys.custom, "pinned", language] as const,
  one: (id: string) => [...reportsKeys.custom, "one", id] as const,
};

/** One's own reports and those that are shared, page after page. */
export const useCustomReports = () =>
  useInfiniteQuery({
    queryKey: keys.list,
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Reports/custom", {
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** The reports on the member's home. */
export function usePinnedReports() {
  const language = useLanguage();
  return useQuery({
    queryKey: keys.pinned(language),
    queryFn: ({ signal }) => call("GET Clients/Reports/custom-pinned", { signal, quiet: true }),
  });
}

export const useCustomReport = (id: string) =>
  useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call("GET Clients/Reports/custom/{id}", { params: { id }, signal, quiet: true }),
  });

/** A saved report's figures, page after page. */
export function useCustomFigures(id: string, days: Days) {
  const language = useLanguage();
  return useInfiniteQuery({
    queryKey: [...reportsKeys.custom, "figures", id, days, language],
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Reports/custom/{id}/figures", {
        params: { id },
        query: { ...days, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** The figures of a report that is being composed, or another view of a saved one; nothing without a measure. */
export function usePreview(definition: ReportDefinition, { size, ...days }: Days & { size: number }) {
  const language = useLanguage();
  return useQuery({
    queryKey: [...reportsKeys.custom, "preview", definition, days, size, language],
    queryFn: ({ signal }) =>
      call("POST Clients/Reports/custom/preview", {
        body: { definition, ...days, size },
        signal,
        quiet: true,
      }),
    enabled: definition.measures.length > 0,
    placeholderData: keepPreviousData,
  });
}

type Draft = { name: string; definition: ReportDefinition };

/** Saves a new report once, however often it is pressed; or changes one. */
export function useSaveReport(id: string | null, onSaved: (report: CustomReport) => void) {
  const settle = useSettle();
  return useMutation({
    mutationFn: async (draft: Draft) => {
      if (id !== null)
        return call("PUT Clients/Reports/custom/{id}", { params: { id }, body: draft, quiet: true });
      const key = idempotencyKey("reports.custom");
      const saved = await call("POST Clients/Reports/custom", {
        body: draft,
        idempotencyKey: key.for(draft),
        quiet: true,
      });
      key.done();
      return saved;
    },
    onSuccess: onSaved,
    onSettled: settle,
  });
}

export function useChangeReport(id: string) {
  const settle = useSettle();
  return useMutation({
    mutationFn: (body: { name?: string; is_shared?: boolean }) =>
      call("PUT Clients/Reports/custom/{id}", { params: { id }, body }),
    onSettled: settle,
  });
}

export function usePinReport(id: string) {
  const settle = useSettle();
  return useMutation({
    mutationFn: (isPinned: boolean) =>
      call("PUT Clients/Reports/custom/{id}/pin", { params: { id }, body: { is_pinned: isPinned } }),
    onSettled: settle,
  });
}

export function useCopyReport(id: string, onCopied: (report: CustomReport) => void) {
  const settle = useSettle();
  return useMutation({
    mutationFn: async (name: string) => {
      const key = idempotencyKey(`reports.copy.${id}`);
      const body = { name };
      const copy = await call("POST Clients/Reports/custom/{id}/copy", {
        params: { id },
        body,
        idempotencyKey: key.for(body),
      });
      key.done();
      return copy;
    },
    onSuccess: onCopied,
    onSettled: settle,
  });
}

export function useDeleteReport(id: string, onDeleted: () => void) {
  const settle = useSettle();
  return useMutation({
    mutationFn: () => call("DELETE Clients/Reports/custom/{id}", { params: { id } }),
    onSuccess: onDeleted,
    onSettled: settle,
  });
}

export type ScheduleInput = {
  frequency: NonNullable<CustomReport["schedule"]>["frequency"];
  hour: number;
  weekday?: number;
  month_day?: number;
  is_active: boolean;
};

export function useSetSchedule(id: string, onSet: (report: CustomReport) => void) {
  const settle = useSettle();
  return useMutation({
    mutationFn: (body: ScheduleInput) =>
      call("PUT Clients/Reports/custom/{id}/schedule", { params: { id }, body }),
    onSuccess: onSet,
    onSettled: settle,
  });
}

function useSettle() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: reportsKeys.custom });
}

export type CustomFiguresPage = NonNullable<ReturnType<typeof usePreview>["data"]>;
