import { Button, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { toLastDays } from "#base/shared/period.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { download } from "#base/web/data/download.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { LinkDetails } from "../contract/link-shapes.ts";
import { HealthBadge, StateBadge } from "./links/badges.tsx";
import { LinkHistory } from "./links/link-history.tsx";
import { LinkReport } from "./links/link-report.tsx";
import classes from "./links/links.module.css";
import { QrCard } from "./links/qr-card.tsx";
import { trackingKeys, useLink } from "./tracking.queries.ts";
import { call } from "./tracking-calls.ts";

const periods = ["7", "28", "90", "366"] as const;

/** One link: its address, what it brought, its QR code, and what was changed of it. */
export function LinkPage() {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const { id = "" } = useParams({ strict: false });
  const link = useLink(id);
  return (
    <QueryBoundary
      query={link}
      fallback={
        <>
          <PageHeader title={t("tracking:title")} />
          <SkeletonRows count={6} />
        </>
      }
    >
      {(link) => <Shown link={link} />}
    </QueryBoundary>
  );
}

function Shown({ link }: { link: LinkDetails }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const { days: chosen }: { days?: unknown } = useSearch({ strict: false });
  const days = periods.find((one) => one === String(chosen)) ?? "28";
  const navigate = useNavigate();
  const { id } = link;
  const period = toLastDays(Number(days), toRiyadhDay(useNow()));
  const save = useMutation({
    mutationFn: () => download("GET Clients/Tracking/{id}/clicks", { params: { id }, query: period }),
  });
  return (
    <div className={classes.stack}>
      <PageHeader
        title={link.name || t("of_ad")}
        lead={
          <span className={classes.badges}>
            <StateBadge state={link.state} />
            <HealthBadge health={link.health} />
            {t(`tracking:platforms.${link.platform}`)}
          </span>
        }
        actions={
          <>
            {link.origin === "manual" ? (
              <LinkButton variant="default" to="/tracking/$id/edit" params={{ id }}>
                {t("edit")}
              </LinkButton>
            ) : null}
            {isAllowed("tracking_link", "manage") ? <StopButton link={link} /> : null}
          </>
        }
      />
      {link.blocked_reason ? (
        <Banner tone="bad" title={t("blocked")}>
          <UserText>{link.blocked_reason}</UserText>
        </Banner>
      ) : null}
      <Card>
        <div className={classes.addresses}>
          <CopyField label={t("tracking:columns.url")} value={link.url} />
          <CopyField label={t("tracking:columns.destination")} value={link.destination_url} />
          <CopyField label={t("landing")} value={link.landing_url} />
          <p className={classes.note}>
            {link.health.checked_at ? (
              <>
                {t(`health.${link.health.state}`)} · <RelativeTime at={link.health.checked_at} />
              </>
            ) : (
              t("health.not_checked")
            )}
          </p>
        </div>
      </Card>
      <div className={classes.row}>
        <Select
          aria-label={t("period")}
          allowDeselect={false}
          value={days}
          data={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
          onChange={(value) =>
            void navigate({
              to: "/tracking/$id",
              params: { id },
              search: value && value !== "28" ? { days: value } : {},
              replace: true,
            })
          }
        />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t("export.clicks")}
        </Button>
      </div>
      <LinkReport id={id} period={period} />
      <QrCard id={id} />
      <LinkHistory id={id} />
    </div>
  );
}

/** Stops the link or puts it to use again; our staff's block is not the merchant's to lift. */
function StopButton({ link: { id, state, stopped_at } }: { link: LinkDetails }) {
  const { t } = useTranslation("tracking_links");
  const client = useQueryClient();
  const isStopped = stopped_at !== null;
  const set = useMutation({
    mutationFn: () =>
      isStopped
        ? call("POST Clients/Tracking/{id}/resume", { params: { id } })
        : call("POST Clients/Tracking/{id}/stop", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: trackingKeys.all }),
  });
  if (state === "blocked") return null;
  return (
    <Button variant="default" loading={set.isPending} onClick={() => set.mutate()}>
      {t(isStopped ? "resume" : "pause")}
    </Button>
  );
}
