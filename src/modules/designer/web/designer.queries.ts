import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Placement } from "../contract/placements.ts";
import { call, callKit } from "./designer-calls.ts";

export const designerKeys = {
  state: ["designer", "state"] as const,
  list: ["designer", "list"] as const,
  brandKit: ["designer", "brand-kit"] as const,
  design: (id: string) => ["designer", "design", id] as const,
  size: (id: string, placement: Placement, version: number) =>
    ["designer", "size", id, placement, version] as const,
};

/** Pictures that are left. */
export const useDesignerState = () =>
  useQuery({
    queryKey: designerKeys.state,
    queryFn: ({ signal }) => call("GET Clients/DigitalDesigner/state", { signal, quiet: true }),
  });

/** Colours, font, logo and refused phrases. */
export const useBrandKit = () =>
  useQuery({
    queryKey: designerKeys.brandKit,
    queryFn: ({ signal }) => callKit("GET Clients/DigitalDesigner/brand-kit", { signal, quiet: true }),
  });

/** The merchant's designs, the newest first. */
export const useDesigns = () =>
  useInfiniteQuery({
    queryKey: designerKeys.list,
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/DigitalDesigner/designs", {
        query: { size: 24, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

export const useDesign = (id: string) =>
  useQuery({
    queryKey: designerKeys.design(id),
    queryFn: ({ signal }) =>
      call("GET Clients/DigitalDesigner/designs/{id}", { params: { id }, signal, quiet: true }),
    // What is edited here is newer than what a later fetch would bring; other versions are a conflict, which is said.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** How a size of that version came out; the one before stays until the new one is drawn. */
export const useSize = (id: string, placement: Placement, version: number) =>
  useQuery({
    queryKey: designerKeys.size(id, placement, version),
    queryFn: ({ signal }) =>
      call("GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}", {
        params: { id, placement },
        query: { version },
        signal,
        quiet: true,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => (before?.placement === placement ? before : undefined),
  });
