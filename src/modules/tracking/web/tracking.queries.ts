import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { fetchFile } from "#base/web/data/download.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { ManualPlatform } from "../contract/link-enums.ts";
import type { LinkDetails } from "../contract/link-shapes.ts";
import { call } from "./tracking-calls.ts";

/** Query keys begin with the module's name. Reports hold the language, in which places are named. */
export const trackingKeys = {
  all: ["tracking"] as const,
  list: (query: object) => ["tracking", "index", query] as const,
  link: (id: string) => ["tracking", "one", id] as const,
  report: (id: string, query: object, language: string) =>
    ["tracking", "report", id, query, language] as const,
  changes: (id: string) => ["tracking", "changes", id] as const,
  qr: (id: string) => ["tracking", "qr", id] as const,
  landing: (fields: object) => ["tracking", "landing", fields] as const,
  options: ["tracking", "options"] as const,
  domains: ["tracking", "domains"] as const,
  abuse: ["tracking", "abuse"] as const,
};

const quiet = true;

/** The links that a filter finds, page after page; old rows stay while new ones load. */
export const useLinks = (query: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: trackingKeys.list(query),
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Tracking/index", {
        query: { ...query, size: 25, ...(pageParam ? { after: pageParam } : {}) },
        signal,
        quiet,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const useLink = (id: string) =>
  useQuery({
    queryKey: trackingKeys.link(id),
    queryFn: ({ signal }) => call("GET Clients/Tracking/{id}", { params: { id }, signal, quiet }),
  });

export function useLinkReport(id: string, query: { from: string; to: string }) {
  const language = useLanguage();
  return useQuery({
    queryKey: trackingKeys.report(id, query, language),
    queryFn: ({ signal }) =>
      call("GET Clients/Tracking/{id}/report", { params: { id }, query, signal, quiet }),
    placeholderData: keepPreviousData,
  });
}

export const useLinkChanges = (id: string) =>
  useInfiniteQuery({
    queryKey: trackingKeys.changes(id),
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Tracking/{id}/changes", {
        params: { id },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
        quiet,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

/** A link's QR code as a picture for the screen. */
export const qrQuery = (id: string) =>
  queryOptions({
    queryKey: trackingKeys.qr(id),
    queryFn: ({ signal }) =>
      fetchFile("GET Clients/Tracking/{id}/qr", { params: { id }, query: { format: "svg" }, signal }),
  });

type LandingFields = { destination_url: string; platform: ManualPlatform; utm: LinkDetails["utm"] };

/** Where a link with these fields would lead; an address that is not the store's is refused. */
export const landingQuery = (body: LandingFields) =>
  queryOptions({
    queryKey: trackingKeys.landing(body),
    queryFn: ({ signal }) => call("POST Clients/Tracking/preview", { body, signal, quiet }),
    enabled: body.destination_url !== "",
    retry: false,
  });

/** What the form offers. */
export const useLinkOptions = () =>
  useQuery({
    queryKey: trackingKeys.options,
    queryFn: ({ signal }) => call("GET Clients/Tracking/options", { signal, quiet }),
  });

export const useDomains = () =>
  useQuery({
    queryKey: trackingKeys.domains,
    queryFn: ({ signal }) => call("GET Clients/Tracking/domains", { signal, quiet }),
  });

/** Open reports of abuse, for our staff. */
export const useAbuseReports = () =>
  useInfiniteQuery({
    queryKey: trackingKeys.abuse,
    queryFn: ({ pageParam, signal }) =>
      call("GET Staff/Tracking/reports", { query: pageParam ? { after: pageParam } : {}, signal, quiet }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
