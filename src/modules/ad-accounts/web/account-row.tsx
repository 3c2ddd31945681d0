import { Button } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { DisconnectButton } from "#base/web/kit/disconnect-button.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import type { LinkStatus, ReturnPath } from "../contract/enums.ts";
import { AccountNotes } from "./account-notes.tsx";
import classes from "./ad-accounts.module.css";
import {
  useCheckAdAccount,
  useDisconnectAdAccount,
  useStartAuthorization,
} from "./use-ad-account-actions.ts";

const tones: Record<LinkStatus, Tone> = { linked: "good", lost: "bad", unlinked: "neutral" };

/** One ad account: its link status, its problem, and its actions. */
export function AccountRow({ account, returnTo }: { account: AdAccountAnswer; returnTo: ReturnPath }) {
  const { t } = useTranslation("ad_accounts");
  const { status, lost_reason, issue } = account;
  const problem = lost_reason ? t(`lost_${lost_reason}`) : issue ? t(`trouble.${issue}`) : null;
  // Where a platform has no organisations, or the profile has the account's name, it is shown once.
  const context = [...new Set([account.organization_name, account.profile_name ?? ""])].filter(
    (name) => name !== "" && name !== account.name,
  );
  const tone = issue && status === "linked" ? "waiting" : tones[status];
  return (
    <li className={classes.account}>
      <div className={classes.grow}>
        <strong>
          <UserText>{account.name}</UserText>
        </strong>
        <p className={classes.soft}>
          {context.map((name, index) => (
            <Fragment key={name}>
              {index > 0 ? " · " : null}
              <UserText>{name}</UserText>
            </Fragment>
          ))}
        </p>
      </div>
      <StatusBadge tone={tone}>{t(`status.${status}`)}</StatusBadge>
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <AccountNotes account={account} />
      <AccountActions account={account} returnTo={returnTo} />
    </li>
  );
}

function AccountActions({ account, returnTo }: { account: AdAccountAnswer; returnTo: ReturnPath }) {
  const { t } = useTranslation("ad_accounts");
  const { id, name, status, access_expires_soon: isEnding } = account;
  const authorize = useStartAuthorization();
  const check = useCheckAdAccount();
  const disconnect = useDisconnectAdAccount();
  return (
    <div className={classes.actions}>
      {status !== "linked" || isEnding ? (
        <Button
          size="sm"
          variant={status === "unlinked" ? "default" : "filled"}
          loading={authorize.isPending || authorize.isSuccess}
          aria-label={t("reconnect_of", { name })}
          onClick={() => authorize.mutate({ adAccountId: id, returnTo })}
        >
          {t("reconnect")}
        </Button>
      ) : null}
      {status === "linked" ? (
        <Button
          size="sm"
          variant="default"
          loading={check.isPending}
          aria-label={t("check_of", { name })}
          onClick={() =>
            check.mutate(id, {
              onSuccess: (now) => {
                if (now.status === "linked" && !now.issue) notify(t("checked_fine"), "success");
              },
            })
          }
        >
          {t("check")}
        </Button>
      ) : null}
      {status === "unlinked" ? null : (
        <DisconnectButton namespace="ad_accounts" id={id} name={name} disconnect={disconnect} />
      )}
    </div>
  );
}
