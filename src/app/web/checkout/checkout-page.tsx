import { Button } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { DepositOutcome } from "#modules/wallet/web/deposit-outcome.tsx";
import { loadReturnPath } from "#modules/wallet/web/return-path.ts";
import { flowPath } from "../first-campaign/steps.ts";

/**
 * The page to which the bank redirects the cardholder. The address's claims about the payment are not trusted: the
 * server asks the gateway, and this page polls until the outcome is known. Then it returns to where the merchant was.
 */
export function CheckoutPage() {
  const { t } = useTranslation("wallet");
  const navigate = useNavigate();
  const { deposit } = useSearch({ strict: false }) as { deposit?: unknown };
  const onward = loadReturnPath();
  // On the way to the first campaign the flow goes on by itself once the money is there.
  const goOn = onward === flowPath ? () => void navigate({ to: flowPath, replace: true }) : undefined;
  return (
    <>
      <PageHeader title={t("checkout")} lead={t("checkout_lead")} />
      <Card>
        {typeof deposit === "string" && deposit !== "" ? (
          <DepositOutcome
            depositId={deposit}
            onAgain={() => void navigate({ to: onward })}
            onPaid={goOn}
            onward={(isPaid) => (
              <Button component={Link} to={onward} variant={isPaid ? "filled" : "default"}>
                {onward === "/financial-transaction/wallet" ? t("back_to_wallet") : t("continue")}
              </Button>
            )}
          />
        ) : (
          <EmptyState
            title={t("no_deposit")}
            action={
              <Button component={Link} to="/financial-transaction/wallet">
                {t("back_to_wallet")}
              </Button>
            }
          >
            {t("no_deposit_words")}
          </EmptyState>
        )}
      </Card>
    </>
  );
}
