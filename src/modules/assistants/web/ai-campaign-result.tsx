import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import type { Plan, PlanChange, PlanResult } from "../contract/plan-shapes.ts";
import classes from "./ai-campaign.module.css";
import { ChangeSentence, listChips, PlanChips } from "./change-parts.tsx";
import { ExpectedResults } from "./expected-card.tsx";
import { PlanDifference } from "./plan-difference.tsx";
import { Budget, Choice, Split, Texts, usePlacesText } from "./plan-parts.tsx";
import { useChangePlan, useUndoPlan } from "./planner.queries.ts";
import { call } from "./planner-calls.ts";
import { ProductPicture } from "./product-chip.tsx";

type Props = { plan: Plan; result: PlanResult; linked: readonly Platform[] };

/** A plan's choices with their reasons, each of which can be asked for again, and the way into the campaign form. */
export function PlannedDraft({ plan, result, linked }: Props) {
  const { t } = useTranslation("assistants");
  const engine = plan.engine === "built_in" ? t("engine.built_in") : plan.engine;
  return (
    <Card title={t("planner.ready")} aside={<span>{t("engine.written_by", { engine })}</span>}>
      <p className={classes.said}>
        <UserText>{plan.description}</UserText>
      </p>
      <Choices plan={plan} result={result} linked={linked} />
      <Ending plan={plan} result={result} />
    </Card>
  );
}

function Choices({ plan, result, linked }: Props) {
  const { t } = useTranslation("assistants");
  const toPlaces = usePlacesText();
  const [before, setBefore] = useState<PlanResult | null>(null);
  const change = useChangePlan(plan);
  const undo = useUndoPlan(plan);
  const isBusy = change.isPending || undo.isPending;
  const ask = (wanted: PlanChange) => {
    setBefore(result);
    change.mutate(wanted, { onError: ({ message }) => notify(message, "error") });
  };
  const chips = plan.is_edited ? null : listChips(result, linked);
  const toActions = (of: keyof NonNullable<typeof chips>) =>
    chips ? <PlanChips chips={chips[of]} isBusy={isBusy} onAsk={ask} /> : null;
  const { audience, places, budget, split, product } = result.choices;
  return (
    <>
      {chips ? <ChangeSentence plan={plan} onAsk={() => setBefore(result)} /> : null}
      <div aria-live="polite" className={classes.rest}>
        {before && before !== result ? <PlanDifference before={before} after={result} /> : null}
        {plan.can_undo ? (
          <Button
            variant="default"
            size="sm"
            loading={undo.isPending}
            disabled={isBusy}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => {
              setBefore(null);
              undo.mutate();
            }}
          >
            {t("planner.undo")}
          </Button>
        ) : null}
      </div>
      <div className={classes.choices}>
        <Choice name={t("planner.product")} reasons={product.reasons}>
          <span className={classes.product}>
            <ProductPicture url={plan.picture_url} />
            <UserText>{product.name}</UserText>
          </span>
        </Choice>
        <Choice name={t("planner.audience")} reasons={audience.reasons} actions={toActions("audience")}>
          {t(`planner.genders.${audience.gender}`)}
        </Choice>
        <Choice name={t("planner.places")} reasons={places.reasons} actions={toActions("places")}>
          {toPlaces(places)}
        </Choice>
        <Choice name={t("planner.budget")} reasons={budget.reasons} actions={toActions("budget")}>
          <Budget budget={budget} />
        </Choice>
        <Choice name={t("planner.platforms")} reasons={split.reasons} actions={toActions("split")}>
          <Split split={split} daily={budget.daily_halalas ?? 0} />
        </Choice>
        <Choice name={t("planner.expected")}>
          <ExpectedResults expected={result.expected} />
        </Choice>
        <Choice name={t("planner.ads")} actions={toActions("texts")}>
          <Texts texts={result.texts} />
          {result.discount_left_out ? <p className={classes.quiet}>{t("planner.no_discount")}</p> : null}
          <p className={classes.quiet}>
            {t("planner.ads_count", { count: result.texts.length })} · {t("words", { count: plan.words })}
          </p>
        </Choice>
      </div>
    </>
  );
}

/** What was mended, what is still to be added, and the button that opens the draft with its pictures. */
function Ending({ plan, result }: Omit<Props, "linked">) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const list = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  const open = useOpenPlan(plan);
  const { mended, left } = result;
  const isPicture = ({ field }: PlanResult["left"][number]) => field.endsWith("media_id");
  const hasPicture = plan.picture_url !== null;
  const shown = hasPicture ? left.filter((one) => !isPicture(one)) : left;
  const platforms = [...new Set(shown.flatMap(({ platform }) => platform ?? []))].map((platform) =>
    t(`ad_accounts:platforms.${platform}`),
  );
  return (
    <div className={classes.rest}>
      {mended > 0 ? <p className={classes.quiet}>{t("planner.mended", { count: mended })}</p> : null}
      {shown.length > 0 ? (
        <Banner tone="waiting" title={t("planner.left")}>
          {t(shown.every(isPicture) ? "planner.left_pictures" : "planner.left_fields", {
            platforms: list.format(platforms),
          })}
        </Banner>
      ) : null}
      {hasPicture && left.some(isPicture) ? (
        <p className={classes.quiet}>{t("planner.picture_taken")}</p>
      ) : null}
      {plan.is_edited ? <p className={classes.quiet}>{t("planner.edited")}</p> : null}
      <Button color="clay" size="md" loading={open.isPending} onClick={() => open.mutate()}>
        {t("planner.open")}
      </Button>
      <p className={classes.quiet}>{t("planner.kept")}</p>
    </div>
  );
}

/** Opens the draft, with the product's or page's picture in its ads where it can be had. */
function useOpenPlan({ id }: Plan) {
  const { t } = useTranslation("assistants");
  const open = useOpenDraft();
  return useMutation({
    mutationFn: async () => {
      const { draft_id, missing } = await call("POST Clients/CampaignPlanner/plans/{id}/pictures", {
        params: { id },
      });
      if (missing === "not_read") notify(t("planner.picture_not_read"), "info");
      await open.mutateAsync(draft_id).catch(() => {}); // it has said why
    },
  });
}
