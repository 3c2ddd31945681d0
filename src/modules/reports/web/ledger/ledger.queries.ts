import { queryOptions } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { ReportsCalls } from "../../contract/reports.calls.ts";
import { reportsKeys } from "../reports.queries.ts";

const call = makeCaller<ReportsCalls>();

/** Where an entry's money comes from. Figures of its day may still change. */
export const ledgerChainQuery = (number: string) =>
  queryOptions({
    queryKey: [...reportsKeys.all, "ledger-chain", number],
    queryFn: ({ signal }) =>
      call("GET Clients/Reports/ledger-chain/{number}", {
        params: { number },
        signal,
        quiet: true,
      }),
  });
