import { useTranslation } from "react-i18next";
import type { Answer } from "#base/shared/contract.ts";
import { Banner, type BannerTone } from "#base/web/kit/banner.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import type { AdAccountAnswer, AdAccountsCalls } from "../contract/ad-accounts.calls.ts";
import type { AuthorizationResult, ReturnPath } from "../contract/enums.ts";
import classes from "./ad-accounts.module.css";
import { useAdAccounts } from "./ad-accounts.queries.ts";
import { ChooseAccount } from "./choose-account.tsx";
import { PlatformButton } from "./platform-button.tsx";
import { PlatformCard } from "./platform-card.tsx";
import { useAuthorizationReturn } from "./use-authorization-return.ts";

/**
 * The complete section for linking ad accounts: the platforms, what is linked, and the choice after the consent page.
 * `returnTo` is the page this is on, to which the consent page returns the merchant.
 */
export function ConnectedPlatforms({
  returnTo,
  isGuided = false,
  onLinked,
}: {
  returnTo: ReturnPath;
  /**
   * One thing at a time: what the consent leaves no choice about is linked by itself, and while there is a choice it is
   * all that is shown.
   */
  isGuided?: boolean;
  onLinked?: (account: AdAccountAnswer) => void;
}) {
  const accounts = useAdAccounts();
  const { authorizationReturn, clear } = useAuthorizationReturn();
  const choosing =
    authorizationReturn && authorizationReturn.result !== "relinked"
      ? authorizationReturn.connectionId
      : null;
  return (
    <div className={classes.stack}>
      {authorizationReturn ? <ReturnNotice result={authorizationReturn.result} /> : null}
      {choosing ? (
        <ChooseAccount
          connectionId={choosing}
          returnTo={returnTo}
          linksOnlyChoice={isGuided}
          onLinked={(account) => {
            clear();
            onLinked?.(account);
          }}
        />
      ) : null}
      {accounts.isPending ? <SkeletonRows count={3} /> : null}
      {accounts.isError ? (
        <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : null}
      {accounts.data && !(isGuided && choosing) ? (
        <Platforms all={accounts.data} isFirst={isGuided} returnTo={returnTo} />
      ) : null}
    </div>
  );
}

type AdAccountsAnswer = Answer<AdAccountsCalls["GET Clients/AdAccounts/index"]>;
type ListProps = { all: AdAccountsAnswer; isFirst: boolean; returnTo: ReturnPath };

/** Each platform with what is linked there; before the first account only the platforms to choose from. */
function Platforms({ all: { platforms, ad_accounts }, isFirst, returnTo }: ListProps) {
  const { t } = useTranslation("ad_accounts");
  const isShort = isFirst && ad_accounts.length === 0;
  return (
    <>
      {isShort ? <p className={classes.soft}>{t("connect_first_words")}</p> : null}
      <ul className={classes.platforms}>
        {platforms
          .toSorted((one, other) => Number(other.is_available) - Number(one.is_available))
          .map(({ platform, is_available }) => (
            <li key={platform}>
              {isShort && is_available ? (
                <PlatformButton platform={platform} returnTo={returnTo} />
              ) : (
                <PlatformCard
                  platform={platform}
                  isAvailable={is_available}
                  accounts={ad_accounts.filter((account) => account.platform === platform)}
                  returnTo={returnTo}
                />
              )}
            </li>
          ))}
      </ul>
    </>
  );
}

const tones: Partial<Record<AuthorizationResult, BannerTone>> = {
  choose: "info",
  relinked: "good",
  other_account: "waiting",
  denied: "waiting",
  consent_used: "waiting",
  consent_expired: "waiting",
};
/** Results whose texts the server uses as well. */
const serverMessages: readonly AuthorizationResult[] = ["scopes_missing", "consent_not_valid"];

function ReturnNotice({ result }: { result: AuthorizationResult }) {
  const { t } = useTranslation("ad_accounts");
  const tone = tones[result] ?? "bad";
  return (
    <Banner tone={tone} urgent={tone === "bad"}>
      {t(serverMessages.includes(result) ? result : `result.${result}`)}
    </Banner>
  );
}
