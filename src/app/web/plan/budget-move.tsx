import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import { usePlanMoves } from "#modules/campaigns/web/use-plan-moves.ts";

/** Where the plan's budget would do more: one tap to accept, and one to undo. */
export function BudgetMove({ plan }: { plan: PlanDetails }) {
  const { accept, undo } = usePlanMoves(plan.id);
  const { proposal, last_move: lastMove } = plan;
  return (
    <>
      {proposal ? (
        <Proposal
          plan={plan}
          proposal={proposal}
          isBusy={accept.isPending}
          error={accept.error}
          onAccept={() => accept.mutate(proposal)}
        />
      ) : null}
      {lastMove?.can_undo ? (
        <Moved
          plan={plan}
          move={lastMove}
          isBusy={undo.isPending}
          error={undo.error}
          onUndo={() => undo.mutate(lastMove.id)}
        />
      ) : null}
    </>
  );
}

type ProposalProps = {
  plan: PlanDetails;
  proposal: NonNullable<PlanDetails["proposal"]>;
  isBusy: boolean;
  error: Error | null;
  onAccept: () => void;
};

function Proposal({ plan, proposal, isBusy, error, onAccept }: ProposalProps) {
  const { t } = useTranslation("plan");
  const names = usePlatformNames(plan, proposal);
  return (
    <Banner
      title={t("proposal_title", names)}
      action={
        <Button color="clay" loading={isBusy} onClick={onAccept}>
          {t("accept")}
        </Button>
      }
    >
      <p>
        {t("proposal_amount")} <Money halalas={proposal.amount_halalas} whole />
      </p>
      <p>
        {t("proposal_days")} <DateText at={`${proposal.from}T09:00:00Z`} /> {t("until")}{" "}
        <DateText at={`${proposal.to}T09:00:00Z`} /> · {t("proposal_orders")}{" "}
        <Figure value={proposal.orders} />
      </p>
      <p>
        {t("largest_loss")} <Money halalas={proposal.largest_loss_halalas} whole />
      </p>
      {error ? <ErrorLine>{error.message}</ErrorLine> : null}
    </Banner>
  );
}

type MovedProps = {
  plan: PlanDetails;
  move: NonNullable<PlanDetails["last_move"]>;
  isBusy: boolean;
  error: Error | null;
  onUndo: () => void;
};

function Moved({ plan, move, isBusy, error, onUndo }: MovedProps) {
  const { t } = useTranslation(["plan", "campaign"]);
  const names = usePlatformNames(plan, move);
  return (
    <Banner
      tone="good"
      title={t("plan:moved_title", names)}
      action={
        <Button variant="default" loading={isBusy} onClick={onUndo}>
          {t("campaign:undo")}
        </Button>
      }
    >
      <Money halalas={move.amount_halalas} whole /> · <DateText at={move.moved_at} />
      {error ? <ErrorLine>{error.message}</ErrorLine> : null}
    </Banner>
  );
}

/** The two platforms' names, for the texts. */
function usePlatformNames(
  { campaigns }: PlanDetails,
  { from_campaign_id, to_campaign_id }: { from_campaign_id: string; to_campaign_id: string },
) {
  const { t } = useTranslation("campaigns");
  const nameCampaign = (campaignId: string) => {
    const campaign = campaigns.find(({ id }) => id === campaignId);
    return campaign ? t(`platform_names.${campaign.platform}`) : "";
  };
  return { from: nameCampaign(from_campaign_id), to: nameCampaign(to_campaign_id) };
}
