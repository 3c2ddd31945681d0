import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Where the page before this one ended, for a list that is followed by `after`; nothing where that page is not known, as
 * after a reload: then the page is asked for by its number.
 */
export function findAfter(client: QueryClient, pageBefore: QueryKey): { after?: string } {
  const after = client.getQueryData<{ next?: string | null }>(pageBefore)?.next;
  return after ? { after } : {};
}
