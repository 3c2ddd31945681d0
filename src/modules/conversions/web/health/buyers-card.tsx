import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { DestinationAnswer, HealthAnswer } from "../../contract/conversions.calls.ts";
import { useExcludeBuyers } from "../use-conversion-actions.ts";
import classes from "./conversions.module.css";

/** Everybody who bought, as a list on each platform that its ads leave out: shown once the contact is shared. */
export function BuyersCard({ health: { destinations, settings } }: { health: HealthAnswer }) {
  const { t } = useTranslation("conversions_health");
  const isShared = settings.contacts_allowed_at !== null;
  if (destinations.length === 0) return null;
  return (
    <Card title={t("buyers.title")}>
      <p className={classes.words}>{t("buyers.words")}</p>
      {isShared ? null : <p className={classes.words}>{t("buyers.needs_contacts")}</p>}
      <ul className={classes.list}>
        {destinations.map((destination) => (
          <BuyersRow key={destination.ad_account_id} destination={destination} isShared={isShared} />
        ))}
      </ul>
    </Card>
  );
}

type Props = { destination: DestinationAnswer; isShared: boolean };

function BuyersRow({ destination, isShared }: Props) {
  const { t } = useTranslation("conversions_health");
  const exclude = useExcludeBuyers();
  const { ad_account_id, platform, name, buyers_list } = destination;
  const isOn = buyers_list !== null && !buyers_list.is_ending;
  return (
    <li className={classes.destination}>
      <PlatformIcon platform={platform} label={t(`ad_accounts:platforms.${platform}`)} />
      <div className={classes.grow}>
        <strong>
          <UserText>{name}</UserText>
        </strong>
        <BuyersState destination={destination} />
      </div>
      <Switch
        checked={isOn}
        disabled={exclude.isPending || (!isOn && !isShared)}
        aria-label={t("buyers.switch", { name })}
        onChange={({ currentTarget }) => exclude.mutate({ ad_account_id, is_on: currentTarget.checked })}
      />
    </li>
  );
}

function BuyersState({ destination: { platform, buyers_list } }: Pick<Props, "destination">) {
  const { t } = useTranslation("conversions_health");
  const format = useFormat();
  const { listMinimum, excludesLists } = conversionRules[platform];
  if (!buyers_list) return <p className={classes.soft}>{t("buyers.minimum", { minimum: listMinimum })}</p>;
  const { is_ending, members, failure } = buyers_list;
  return (
    <>
      <p className={classes.soft}>
        {is_ending ? t("buyers.ending") : t("buyers.members", { members, minimum: listMinimum })}
      </p>
      {excludesLists || is_ending ? null : <p className={classes.soft}>{t("buyers.by_hand")}</p>}
      {failure ? (
        <p className={classes.problem} role="alert">
          {t("buyers.failing_since", { date: format.date(failure.since, "day") })}{" "}
          {failure.message ? t(failure.message) : t("platforms.vendor_says", { reason: failure.reason })}
        </p>
      ) : null}
    </>
  );
}
