import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { type HomeChanges, useHomeChanges } from "#modules/reports/web/home.queries.ts";
import classes from "./home.module.css";
import { useHomeScope } from "./home-scope.ts";

/** Today so far beside yesterday by the same hour, and the campaigns that explain the difference. */
export function ChangesCard() {
  const { t } = useTranslation("home");
  const [scope] = useHomeScope();
  const changes = useHomeChanges(scope);
  return (
    <Card title={t("changes.title")}>
      <QueryBoundary query={changes} fallback={<SkeletonRows count={2} />}>
        {(data) => <Changes changes={data} />}
      </QueryBoundary>
    </Card>
  );
}

function Changes({ changes: { today, yesterday, campaigns } }: { changes: HomeChanges }) {
  const { t } = useTranslation(["home", "reports"]);
  const isQuiet = Object.values(today).every((value) => value === 0);
  if (isQuiet && campaigns.length === 0) return <p className={classes.none}>{t("home:changes.none_yet")}</p>;
  return (
    <>
      <dl className={classes.sums}>
        <Sum
          name={t("reports:sales_short")}
          now={today.sales_placed_halalas}
          before={yesterday.sales_placed_halalas}
        />
        <Sum name={t("reports:spend")} now={today.spend_halalas} before={yesterday.spend_halalas} />
        <div>
          <dt>{t("reports:orders")}</dt>
          <dd>
            <Figure value={today.orders_placed} />
          </dd>
          <dd className={classes.before}>
            {t("home:changes.before")} <Figure value={yesterday.orders_placed} />
          </dd>
        </div>
      </dl>
      {campaigns.length === 0 ? (
        <p className={classes.none}>{t("home:changes.steady")}</p>
      ) : (
        <ul className={classes.changes} aria-label={t("home:changes.why")}>
          {campaigns.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ul>
      )}
    </>
  );
}

function Sum({ name, now, before }: { name: string; now: number; before: number }) {
  const { t } = useTranslation("home");
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money halalas={now} whole />
      </dd>
      <dd className={classes.before}>
        {t("changes.before")} <Money halalas={before} whole />
      </dd>
    </div>
  );
}

function ChangeRow({ change }: { change: HomeChanges["campaigns"][number] }) {
  const { t } = useTranslation("home");
  const format = useFormat();
  const { id, name, platform, reason } = change;
  const amount = reason.endsWith("orders")
    ? format.number(Math.abs(change.orders_change))
    : format.riyals(Math.abs(change.spend_change_halalas), true);
  return (
    <li>
      <Link to="/campaigns/$id" params={{ id }} className={classes.campaign}>
        <PlatformIcon platform={platform} size={32} />
        <UserText>{name}</UserText>
      </Link>
      <span className={classes.reason}>
        {t(`changes.reasons.${reason}`, { amount, count: Math.abs(change.orders_change) })}
      </span>
    </li>
  );
}
