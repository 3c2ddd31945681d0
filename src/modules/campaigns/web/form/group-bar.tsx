import { useTranslation } from "react-i18next";
import { randomKey } from "#base/web/data/idempotency.ts";
import { planMax } from "../../contract/enums.ts";
import {
  addAd,
  addAdGroup,
  copyAd,
  copyAdGroup,
  moveAd,
  moveAdGroup,
  removeAd,
  removeAdGroup,
} from "../../domain/edit-draft.ts";
import { ItemBar } from "./item-bar.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** A key that no ad group or ad of any draft has. */
const newKey = () => randomKey().slice(0, 40);

/** The plan's ad groups; the one that is shown is selected here, and so is the first of its ads. */
export function GroupBar({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  return (
    <ItemBar
      legend={t("ad_groups")}
      add={t("add_group")}
      callItem={(name) => t("ad_group_called", { name })}
      items={form.draft.ad_groups}
      at={form.selected.group}
      max={planMax.adGroups}
      onSelect={(group) => form.select({ group, ad: 0 })}
      onAdd={() => form.update((draft) => addAdGroup(draft, newKey))}
      onCopy={(key) => form.update((draft) => copyAdGroup(draft, key, newKey))}
      onMove={(key, by) => form.update((draft) => moveAdGroup(draft, key, by))}
      onRemove={(key) => form.update((draft) => removeAdGroup(draft, key))}
    />
  );
}

/** The ads of the shown ad group. */
export function AdBar({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { group: groupAt, ad } = form.selected;
  const group = form.draft.ad_groups[groupAt];
  if (!group) return null;
  return (
    <ItemBar
      legend={t("ads")}
      add={t("campaigns:add_ad")}
      callItem={(name) => t("ad_called", { name })}
      items={group.ads}
      at={ad}
      max={planMax.adsPerGroup}
      onSelect={(at) => form.select({ group: groupAt, ad: at })}
      onAdd={() => form.update((draft) => addAd(draft, group.key, newKey))}
      onCopy={(key) => form.update((draft) => copyAd(draft, key, newKey))}
      onMove={(key, by) => form.update((draft) => moveAd(draft, key, by))}
      onRemove={(key) => form.update((draft) => removeAd(draft, key))}
    />
  );
}
