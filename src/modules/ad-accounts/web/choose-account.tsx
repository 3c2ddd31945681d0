import { Button, Radio } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { AccessibleAccountsAnswer, AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { noCurrency } from "../contract/currencies.ts";
import type { ReturnPath } from "../contract/enums.ts";
import { BilledIn } from "./account-notes.tsx";
import classes from "./ad-accounts.module.css";
import { useAccessibleAccounts } from "./ad-accounts.queries.ts";
import {
  areAccountsStandalone,
  findOnlyChoice,
  findOrganization,
  type LinkChoice,
  type Picked,
  resolveChoice,
  toLinkChoice,
} from "./resolve-choice.ts";
import {
  useLinkAdAccount,
  useRefreshAccessibleAccounts,
  useStartAuthorization,
} from "./use-ad-account-actions.ts";

type Props = {
  connectionId: string;
  returnTo: ReturnPath;
  /** Links by itself where there is nothing to choose and nothing to read first. */
  linksOnlyChoice: boolean;
  onLinked: (account: AdAccountAnswer) => void;
};

/** After the consent page: organisation, ad account and public profile, each with what prevents linking it. */
export function ChooseAccount({ connectionId, returnTo, linksOnlyChoice, onLinked }: Props) {
  const { t } = useTranslation("ad_accounts");
  const accessibleAccounts = useAccessibleAccounts(connectionId);
  const { link, isLinking } = useLink(onLinked);
  const only = linksOnlyChoice && accessibleAccounts.data ? findOnlyChoice(accessibleAccounts.data) : null;
  const isLinkingOnly = useLinkOnce(only, link);
  if (accessibleAccounts.isPending || isLinkingOnly) return <SkeletonRows count={3} />;
  if (accessibleAccounts.isError)
    return <ErrorState error={accessibleAccounts.error} onRetry={() => void accessibleAccounts.refetch()} />;
  return (
    <Card title={t("choose_title", { platform: t(`platforms.${accessibleAccounts.data.platform}`) })}>
      <Choice
        key={connectionId}
        accessibleAccounts={accessibleAccounts.data}
        returnTo={returnTo}
        isLinking={isLinking}
        onLink={link}
      />
    </Card>
  );
}

type Link = (choice: LinkChoice) => Promise<unknown>;

function useLink(onLinked: Props["onLinked"]): { link: Link; isLinking: boolean } {
  const { t } = useTranslation("ad_accounts");
  const linking = useLinkAdAccount();
  const link: Link = async (choice) => {
    const linked = await linking.mutateAsync(choice);
    notify(t("linked_now"), "success");
    onLinked(linked);
  };
  return { link, isLinking: linking.isPending };
}

/** Tries the only choice once; refused, it is shown like any other, and the refusal was told. */
function useLinkOnce(choice: LinkChoice | null, link: Link): boolean {
  const [hasFailed, setFailed] = useState(false);
  const tried = useRef<string | null>(null);
  const tryIt = useEffectEvent(() => {
    if (!choice || tried.current === choice.connection_id) return;
    tried.current = choice.connection_id;
    link(choice).catch(() => setFailed(true));
  });
  const wanted = choice?.connection_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return from the consent page
  useEffect(() => tryIt(), [wanted]);
  return choice !== null && !hasFailed;
}

type ChoiceProps = {
  accessibleAccounts: AccessibleAccountsAnswer;
  returnTo: ReturnPath;
  isLinking: boolean;
  onLink: Link;
};

function Choice({ accessibleAccounts, returnTo, isLinking, onLink }: ChoiceProps) {
  const { t } = useTranslation("ad_accounts");
  const [picked, setPicked] = useState<Picked>({});
  const { organization, account, profile, obstacle } = resolveChoice(accessibleAccounts, picked);
  const isStandalone = areAccountsStandalone(accessibleAccounts);
  const all = accessibleAccounts.organizations.flatMap(({ ad_accounts }) => ad_accounts);

  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!organization || !account || obstacle) return;
        // A refusal is told by the call itself.
        onLink(toLinkChoice(accessibleAccounts, { organization, account, profile })).catch(() => {});
      }}
    >
      {isStandalone ? null : (
        <Organizations
          accessibleAccounts={accessibleAccounts}
          chosen={organization?.id}
          onChoose={(id) => setPicked({ organizationId: id })}
        />
      )}
      <AdAccounts
        accounts={isStandalone ? all : (organization?.ad_accounts ?? [])}
        chosen={account?.id}
        onChoose={(accountId) => {
          const organizationId = findOrganization(accessibleAccounts, accountId)?.id;
          setPicked({ ...picked, ...(organizationId ? { organizationId } : {}), accountId });
        }}
      />
      {organization ? (
        <Profiles
          profiles={organization.profiles}
          chosen={profile?.id}
          onChoose={(profileId) => setPicked({ ...picked, organizationId: organization.id, profileId })}
        />
      ) : null}
      {obstacle ? (
        <Banner tone="waiting">{t(obstacle, { platform: accessibleAccounts.platform })}</Banner>
      ) : null}
      <ChoiceActions
        accessibleAccounts={accessibleAccounts}
        returnTo={returnTo}
        canLink={!obstacle}
        isLinking={isLinking}
      />
    </form>
  );
}

const currencyNote = (currency: string) =>
  currency === "SAR" ? undefined : <BilledIn currency={currency} />;

type Options = { chosen: string | undefined; onChoose: (id: string) => void };

function Organizations({
  accessibleAccounts,
  chosen,
  onChoose,
}: Options & { accessibleAccounts: AccessibleAccountsAnswer }) {
  const { t } = useTranslation("ad_accounts");
  if (accessibleAccounts.organizations.length < 2) return null;
  return (
    <Radio.Group label={t("choose_organization")} value={chosen ?? null} onChange={onChoose}>
      <div className={classes.options}>
        {accessibleAccounts.organizations.map(({ id, name }) => (
          <Radio key={id} value={id} label={<UserText>{name}</UserText>} />
        ))}
      </div>
    </Radio.Group>
  );
}

type Organization = AccessibleAccountsAnswer["organizations"][number];

function AdAccounts({ accounts, chosen, onChoose }: Options & { accounts: Organization["ad_accounts"] }) {
  const { t } = useTranslation("ad_accounts");
  if (accounts.length === 0) return null;
  return (
    <Radio.Group label={t("choose_account")} value={chosen ?? null} onChange={onChoose}>
      <div className={classes.options}>
        {accounts.map(({ id, name, currency, problem }) => (
          <Radio
            key={id}
            value={id}
            disabled={problem !== null}
            label={
              <>
                <UserText>{name}</UserText>{" "}
                {currency === noCurrency ? null : <bdi dir="ltr">({currency})</bdi>}
              </>
            }
            description={problem ? t(problem, { currency }) : currencyNote(currency)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function Profiles({ profiles, chosen, onChoose }: Options & { profiles: Organization["profiles"] }) {
  const { t } = useTranslation("ad_accounts");
  const [only, second] = profiles;
  if (!only) return null;
  if (!second) {
    return (
      <p>
        {t("profile_is")} <strong>{<UserText>{only.name}</UserText>}</strong>
      </p>
    );
  }
  return (
    <Radio.Group label={t("choose_profile")} value={chosen ?? null} onChange={onChoose}>
      <div className={classes.options}>
        {profiles.map(({ id, name }) => (
          <Radio key={id} value={id} label={<UserText>{name}</UserText>} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Link the choice; refresh the list after a change at the platform; or authorize as another person. */
function ChoiceActions({
  accessibleAccounts,
  returnTo,
  canLink,
  isLinking,
}: {
  accessibleAccounts: AccessibleAccountsAnswer;
  returnTo: ReturnPath;
  canLink: boolean;
  isLinking: boolean;
}) {
  const { t } = useTranslation("ad_accounts");
  const refresh = useRefreshAccessibleAccounts(accessibleAccounts.connection_id);
  const authorize = useStartAuthorization();
  return (
    <div className={classes.actions}>
      {canLink ? (
        <Button type="submit" loading={isLinking}>
          {t("link")}
        </Button>
      ) : null}
      <Button
        variant={canLink ? "default" : "filled"}
        loading={refresh.isPending}
        onClick={() => refresh.mutate()}
      >
        {t("check_again")}
      </Button>
      <Button
        variant="subtle"
        loading={authorize.isPending || authorize.isSuccess}
        onClick={() => authorize.mutate({ platform: accessibleAccounts.platform, returnTo })}
      >
        {t("start_over")}
      </Button>
    </div>
  );
}
