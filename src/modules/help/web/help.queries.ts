import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { HelpCalls } from "../contract/help.calls.ts";

const call = makeCaller<HelpCalls>();

/** The list of pages, and what the words find. */
export function useHelpIndex(q: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ["help", language, "index", q],
    queryFn: ({ signal }) => call("GET Clients/Help/index", { query: { q }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useHelpPage(slug: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ["help", language, "page", slug],
    queryFn: ({ signal }) => call("GET Clients/Help/pages/{slug}", { params: { slug }, signal, quiet: true }),
    enabled: slug !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
}
