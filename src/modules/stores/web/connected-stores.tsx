import { useTranslation } from "react-i18next";
import { Banner, type BannerTone } from "#base/web/kit/banner.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { ConnectResult, ReturnPath } from "../contract/enums.ts";
import type { StoreAnswer } from "../contract/stores.calls.ts";
import { PlatformChoice } from "./platform-choice.tsx";
import { StoreCard } from "./store-card.tsx";
import classes from "./stores.module.css";
import { useStores } from "./stores.queries.ts";
import { useStoreResult } from "./use-store-result.ts";

/**
 * The complete section for connecting stores: connected ones with their status, and where another one can be added.
 * `returnTo` is the page this is on, to which the consent page returns the merchant.
 */
export function ConnectedStores({ returnTo }: { returnTo: ReturnPath }) {
  const stores = useStores();
  const back = useStoreResult();
  const connected = stores.data ?? [];
  return (
    <div className={classes.stack}>
      {back ? (
        <ResultNotice result={back.result} store={connected.find(({ id }) => id === back.storeId)} />
      ) : null}
      {stores.isPending ? <SkeletonRows count={2} /> : null}
      {stores.isError ? <ErrorState error={stores.error} onRetry={() => void stores.refetch()} /> : null}
      {connected.length > 0 ? (
        <ul className={classes.stores}>
          {connected.map((store) => (
            <li key={store.id}>
              <StoreCard store={store} returnTo={returnTo} />
            </li>
          ))}
        </ul>
      ) : null}
      {stores.isSuccess && isAllowed("store", "manage") ? (
        <PlatformChoice returnTo={returnTo} isFirst={connected.length === 0} />
      ) : null}
    </div>
  );
}

const tones: Record<ConnectResult, BannerTone> = {
  connected: "good",
  denied: "waiting",
  failed: "bad",
  taken: "bad",
};

/** The result of an authorization, after the merchant returns from the consent page. */
function ResultNotice({ result, store }: { result: ConnectResult; store: StoreAnswer | undefined }) {
  const { t } = useTranslation("stores");
  const texts = {
    connected: store ? t("result.connected_named", { name: store.name }) : t("result.connected"),
    denied: t("result.denied"),
    failed: t("result.failed"),
    taken: t("taken"),
  };
  return (
    <Banner tone={tones[result]} urgent={tones[result] === "bad"}>
      {texts[result]}
    </Banner>
  );
}
