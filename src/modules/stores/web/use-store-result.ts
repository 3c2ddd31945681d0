import { useSearch } from "@tanstack/react-router";
import { type ConnectResult, connectResults } from "../contract/words.ts";

/** How the merchant came back from the consent page, as the address tells it; null on any other visit. */
export function useStoreResult(): ConnectResult | null {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  return connectResults.find((known) => known === search.store_result) ?? null;
}
