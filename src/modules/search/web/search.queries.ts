import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { SearchCalls } from "../contract/search.calls.ts";
import type { SearchKind } from "../contract/search-kinds.ts";

const call = makeCaller<SearchCalls>();

/** What is found stays on the screen while the next letters are searched for. */
export function useSearchResults(q: string, kind?: SearchKind) {
  const language = useLanguage();
  return useQuery({
    queryKey: ["search", language, q, kind ?? null],
    queryFn: ({ signal }) =>
      call("GET Clients/Search/index", { query: { q, ...(kind ? { kind } : {}) }, signal, quiet: true }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}
