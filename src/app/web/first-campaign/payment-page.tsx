import { IconCheck, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { halalas, riyalsText, shareOf } from "#base/shared/money.ts";
import { Banner } from "#base/web/banner.tsx";
import { Money } from "#base/web/money.tsx";
import { Card } from "#base/web/page.tsx";
import { SkeletonRows } from "#base/web/skeletons.tsx";
import { ErrorState } from "#base/web/states.tsx";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import { unsettledDays } from "#modules/campaigns/contract/cost.ts";
import { useWallet } from "#modules/wallet/web/use-wallet.ts";
import classes from "./first-campaign.module.css";
import { NextButton, NotNow, StepActions, StepPage, WayOn } from "./step-page.tsx";
import { useSetup } from "./use-setup.ts";

/** What one campaign holds back, by the same table the server holds by: a round budget on the platform open now. */
const budget = halalas(100_00);
const worst = shareOf(budget, capabilitiesOf("snapchat")?.worstDayBasisPoints ?? 10_000);
const exampleOfReserve = {
  budget: riyalsText(budget).replace(/\.00$/, ""),
  holds: riyalsText(halalas(worst * unsettledDays)).replace(/\.00$/, ""),
};

export const payingPath = "/first-campaign/create-payement-flow";

/** The money step: what a campaign needs before it may start, what of it is there, and the way to the rest. */
export function FirstPaymentPage() {
  const { t } = useTranslation("first_campaign");
  const isDone = useSetup().setup?.progress.money === "done";
  const wallet = useWallet();
  return (
    <StepPage
      step="money"
      action={
        isDone ? (
          <WayOn step="money" />
        ) : (
          <StepActions>
            <NextButton to={payingPath}>{t(wallet.data?.has_card ? "money.top_up" : "money.pay")}</NextButton>
            <NotNow step="money" />
          </StepActions>
        )
      }
    >
      {wallet.isPending ? <SkeletonRows count={2} /> : null}
      {wallet.isError && !wallet.data ? (
        <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
      ) : null}
      {wallet.data ? <Needs hasCard={wallet.data.has_card} balance={wallet.data.balance_halalas} /> : null}
      <Banner tone="info" title={t("money.reserve_title")}>
        {t("money.reserve_words", exampleOfReserve)}
      </Banner>
    </StepPage>
  );
}

function Needs({ hasCard, balance }: { hasCard: boolean; balance: number }) {
  const { t } = useTranslation("first_campaign");
  return (
    <Card>
      <ul className={classes.facts}>
        <li data-state={hasCard ? "done" : "open"}>
          <span className={classes.factMark}>
            {hasCard ? <IconCheck size={20} aria-hidden /> : <IconCreditCard size={20} aria-hidden />}
          </span>
          <div>
            <strong>{t(hasCard ? "money.card_there" : "money.card_needed")}</strong>
            <p>{t("money.card_words")}</p>
          </div>
        </li>
        <li data-state={balance > 0 ? "done" : "open"}>
          <span className={classes.factMark}>
            {balance > 0 ? <IconCheck size={20} aria-hidden /> : <IconWallet size={20} aria-hidden />}
          </span>
          <div>
            <strong>{t(balance > 0 ? "money.balance_there" : "money.balance_needed")}</strong>
            <p>{t("money.balance_words")}</p>
          </div>
          <span className={classes.factAside}>
            <Money halalas={balance} whole />
          </span>
        </li>
      </ul>
    </Card>
  );
}
