import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InvoiceKind } from "../../contract/invoices.enums.ts";
import { call } from "../billing-calls.ts";

export type InvoiceFilter = { search: string; kind: InvoiceKind | null };

/** Query keys begin with the module's name. */
export const invoicesKeys = {
  lists: ["billing", "invoices"] as const,
  list: (filter: InvoiceFilter) => ["billing", "invoices", filter] as const,
  details: ["billing", "invoice-details"] as const,
};

/** Invoices and credit notes, newest first, page after page. */
export const invoicesQuery = (filter: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: invoicesKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      call("GET Clients/Billing/invoices", {
        query: {
          size: 20,
          ...(pageParam === null ? {} : { after: pageParam }),
          ...(filter.search === "" ? {} : { search: filter.search }),
          ...(filter.kind === null ? {} : { kind: filter.kind }),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Who the invoices are made out to. */
export const buyerDetailsQuery = queryOptions({
  queryKey: invoicesKeys.details,
  queryFn: ({ signal }) => call("GET Clients/Billing/invoice-details", { signal, quiet: true }),
});
