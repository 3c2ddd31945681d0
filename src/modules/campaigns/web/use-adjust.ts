import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { ChangeRow } from "../contract/changes.calls.ts";
import type { CampaignDetails, CampaignFields } from "../contract/shapes.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";
import { showCampaignAtOnce } from "./show-at-once.ts";

/** What is changed in place on a campaign's page. */
export type Adjustment = Partial<
  Pick<CampaignFields, "name" | "daily_budget_halalas" | "starts_at" | "ends_at">
>;

/**
 * Changes a campaign in place: shown at once, and taken back when the server refuses. The caller shows the refusal at
 * the field.
 */
export function useAdjustCampaign(id: string) {
  const client = useQueryClient();
  const language = useLanguage();
  return useMutation({
    mutationFn: (fields: Adjustment) => sendAdjustment(id, fields),
    onMutate: (fields) =>
      showCampaignAtOnce(client, { id, language, change: (campaign) => withFields(campaign, fields) }),
    onError: (_error, _fields, restore) => restore?.(),
    onSettled: () => refresh(client),
  });
}

/** Once however often it is pressed; the caller shows a refusal. */
export async function sendAdjustment(id: string, fields: Adjustment) {
  const key = idempotencyKey(`campaigns.adjust.${id}`);
  const answer = await call("PATCH Clients/Campaigns/{id}", {
    params: { id },
    body: fields,
    idempotencyKey: key.for(fields),
    quiet: true,
  });
  key.done();
  return answer;
}

/** The platform has not confirmed it yet. */
export const withFields = (
  campaign: CampaignDetails,
  { starts_at, ...fields }: Adjustment,
): CampaignDetails => ({
  ...campaign,
  ...fields,
  ...(starts_at ? { starts_at, starts_at_once: false } : {}),
  sync: campaign.sync === "synced" ? "pending" : campaign.sync,
});

/** Renames an ad group in place. */
export function useRenameAdGroup(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const key = idempotencyKey(`campaigns.rename.${id}`);
      const answer = await call("PATCH Clients/AdGroups/{id}", {
        params: { id },
        body: { name },
        idempotencyKey: key.for(name),
        quiet: true,
      });
      key.done();
      return answer;
    },
    onSettled: () => refresh(client),
  });
}

type UndoneChange = Pick<ChangeRow, "id" | "campaign_id" | "subject_id">;

/** Takes a change of the log back, a campaign's or the plan's own; the caller shows a refusal. */
export function useUndoChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id: change, campaign_id: campaignId, subject_id }: UndoneChange) => {
      const key = idempotencyKey(`campaigns.undo.${change}`);
      const sent = { idempotencyKey: key.for(change), quiet: true };
      if (campaignId === null)
        await call("POST Clients/Plans/{id}/changes/{change}/undo", {
          params: { id: subject_id, change },
          ...sent,
        });
      else
        await call("POST Clients/Campaigns/{id}/changes/{change}/undo", {
          params: { id: campaignId, change },
          ...sent,
        });
      key.done();
    },
    onSettled: () => refresh(client),
  });
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: campaignsKeys.all });
