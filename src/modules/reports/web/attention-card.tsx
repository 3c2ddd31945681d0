import {
  IconAlertTriangle,
  IconCalendarExclamation,
  IconCircleCheck,
  IconClockExclamation,
  IconCreditCard,
  IconCreditCardOff,
  IconPlugConnectedX,
  IconReceiptRefund,
  IconRefreshAlert,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import classes from "./figures.module.css";
import { useAttention } from "./reports.queries.ts";

type Item = NonNullable<ReturnType<typeof useAttention>["data"]>["items"][number];

const icons: Record<Item["kind"], typeof IconAlertTriangle> = {
  wallet_low: IconAlertTriangle,
  wallet_empty: IconAlertTriangle,
  top_up_card_refused: IconCreditCardOff,
  top_up_card_unusable: IconCreditCardOff,
  charged_back: IconReceiptRefund,
  top_up_planned: IconCreditCard,
  store_connection_lost: IconPlugConnectedX,
  ad_account_connection_lost: IconPlugConnectedX,
  ad_account_permission_ends: IconPlugConnectedX,
  card_expiring: IconCreditCard,
  ad_account_silent: IconClockExclamation,
  campaign_sync_failed: IconRefreshAlert,
  season_budget_failed: IconCalendarExclamation,
};

/** What needs the merchant, most urgent first, each with one next step. */
export function AttentionCard() {
  const { t } = useTranslation("reports");
  const attention = useAttention();
  return (
    <Card title={t("attention_title")}>
      {attention.isPending ? <SkeletonRows count={2} /> : null}
      {attention.isError && !attention.data ? (
        <ErrorState error={attention.error} onRetry={() => void attention.refetch()} />
      ) : null}
      {attention.data?.items.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={22} aria-hidden /> {t("attention_none")}
        </p>
      ) : null}
      <ul className={classes.attention}>
        {attention.data?.items.map((item) => (
          <AttentionRow key={`${item.kind}:${item.subject_id ?? ""}`} item={item} />
        ))}
      </ul>
    </Card>
  );
}

function AttentionRow({ item }: { item: Item }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const Icon = icons[item.kind];
  const isPlatform = item.kind.startsWith("ad_account_");
  const subject = isPlatform ? t(item.subject ?? "") : item.subject;
  const since = item.since ? `${format.date(item.since, "short")} ${format.time(item.since)}` : "";
  const day = item.ends_on ? format.date(`${item.ends_on}T09:00:00Z`, "full") : "";
  const amount = item.amount_halalas === null ? "" : format.riyals(item.amount_halalas);
  const time = item.charge_at ? format.time(item.charge_at) : "";
  return (
    <li>
      <span className={classes.attentionIcon}>
        <Icon size={20} aria-hidden />
      </span>
      <div>
        <strong>{t(item.kind, { subject, day, since, amount, time })}</strong>
        <p>{t(`${item.kind}_words`)}</p>
      </div>
      <Link to={whereTo(item)} className={classes.attentionAction}>
        {t(`${item.kind}_action`)}
      </Link>
    </li>
  );
}

function whereTo(item: Item): string {
  switch (item.kind) {
    case "wallet_low":
    case "wallet_empty":
    case "top_up_card_refused":
    case "top_up_card_unusable":
    case "top_up_planned":
      return "/financial-transaction/wallet";
    case "charged_back":
      return "/financial-transaction/operations-table";
    case "card_expiring":
      return "/financial-transaction/payment-methods";
    case "store_connection_lost":
      return "/link-ad-accounts/add-store";
    case "ad_account_connection_lost":
    case "ad_account_permission_ends":
    case "ad_account_silent":
      return "/link-ad-accounts/connect-platform";
    case "campaign_sync_failed":
    case "season_budget_failed":
      return `/campaigns/${item.subject_id}`;
  }
}
