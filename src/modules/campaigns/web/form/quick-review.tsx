import { Button, Modal } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { headlineLimit } from "../../contract/check-ad.ts";
import { setAd, setCampaign } from "../../domain/edit-draft.ts";
import type { DraftAd, DraftAdFields } from "../../domain/plan-draft.ts";
import { Counted } from "./counted.tsx";
import { Fixes } from "./fixes.tsx";
import classes from "./form.module.css";
import { getScopeLimits } from "./plan-audience.tsx";
import { BudgetField } from "./plan-budget-fields.tsx";
import { ProductList } from "./product-list.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { useProductStart } from "./product-start.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { usePlanCost } from "./use-plan-cost.ts";

const prefix = "ad_groups.0.ads.0.";

/** What a first campaign's review lets be changed in place: the ad with its picture, and the budget. */
export function QuickReview({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const ad = form.draft.ad_groups[0]?.ads[0];
  const limits = getScopeLimits(form);
  if (!ad || !limits) return null;
  return (
    <>
      <Card title={t("quick.your_ad")} aside={<OtherProduct form={form} />}>
        <div className={classes.stack}>
          <ProductPicture
            key={ad.product_id}
            form={form}
            ad={ad}
            error={form.errors.errorFor(`${prefix}media_id`)}
          />
          <AdTexts form={form} ad={ad} limits={limits} />
        </div>
      </Card>
      <Card>
        <BudgetField
          form={form}
          onChange={(patch) => form.update((draft) => setCampaign(draft, null, patch), Object.keys(patch))}
        />
      </Card>
    </>
  );
}

type Words = Pick<DraftAdFields, "headline" | "text" | "brand_name">;
type TextsProps = { form: CampaignFormState; ad: DraftAd; limits: Capabilities };

function AdTexts({ form, ad, limits }: TextsProps) {
  const { t } = useTranslation("campaigns_form");
  const { textsCountedBy: counted } = limits;
  const texts = [
    { field: "headline" as const, max: headlineLimit(limits) },
    { field: "text" as const, max: limits.textMax },
    { field: "brand_name" as const, max: limits.brandMax },
  ];
  const change = (patch: Partial<Words>, field: string) =>
    form.update((draft) => setAd(draft, null, ad.key, patch), [prefix + field]);
  return texts.map(({ field, max }) =>
    max > 0 ? (
      <div key={field}>
        <Counted
          label={t(`${field}`)}
          max={max}
          counted={counted}
          value={ad[field]}
          error={form.errors.errorFor(prefix + field)}
          onChange={(words) => change({ [field]: words }, field)}
        />
        <Fixes form={form} field={prefix + field} />
      </div>
    ) : null,
  );
}

/** Another product changes all the words and the picture. */
function OtherProduct({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  const [isOpen, setOpen] = useState(false);
  const start = useProductStart(form);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconPackage size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("quick.other_product")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        fullScreen={isPhone}
        title={<strong>{t("quick.which_product")}</strong>}
        closeButtonProps={{ "aria-label": t("base:close") }}
      >
        <ProductList
          storeId={null}
          onChoose={(product) => {
            setOpen(false);
            start(product);
          }}
        />
      </Modal>
    </>
  );
}

/** Beside the button that starts it: the most it can cost today, and what is held back for that. */
export function CostLine({ form: { settled, context } }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { mostToday, reserve } = usePlanCost(settled, context);
  if (reserve === 0) return null;
  return (
    <p className={classes.costLine} data-line="">
      {t("most_today")} <Money halalas={mostToday} /> · {t("campaigns:reserve")} <Money halalas={reserve} />
    </p>
  );
}
