import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConsentPurpose } from "#base/shared/consent-purposes.ts";
import type { Overview } from "../contract/privacy.calls.ts";
import { call } from "./privacy-calls.ts";

/** Keys begin with the module's name: an event of the module invalidates all of them. */
export const privacyKeys = {
  all: ["privacy"] as const,
  overview: ["privacy", "overview"] as const,
  consents: ["privacy", "consents"] as const,
  looks: ["privacy", "looks"] as const,
};

export const overviewQuery = queryOptions({
  queryKey: privacyKeys.overview,
  queryFn: ({ signal }) => call("GET Clients/Privacy/index", { signal, quiet: true }),
});

const toQuery = (before: number | null) => (before === null ? {} : { before });

export const consentsQuery = infiniteQueryOptions({
  queryKey: privacyKeys.consents,
  queryFn: ({ pageParam, signal }) =>
    call("GET Clients/Privacy/consents", { query: toQuery(pageParam), signal, quiet: true }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
});

export const looksQuery = infiniteQueryOptions({
  queryKey: privacyKeys.looks,
  queryFn: ({ pageParam, signal }) =>
    call("GET Clients/Privacy/looks", { query: toQuery(pageParam), signal, quiet: true }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
});

/** A call that answers with the overview; what else is shown is read again. */
function useChange<Input>(work: (input: Input) => Promise<Overview>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: (overview) => client.setQueryData(privacyKeys.overview, overview),
    onSettled: () => client.invalidateQueries({ queryKey: privacyKeys.all }),
  });
}

export const useRequestExport = () => useChange((_: undefined) => call("POST Clients/Privacy/exports"));

export const useChangeConsent = () =>
  useChange(({ purpose, isGiven }: { purpose: ConsentPurpose; isGiven: boolean }) =>
    call("PUT Clients/Privacy/consents/{purpose}", { params: { purpose }, body: { is_given: isGiven } }),
  );

export const useCancelErasure = () => useChange((_: undefined) => call("DELETE Clients/Privacy/erasure"));

/** With the code from the phone; the caller marks a refusal on its field. */
export const useRequestErasure = () =>
  useChange((code: string) => call("POST Clients/Privacy/erasure", { body: { code }, quiet: true }));
