import { useTranslation } from "react-i18next";
import { DemoOffer } from "#modules/demo/web/demo-offer.tsx";
import { ConnectedStores } from "#modules/stores/web/connected-stores.tsx";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { useStoreResult } from "#modules/stores/web/use-store-result.ts";
import { GoOn } from "./go-on.tsx";
import { StepPage } from "./step-page.tsx";
import { stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/**
 * The step that connects a store; the store platform's consent page redirects back here, and with a store connected the
 * flow goes on by itself.
 */
export function FirstStorePage() {
  const { t } = useTranslation("stores");
  const back = useStoreResult();
  const stores = useStores().data;
  const isDone = useSetup().setup?.progress.store === "done";
  const connected = stores?.find(({ id }) => id === back?.storeId);
  if (back?.result === "connected" && isDone)
    return (
      <GoOn
        from="store"
        words={connected ? t("result.connected_named", { name: connected.name }) : t("result.connected")}
      />
    );
  return (
    <StepPage step="store">
      <ConnectedStores returnTo={stepPaths.store} />
      {isDone ? null : <DemoOffer />}
    </StepPage>
  );
}
