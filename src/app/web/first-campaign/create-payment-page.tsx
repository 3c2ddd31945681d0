import { useNavigate } from "@tanstack/react-router";
import { Card } from "#base/web/kit/page.tsx";
import { DepositPanel } from "#modules/wallet/web/deposit-panel.tsx";
import { useWallet } from "#modules/wallet/web/wallet.queries.ts";
import { SkipLink, StepPage } from "./step-page.tsx";
import { stepPaths } from "./steps.ts";

/** The deposit: the amount, then the gateway's own form. The bank's page redirects back to the money step. */
export function FirstDepositPage() {
  const navigate = useNavigate();
  const wallet = useWallet().data;
  const goBack = () => void navigate({ to: stepPaths.money, replace: true });
  return (
    <StepPage step="money" action={<SkipLink step="money" />}>
      <Card>
        {/* Whether the card must be saved is decided once: the form does not change while in use. */}
        {wallet ? (
          <DepositPanel returnTo={stepPaths.money} mustSaveCard={!wallet.has_card} onPaid={goBack} />
        ) : null}
      </Card>
    </StepPage>
  );
}
