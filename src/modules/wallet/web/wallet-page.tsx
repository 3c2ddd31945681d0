import { Button } from "@mantine/core";
import { IconFileInvoice } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { AutomaticTopUpCard } from "./automatic/automatic-top-up-card.tsx";
import { HoldsCard } from "./holds-card.tsx";
import { MonthCard } from "./month/month-card.tsx";
import { RecentDeposits } from "./recent-deposits.tsx";
import { TopUpButton } from "./top-up-button.tsx";
import classes from "./wallet.module.css";
import { useWallet } from "./wallet.queries.ts";
import { WalletFigures } from "./wallet-figures.tsx";
import { BankAccountCard } from "./withdrawals/bank-account-card.tsx";
import { WithdrawButton } from "./withdrawals/withdraw-button.tsx";
import { WithdrawalsCard } from "./withdrawals/withdrawals-card.tsx";

/** The merchant's money: what there is, a month's way of it, what holds it, and the ways in and out. */
export function WalletPage() {
  const { t } = useTranslation("wallet");
  const query = useWallet();
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("wallet")}
        lead={t("wallet_lead")}
        actions={
          <>
            <Button
              component={Link}
              to="/financial-transaction/operations-table"
              variant="default"
              leftSection={<IconFileInvoice size={18} aria-hidden />}
            >
              {t("see_statement")}
            </Button>
            {isAllowed("wallet", "withdraw") ? <WithdrawButton /> : null}
            <TopUpButton />
          </>
        }
      />
      <QueryBoundary query={query} fallback={<SkeletonCards count={4} />}>
        {(wallet) => <WalletFigures wallet={wallet} />}
      </QueryBoundary>
      <MonthCard />
      <div className={classes.two}>
        <div className={classes.stack}>
          <HoldsCard />
          <RecentDeposits />
        </div>
        <div className={classes.stack}>
          {isAllowed("wallet", "deposit") ? <AutomaticTopUpCard /> : null}
          <WithdrawalsCard />
          {isAllowed("wallet", "withdraw") ? <BankAccountCard /> : null}
        </div>
      </div>
    </div>
  );
}
