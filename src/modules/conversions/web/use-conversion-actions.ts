import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { HealthAnswer } from "../contract/conversions.calls.ts";
import { conversionsKeys } from "./conversions.queries.ts";
import { call } from "./conversions-calls.ts";

/** The settings answer with the whole panel: it is shown at once. */
const keepHealth = (client: QueryClient) => ({
  onSuccess: (health: HealthAnswer) => client.setQueryData(conversionsKeys.health, health),
});

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { send_at: "order" | "delivery"; shares_contacts: boolean }) =>
      call("POST Clients/Conversions/settings", { body }),
    ...keepHealth(client),
  });
}

export function useSwitchDestination() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { ad_account_id: string; is_enabled: boolean }) =>
      call("POST Clients/Conversions/destination", { body }),
    ...keepHealth(client),
  });
}

export function useExcludeBuyers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { ad_account_id: string; is_on: boolean }) =>
      call("POST Clients/Conversions/exclude-buyers", { body }),
    ...keepHealth(client),
  });
}

export function useEraseShopper() {
  return useMutation({
    mutationFn: (contact: string) => call("POST Clients/Conversions/erase", { body: { contact } }),
  });
}
