import { IconCheck, IconCreditCard, IconWallet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { getItem, setItem } from "#base/web/runtime/storage.ts";
import { proposeDeposits } from "#modules/campaigns/domain/first-budget.ts";
import { DepositPanel } from "#modules/wallet/web/deposit-panel.tsx";
import { ProposedDeposit } from "#modules/wallet/web/proposed-deposit.tsx";
import { useWallet } from "#modules/wallet/web/wallet.queries.ts";
import type { Wallet } from "#modules/wallet/web/wallet-calls.ts";
import { Fact, FactList } from "./fact-list.tsx";
import classes from "./first-campaign.module.css";
import { GoOn } from "./go-on.tsx";
import { SkipLink, StepNavigation, StepPage } from "./step-page.tsx";
import { flowPath } from "./steps.ts";
import { type PlannedCampaign, usePlannedCampaign } from "./use-planned-campaign.ts";
import { useSetup } from "./use-setup.ts";

/** The money step: an amount and a card on one screen, until both are there. */
export function FirstPaymentPage() {
  const { setup } = useSetup();
  const wallet = useWallet();
  const [hasPaid, setPaid] = useState(false);
  const isDone = setup?.progress.money === "done";
  if (isDone && hasPaid) return <GoOn from="money" />;
  return (
    <StepPage step="money" action={isDone ? <StepNavigation step="money" /> : <SkipLink step="money" />}>
      <QueryBoundary query={wallet} fallback={<SkeletonRows count={2} />}>
        {(data) => (
          <>
            {data.has_card || data.balance_halalas > 0 ? <Needs wallet={data} /> : null}
            {isDone ? null : <Pay wallet={data} onPaid={() => setPaid(true)} />}
          </>
        )}
      </QueryBoundary>
    </StepPage>
  );
}

const amountKey = "rawaj.first_deposit";

/** A refused payment or a reload returns to the amount that was chosen. */
function readAmount(): number | null {
  const amount = Number(getItem(amountKey, "session"));
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null;
}

/** With a card on file one tap pays; without one the card is asked for below the amount. */
function Pay({ wallet, onPaid }: { wallet: Wallet; onPaid: () => void }) {
  const { t } = useTranslation("first_campaign");
  const planned = usePlannedCampaign();
  const [chosen, setChosen] = useState(readAmount);
  const proposals = proposeDeposits(planned ? [planned] : [], {
    available: halalas(Math.max(0, wallet.available_halalas)),
    min: halalas(wallet.deposit_min_halalas),
    max: halalas(wallet.deposit_max_halalas),
  });
  const choose = (amount: number) => {
    setItem(amountKey, String(amount), "session");
    setChosen(amount);
  };
  return (
    <Card>
      <div className={classes.work}>
        {planned ? <ReserveWords planned={planned} /> : null}
        {wallet.has_card ? (
          <DepositPanel returnTo={flowPath} suggested={proposals[1]?.amount} onPaid={onPaid} />
        ) : (
          <ProposedDeposit
            wallet={wallet}
            proposals={proposals.map(({ amount, days }) => ({ amount, words: t(`money.days.${days}`) }))}
            chosen={chosen}
            onChoose={choose}
            returnTo={flowPath}
          />
        )}
      </div>
    </Card>
  );
}

/** What the start holds back of the budget that the campaign begins with. */
function ReserveWords({ planned }: { planned: PlannedCampaign }) {
  const { t } = useTranslation(["first_campaign", "campaigns"]);
  return (
    <p className={classes.reserve}>
      {t("money.reserve_words")}{" "}
      {t("money.reserve_example", {
        platform: t(`campaigns:platform_names.${planned.platform}`),
        budget: formatShortRiyals(planned.dailyBudget),
        holds: formatShortRiyals(planned.reserve),
      })}
    </p>
  );
}

function Needs({ wallet: { has_card, balance_halalas } }: { wallet: Wallet }) {
  const { t } = useTranslation("first_campaign");
  const hasMoney = balance_halalas > 0;
  return (
    <Card>
      <FactList>
        <Fact
          state={has_card ? "done" : "open"}
          Mark={has_card ? IconCheck : IconCreditCard}
          title={t(has_card ? "money.card_there" : "money.card_needed")}
          description={t("money.card_words")}
        />
        <Fact
          state={hasMoney ? "done" : "open"}
          Mark={hasMoney ? IconCheck : IconWallet}
          title={t(hasMoney ? "money.balance_there" : "money.balance_needed")}
          description={t("money.balance_words")}
          aside={
            <span className={classes.factAside}>
              <Money halalas={balance_halalas} whole />
            </span>
          }
        />
      </FactList>
    </Card>
  );
}
