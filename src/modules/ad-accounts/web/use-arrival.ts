import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ConsentResult, consentResults } from "../contract/words.ts";

/** How the merchant came back from the consent page, as the address tells it; null on any other visit. */
export type Arrival = { result: ConsentResult; connectionId: string | null };

export function useArrival(): { arrival: Arrival | null; forget: () => void } {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const result = consentResults.find((known) => known === search.ad_result);
  const connectionId = typeof search.connection === "string" ? search.connection : null;
  return {
    arrival: result ? { result, connectionId } : null,
    forget: () => void navigate({ to: ".", search: {}, replace: true }),
  };
}
