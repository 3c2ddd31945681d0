import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Card } from "#base/web/kit/page.tsx";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import type { ReturnPath } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
import { AccountRow } from "./account-row.tsx";
import classes from "./ad-accounts.module.css";
import { PlatformIcon } from "./ad-accounts.parts.tsx";
import { useStartAuthorization } from "./use-ad-account-actions.ts";

type Props = {
  platform: Platform;
  isAvailable: boolean;
  accounts: readonly AdAccountAnswer[];
  returnTo: ReturnPath;
};

/**
 * One platform: its linked accounts, and the button to link more. One that is not available yet says so, and has no
 * button.
 */
export function PlatformCard({ platform, isAvailable, accounts, returnTo }: Props) {
  const { t } = useTranslation("ad_accounts");
  const authorize = useStartAuthorization();
  const name = t(`platforms.${platform}`);
  const held = accounts.filter((account) => account.status !== "unlinked");
  const earlier = accounts.filter((account) => account.status === "unlinked");

  return (
    <Card
      tone={isAvailable ? "plain" : "sand"}
      title={
        <span className={classes.platformName}>
          <PlatformIcon platform={platform} />
          {name}
        </span>
      }
      aside={isAvailable ? null : <StatusBadge tone="neutral">{t("soon")}</StatusBadge>}
    >
      {isAvailable ? null : <p className={classes.soft}>{t("soon_words")}</p>}
      <AccountList accounts={held} returnTo={returnTo} />
      {isAvailable ? (
        <div className={classes.connect}>
          <Button
            variant={held.length > 0 ? "default" : "filled"}
            classNames={{ root: classes.link, label: classes.linkWords }}
            loading={authorize.isPending || authorize.isSuccess}
            onClick={() => authorize.mutate({ platform, returnTo })}
          >
            {held.length > 0 ? t("connect_another") : t("connect", { platform: name })}
          </Button>
          <p className={classes.soft}>{t("connect_words", { platform: name })}</p>
        </div>
      ) : null}
      {earlier.length > 0 ? (
        <>
          <h3 className={classes.earlier}>{t("earlier")}</h3>
          <AccountList accounts={earlier} returnTo={returnTo} />
        </>
      ) : null}
    </Card>
  );
}

function AccountList({ accounts, returnTo }: { accounts: readonly AdAccountAnswer[]; returnTo: ReturnPath }) {
  if (accounts.length === 0) return null;
  return (
    <ul className={classes.accounts}>
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} returnTo={returnTo} />
      ))}
    </ul>
  );
}
