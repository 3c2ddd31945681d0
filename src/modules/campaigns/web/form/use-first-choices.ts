import { useEffect, useEffectEvent, useState } from "react";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { choosePlatforms, setCampaign, setOwn } from "../../domain/edit-draft.ts";
import { getPart } from "../../domain/read-draft.ts";
import { useAdAccountChoices } from "../use-choices.ts";
import { toStoreChoice } from "./store-field.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

/**
 * Preselects the first choices, since most merchants have one of each: in an untouched form the platform of the first
 * linked ad account, and wherever there is only one, the ad account and the store.
 */
export function useFirstChoices({ draft, chosen, update }: CampaignFormState): void {
  const accounts = useAdAccountChoices().data ?? [];
  const stores = useStores().data ?? [];
  const [hasChosen, setChosen] = useState(chosen.length > 0);
  if (!hasChosen && chosen.length > 0) setChosen(true);

  const first = !hasChosen && draft.campaign.name === "" ? accounts[0]?.platform : undefined;
  const only = chosen.flatMap((platform) => {
    const own = accounts.filter((account) => account.platform === platform);
    const account =
      own.length === 1 && getPart(draft, platform).own.ad_account_id === "" ? own[0] : undefined;
    return account ? [{ platform, id: account.id }] : [];
  });
  const store = draft.campaign.store_id === null && stores.length === 1 ? stores[0] : undefined;

  const choose = useEffectEvent(() =>
    update((before) => {
      const platformed = first ? choosePlatforms(before, [first]) : before;
      const linked = only.reduce(
        (next, { platform, id }) => setOwn(next, platform, { ad_account_id: id }),
        platformed,
      );
      return store ? setCampaign(linked, null, toStoreChoice(store, linked.campaign.landing_url)) : linked;
    }),
  );
  const wanted = JSON.stringify([first, only, store?.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chooses again when something else can be preselected
  useEffect(() => {
    if (first || only.length > 0 || store) choose();
  }, [wanted]);
}
