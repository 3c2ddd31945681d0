import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import type { ConversionDay, HealthAnswer } from "../../contract/conversions.calls.ts";
import { healthDays } from "../../contract/enums.ts";

/** `unanswered`: a platform such as Google takes purchases first and judges them later. */
const figures = [
  { key: "sent", read: ({ sent }) => sent },
  { key: "accepted", read: ({ accepted }) => accepted },
  { key: "refused", read: ({ refused }) => refused },
  { key: "unanswered", read: ({ sent, accepted, refused }) => Math.max(0, sent - accepted - refused) },
  { key: "restated", read: ({ restated }) => restated },
] as const satisfies { key: string; read: (day: ConversionDay) => number }[];

/** What was sent in the last days and what came of it, the newest day first. */
export function DaysCard({ health: { days, destinations } }: { health: HealthAnswer }) {
  const { t } = useTranslation("conversions_health");
  const isOn = destinations.some(({ is_enabled }) => is_enabled);
  const columns: Column<ConversionDay>[] = [
    // Noon in Riyadh: the same day for every reader.
    {
      key: "day",
      header: t("days.day"),
      kind: "main",
      cell: ({ day }) => <DateText at={`${day}T09:00:00Z`} />,
    },
    {
      key: "platform",
      header: t("days.platform"),
      cell: ({ platform }) => t(`ad_accounts:platforms.${platform}`),
    },
    ...figures.map(
      ({ key, read }): Column<ConversionDay> => ({
        key,
        header: t(`days.${key}`),
        kind: "figure",
        cell: (row) => <Figure value={read(row)} />,
      }),
    ),
  ];
  return (
    <Card title={t("days.title", { count: healthDays })}>
      {days.length === 0 ? (
        <EmptyState title={t("days.none_title")}>{t(isOn ? "days.none" : "days.none_off")}</EmptyState>
      ) : (
        <DataTable
          caption={t("days.caption")}
          columns={columns}
          rows={days.toReversed()}
          rowKey={({ day, platform }) => `${day} ${platform}`}
        />
      )}
    </Card>
  );
}
