import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { useCampaigns } from "#modules/campaigns/web/campaigns.queries.ts";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import classes from "./search.module.css";

/** Finds campaigns by their names; the query is part of the address. */
export function SearchPage() {
  const { t } = useTranslation("app");
  const found: { q?: unknown } = useSearch({ strict: false });
  const q = found.q === undefined ? "" : String(found.q);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t("nav.search")} lead={t("search.lead")} />
      <Card>
        <search className={classes.search}>
          <SearchField
            aria-label={t("nav.search")}
            placeholder={t("search_placeholder")}
            value={q}
            autoFocus
            onSearch={(text) =>
              void navigate({ to: "/search", search: text === "" ? {} : { q: text }, replace: true })
            }
          />
        </search>
        <Campaigns search={q} />
      </Card>
    </>
  );
}

function Campaigns({ search }: { search: string }) {
  const { t } = useTranslation("app");
  const campaigns = useCampaigns({ page: 1, size: 10, search, sort: "created", order: "desc" });
  return (
    <QueryBoundary query={campaigns} fallback={<SkeletonRows count={4} />}>
      {({ items, total }) => (
        <>
          <p role="status" className={classes.count}>
            {t(total === 0 ? "search.none" : "search.found", { count: total })}
          </p>
          <ul className={classes.list}>
            {items.map(({ id, name, platform, status }) => (
              <li key={id}>
                <Link to="/campaigns/$id" params={{ id }} className={classes.found}>
                  <PlatformIcon platform={platform} />
                  <UserText>{name}</UserText>
                  <CampaignStatus status={status} />
                </Link>
              </li>
            ))}
          </ul>
          {total > items.length ? (
            <Link to="/campaigns" search={{ search } as never}>
              {t("search.all")}
            </Link>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}
