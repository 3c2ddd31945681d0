import { IconCheck, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatShortRiyals, halalas, shareOf } from "#base/shared/money.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { useAdAccounts } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import { unsettledDays } from "#modules/campaigns/contract/cost.ts";
import { useWallet } from "#modules/wallet/web/wallet.queries.ts";
import { Fact, FactList } from "./fact-list.tsx";
import classes from "./first-campaign.module.css";
import { NextButton, SkipLink, StepActions, StepNavigation, StepPage } from "./step-page.tsx";
import { useSetup } from "./use-setup.ts";

/**
 * The reserve of a campaign with a round budget, from the same table as the server: for the platform of the draft
 * campaign, else of the linked account, else the first available one.
 */
function useExampleOfReserve() {
  const { t } = useTranslation("campaigns");
  const draft = useSetup().setup?.draft;
  const linked = useAdAccounts().data?.ad_accounts.find(({ status }) => status === "linked");
  const platform = draft?.platform ?? linked?.platform ?? platforms.find((one) => getCapabilities(one));
  const limits = platform && getCapabilities(platform, draft?.placements);
  if (!limits) return null;
  const budget = halalas(100_00);
  const worst = shareOf(budget, limits.maxDailyOverdeliveryBasisPoints);
  return {
    platform: t(`platform_names.${limits.platform}`),
    budget: formatShortRiyals(budget),
    holds: formatShortRiyals(halalas(worst * unsettledDays)),
  };
}

export const payingPath = "/first-campaign/create-payement-flow";

/** The money step: what a campaign needs before it may start, how much of it is there, and how to add the rest. */
export function FirstPaymentPage() {
  const { t } = useTranslation("first_campaign");
  const isDone = useSetup().setup?.progress.money === "done";
  const wallet = useWallet();
  const example = useExampleOfReserve();
  return (
    <StepPage
      step="money"
      action={
        isDone ? (
          <StepNavigation step="money" />
        ) : (
          <StepActions>
            <NextButton to={payingPath}>{t(wallet.data?.has_card ? "money.top_up" : "money.pay")}</NextButton>
            <SkipLink step="money" />
          </StepActions>
        )
      }
    >
      <QueryBoundary query={wallet} fallback={<SkeletonRows count={2} />}>
        {({ has_card, balance_halalas }) => <Needs hasCard={has_card} balance={balance_halalas} />}
      </QueryBoundary>
      <Banner tone="info" title={t("money.reserve_title")}>
        {t("money.reserve_words")} {example ? t("money.reserve_example", example) : null}
      </Banner>
    </StepPage>
  );
}

function Needs({ hasCard, balance }: { hasCard: boolean; balance: number }) {
  const { t } = useTranslation("first_campaign");
  const hasMoney = balance > 0;
  return (
    <Card>
      <FactList>
        <Fact
          state={hasCard ? "done" : "open"}
          Mark={hasCard ? IconCheck : IconCreditCard}
          title={t(hasCard ? "money.card_there" : "money.card_needed")}
          description={t("money.card_words")}
        />
        <Fact
          state={hasMoney ? "done" : "open"}
          Mark={hasMoney ? IconCheck : IconWallet}
          title={t(hasMoney ? "money.balance_there" : "money.balance_needed")}
          description={t("money.balance_words")}
          aside={
            <span className={classes.factAside}>
              <Money halalas={balance} whole />
            </span>
          }
        />
      </FactList>
    </Card>
  );
}
