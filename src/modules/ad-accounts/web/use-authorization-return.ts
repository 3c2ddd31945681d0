import { useNavigate, useSearch } from "@tanstack/react-router";
import { type AuthorizationResult, authorizationResults } from "../contract/enums.ts";

/** The result of the authorization the merchant returned from, from the address; null on any other visit. */
export type AuthorizationReturn = { result: AuthorizationResult; connectionId: string | null };

export function useAuthorizationReturn(): {
  authorizationReturn: AuthorizationReturn | null;
  clear: () => void;
} {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const result = authorizationResults.find((known) => known === search.ad_result);
  const connectionId = typeof search.connection === "string" ? search.connection : null;
  return {
    authorizationReturn: result ? { result, connectionId } : null,
    clear: () => void navigate({ to: ".", search: {}, replace: true }),
  };
}
