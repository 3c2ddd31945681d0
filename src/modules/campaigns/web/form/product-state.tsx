import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { productQuery } from "#modules/stores/web/stores.queries.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";

const warnings = {
  out_of_stock: "product_sold_out",
  hidden: "product_is_hidden",
  gone: "product_gone",
} as const;

/** Says when the product that the ad began from cannot be bought now: the ad would pay for clicks that sell nothing. */
export function ProductState({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const { group, ad } = form.selected;
  const id = form.draft.ad_groups[group]?.ads[ad]?.product_id ?? "";
  const product = useQuery(productQuery(id)).data;
  if (!product || product.status === "on_sale") return null;
  return (
    <Banner tone="waiting" title={<UserText>{product.name}</UserText>}>
      {t(warnings[product.status])}
    </Banner>
  );
}
