import { Button } from "@mantine/core";
import { IconArrowRight, IconPlayerPlay } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { FlowFrame } from "#base/web/kit/stepper.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdGroupFields, AdFields as AdValues, CampaignDetails } from "../../contract/shapes.ts";
import { useCampaignAction } from "../use-campaign-action.ts";
import { useCreateCampaign } from "../use-save.ts";
import { AdFields } from "./ad-fields.tsx";
import { AdPreview } from "./ad-preview.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import { BudgetFields } from "./budget-fields.tsx";
import { CostCard } from "./cost-card.tsx";
import { type CampaignDraft, type Draft, formSteps, toCreateBody } from "./draft.ts";
import { ChangedElsewhere, DraftMenu, DraftSaved } from "./draft-state.tsx";
import { fitTo } from "./fit.ts";
import classes from "./form.module.css";
import { GoalFields } from "./goal-fields.tsx";
import { errorsWithin } from "./problems.ts";
import { Review } from "./review.tsx";
import { useCampaignForm } from "./use-campaign-form.ts";

type Props = {
  title: string;
  /** A line under the title, on the first step only. */
  lead?: ReactNode;
  /**
   * The campaign is saved. `isStarted` false: it stays `created`, to be started later (money or card may be missing).
   */
  onDone: (campaign: CampaignDetails, isStarted: boolean) => void;
};
type Form = ReturnType<typeof useCampaignForm>;

/** Server errors of these fields are cleared when the platform changes. */
const goalFields = ["platform", "placements", "ad_account_id"];

/**
 * A new campaign in four steps, its draft stored in the browser and on the server. Used by the campaigns page and by the first-campaign
 * flow.
 */
export function CampaignForm({ title, lead, onDone }: Props) {
  const { t } = useTranslation("campaigns");
  const form = useCampaignForm();
  const { step } = form;
  const { campaign, ad } = form.draft;
  const launch = useLaunch(form, onDone);
  return (
    <FlowFrame
      title={title}
      lead={step === "goal" ? lead : undefined}
      steps={formSteps.map((key) => ({ key, title: t(`form.steps.${key}`) }))}
      current={step}
      aside={
        <>
          {step === "ad" || step === "review" ? (
            <Card title={t("form.preview")}>
              <AdPreview ad={ad} limits={getCapabilities(campaign.platform, campaign.placements)} />
            </Card>
          ) : null}
          {step === "ad" ? null : <CostCard campaign={campaign} />}
        </>
      }
      actions={
        <>
          <DraftSaved at={form.stored.savedAt} />
          {step === "goal" ? null : (
            <Button variant="default" disabled={launch.doing !== null} onClick={form.back}>
              {t("form.back")}
            </Button>
          )}
          {step === "review" ? (
            <LastButtons launch={launch} />
          ) : (
            <Button
              onClick={form.next}
              rightSection={<IconArrowRight size={18} aria-hidden className="turns" />}
            >
              {t("form.next")}
            </Button>
          )}
          <DraftMenu savedAt={form.stored.savedAt} onClear={form.clear} />
        </>
      }
    >
      <div className={classes.stack}>
        <ChangedElsewhere stored={form.stored} />
        <StepFields form={form} />
      </div>
    </FlowFrame>
  );
}

function StepFields({ form }: { form: Form }) {
  const { t } = useTranslation("campaigns");
  const { step } = form;
  const { campaign, adGroup, ad } = form.draft;
  const { errorFor } = form.errors;
  const updateCampaign = (patch: Partial<CampaignDraft>) =>
    form.update((draft) => ({ ...draft, campaign: { ...draft.campaign, ...patch } }), Object.keys(patch));
  const updateAdGroup = (patch: Partial<AdGroupFields>) =>
    form.update(
      (draft) => ({ ...draft, adGroup: { ...draft.adGroup, ...patch } }),
      Object.keys(patch).map((field) => `ad_group.${field}`),
    );
  const updateAd = (patch: Partial<AdValues>) =>
    form.update(
      (draft) => withAd(draft, patch),
      Object.keys(patch).map((field) => `ad_group.ad.${field}`),
    );
  const { platform, placements } = campaign;
  if (step === "goal")
    return (
      <Card>
        <GoalFields
          value={campaign}
          dropped={form.draft.dropped}
          onChange={updateCampaign}
          onMove={(to, places) => form.update((draft) => moveTo(draft, to, places), goalFields)}
          errorFor={errorFor}
        />
      </Card>
    );
  const limits = getCapabilities(platform, placements);
  if (!limits) return null;
  if (step === "audience")
    return (
      <Card>
        <div className={classes.stack}>
          <BudgetFields value={campaign} onChange={updateCampaign} errorFor={errorFor} />
          <AudienceFields
            limits={limits}
            value={adGroup}
            onChange={updateAdGroup}
            errorFor={errorsWithin("ad_group.", errorFor)}
            hasName={false}
          />
        </div>
      </Card>
    );
  if (step === "ad")
    return (
      <Card>
        <AdFields
          limits={limits}
          placements={placements}
          value={{ ...ad, target_url: ad.target_url || campaign.landing_url }}
          onChange={updateAd}
          errorFor={errorsWithin("ad_group.ad.", errorFor)}
        />
      </Card>
    );
  return (
    <div className={classes.stack}>
      <Review draft={form.draft} />
      <p className={classes.soft}>{t("form.review_words")}</p>
    </div>
  );
}

/** An upload may end after the campaign has moved to a placement with text ads only. */
function withAd(draft: Draft, patch: Partial<AdValues>): Draft {
  const { platform, placements } = draft.campaign;
  const takesMedia = getCapabilities(platform, placements)?.media.length !== 0;
  const ad = { ...draft.ad, ...patch };
  return { ...draft, ad: takesMedia ? ad : { ...ad, media_id: null } };
}

/** Before a name is typed, the list of dropped values is not shown. */
function moveTo(draft: Draft, platform: Platform, placements?: readonly Placement[]): Draft {
  const fitted = fitTo(draft, platform, placements);
  return draft.campaign.name === "" ? { ...fitted, dropped: [] } : fitted;
}

type Launch = ReturnType<typeof useLaunch>;

function LastButtons({ launch }: { launch: Launch }) {
  const { t } = useTranslation("campaigns");
  return (
    <>
      <Button
        variant="default"
        loading={launch.doing === "keep"}
        disabled={launch.doing !== null}
        onClick={() => void launch.run("keep")}
      >
        {t("form.keep")}
      </Button>
      <Button
        color="clay"
        loading={launch.doing === "start"}
        disabled={launch.doing !== null}
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        onClick={() => void launch.run("start")}
      >
        {t("form.launch")}
      </Button>
    </>
  );
}

/**
 * Creates the campaign, then starts it when requested. The campaign stays saved when the start is refused for lack of
 * money.
 */
function useLaunch(form: Form, onDone: Props["onDone"]) {
  const create = useCreateCampaign();
  const act = useCampaignAction();
  const [doing, setDoing] = useState<"keep" | "start" | null>(null);

  async function run(way: "keep" | "start") {
    setDoing(way);
    try {
      const draftId = await form.stored.holdForCreate();
      const campaign = await create.mutateAsync(toCreateBody(form.draft, draftId));
      const isStarted =
        way === "start" &&
        (await act.mutateAsync({ id: campaign.id, act: "start" }).then(
          () => true,
          () => false,
        ));
      form.close();
      onDone(campaign, isStarted);
    } catch (error) {
      form.stored.release();
      form.applyServerError(error);
    } finally {
      setDoing(null);
    }
  }
  return { run, doing };
}
