import { ConnectedStores } from "#modules/stores/web/connected-stores.tsx";
import { StepPage } from "./step-page.tsx";
import { stepPaths } from "./steps.ts";

/** The step that connects a store; the store platform's consent page redirects back here. */
export function FirstStorePage() {
  return (
    <StepPage step="store">
      <ConnectedStores returnTo={stepPaths.store} />
    </StepPage>
  );
}
