import { useMutation, useQueryClient } from "@tanstack/react-query";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import type { AdFields, AdGroupFields } from "../contract/shapes.ts";
import type { CampaignChange } from "../domain/edit.ts";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

/**
 * Every save is sent with an idempotency key that is stored first: a second press or a reload repeats it without a
 * duplicate.
 */
async function once<Answer>(purpose: string, body: unknown, send: (key: string) => Promise<Answer>) {
  const key = idempotencyKey(`campaigns.${purpose}`);
  const answer = await send(key.for(body));
  key.done();
  return answer;
}

/** `onSaved` is called also when the page was left meanwhile, after the new values were read. */
function useSaving<Body, Answer>(save: (body: Body) => Promise<Answer>, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: campaignsKeys.all });
      onSaved();
    },
  });
}

export function useEditCampaign(id: string, onSaved: () => void) {
  return useSaving(
    (body: CampaignChange) =>
      once(`edit.${id}`, body, (idempotencyKey) =>
        call("PUT Clients/Campaigns/{id}", { params: { id }, body, idempotencyKey, quiet: true }),
      ),
    onSaved,
  );
}

/** Adds an ad group to the campaign, or changes the given one. */
export function useSaveAdGroup(campaignId: string, adGroupId: string | null, onSaved: () => void) {
  return useSaving(
    (fields: AdGroupFields) =>
      once(`ad-group.${adGroupId ?? campaignId}`, fields, (idempotencyKey) =>
        adGroupId === null
          ? call("POST Clients/AdGroups/create", {
              body: { ...fields, campaign_id: campaignId },
              idempotencyKey,
              quiet: true,
            })
          : call("PUT Clients/AdGroups/{id}", {
              params: { id: adGroupId },
              body: fields,
              idempotencyKey,
              quiet: true,
            }),
      ),
    onSaved,
  );
}

/** Adds an ad to the ad group, or changes the given one. */
export function useSaveAd(adGroupId: string, adId: string | null, onSaved: () => void) {
  return useSaving(
    (fields: AdFields) =>
      once(`ad.${adId ?? adGroupId}`, fields, (idempotencyKey) =>
        adId === null
          ? call("POST Clients/Ads/create", {
              body: { ...fields, ad_group_id: adGroupId },
              idempotencyKey,
              quiet: true,
            })
          : call("PUT Clients/Ads/{id}", { params: { id: adId }, body: fields, idempotencyKey, quiet: true }),
      ),
    onSaved,
  );
}
