import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { checkDraft } from "../../domain/check-draft.ts";
import { startFromProduct } from "../../domain/start-from-product.ts";
import { toStoreUrl } from "../use-choices.ts";
import { findStep } from "./fields-by-step.ts";
import classes from "./form.module.css";
import { ProductList } from "./product-list.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { useFirstChoices } from "./use-first-choices.ts";

type Props = { form: CampaignFormState; title: string; lead?: ReactNode; onByHand: () => void };

/** The first question of a first campaign: which product. One tap writes the whole campaign, to be looked over. */
export function ProductStart({ form, title, lead, onByHand }: Props) {
  const { t } = useTranslation("campaigns_form");
  useFirstChoices(form);
  const start = useProductStart(form);
  return (
    <div>
      <PageHeader title={title} lead={lead} />
      <div className={classes.stack}>
        <Card title={t("quick.which_product")}>
          <p className={classes.soft}>{t("quick.product_words")}</p>
          <ProductList storeId={form.draft.campaign.store_id} onChoose={start} />
        </Card>
        <Button variant="subtle" leftSection={<IconPencil size={18} aria-hidden />} onClick={onByHand}>
          {t("quick.by_hand")}
        </Button>
      </div>
    </div>
  );
}

/** Writes the campaign from a product, and opens its review; or first the step of what no default can be found for. */
export function useProductStart(form: CampaignFormState): (product: ProductAnswer) => void {
  const stores = useStores().data ?? [];
  return (product) => {
    const store = stores.find(({ id }) => id === product.store_id);
    const about = {
      ...product,
      url: product.url ?? (store ? toStoreUrl(store) : null),
      store_name: store?.name ?? "",
    };
    const started = startFromProduct(form.draft, about, form.context);
    const missing = checkDraft(started, form.context).find(({ field }) => !field.endsWith(".media_id"));
    form.update((draft) => startFromProduct(draft, about, form.context));
    form.goTo((missing && findStep(missing.field)) ?? "review");
  };
}
