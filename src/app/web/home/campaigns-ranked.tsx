import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import { type HomeCampaigns, useHomeCampaigns } from "#modules/reports/web/home.queries.ts";
import { Roas } from "#modules/reports/web/stat-row.tsx";
import classes from "./home.module.css";
import { useHomeScope } from "./home-scope.ts";

/** The period's campaigns that bring more than they cost, and those that cost more than they bring. */
export function CampaignsRanked() {
  const { t } = useTranslation("home");
  const [scope] = useHomeScope();
  const campaigns = useHomeCampaigns(scope);
  return (
    <Card title={t("ranked.title")}>
      <QueryBoundary query={campaigns} fallback={<SkeletonRows count={3} />}>
        {({ earning, burning }) =>
          earning.length + burning.length === 0 ? (
            <p className={classes.none}>{t("ranked.none")}</p>
          ) : (
            <>
              <Ranked name={t("ranked.earning")} rows={earning} none={t("ranked.none_earning")} />
              <Ranked name={t("ranked.burning")} rows={burning} none={t("ranked.none_burning")} />
            </>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

type Props = { name: string; rows: HomeCampaigns["earning"]; none: string };

function Ranked({ name, rows, none }: Props) {
  const counted = useCountedOrders();
  return (
    <section className={classes.ranked} aria-label={name}>
      <h3>{name}</h3>
      {rows.length === 0 ? <p className={classes.none}>{none}</p> : null}
      <ul>
        {rows.map(({ id, name: campaign, platform, net_halalas, ...figures }) => (
          <li key={id}>
            <Link to="/campaigns/$id" params={{ id }} className={classes.campaign}>
              <PlatformIcon platform={platform} size={32} />
              <UserText>{campaign}</UserText>
            </Link>
            <span className={classes.net} data-tone={net_halalas < 0 ? "bad" : "good"}>
              <strong>
                <Money halalas={net_halalas} whole signed />
              </strong>
              <Return value={readSales(figures, counted).roas} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Return({ value }: { value: number | null }) {
  return value === null ? null : (
    <small>
      <Roas value={value} />
    </small>
  );
}
