import { useNavigate } from "@tanstack/react-router";
import { Card } from "#base/web/page.tsx";
import { DepositPanel } from "#modules/wallet/web/deposit-panel.tsx";
import { useWallet } from "#modules/wallet/web/use-wallet.ts";
import { SkipLink, StepPage } from "./step-page.tsx";
import { stepPaths } from "./steps.ts";

/** Paying in: the amount, then the gateway's own form. The bank's page brings the merchant back to the money step. */
export function FirstDepositPage() {
  const navigate = useNavigate();
  const wallet = useWallet().data;
  const goBack = () => void navigate({ to: stepPaths.money, replace: true });
  return (
    <StepPage step="money" action={<SkipLink step="money" />}>
      <Card>
        {/* What must be kept is decided once known: the form does not change under the merchant's hands. */}
        {wallet ? (
          <DepositPanel returnTo={stepPaths.money} mustSaveCard={!wallet.has_card} onPaid={goBack} />
        ) : null}
      </Card>
    </StepPage>
  );
}
