import { useSearch } from "@tanstack/react-router";
import { type ConnectResult, connectResults } from "../contract/enums.ts";

/** The result of an authorization and the store that was connected, from the address; null on any other visit. */
export function useStoreResult(): { result: ConnectResult; storeId: unknown } | null {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const result = connectResults.find((known) => known === search.store_result);
  return result ? { result, storeId: search.store } : null;
}
