import { Button, Group, Modal, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { DateText, Ltr, TimeText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useEmailAddress } from "#modules/messages/web/messages.queries.ts";
import { frequencies } from "../../contract/custom-report.ts";
import type { CustomReport } from "../../contract/custom-reports.calls.ts";
import classes from "./custom.module.css";
import { type ScheduleInput, useSetSchedule } from "./custom.queries.ts";
import { Choices } from "./definition-fields.tsx";

type Props = { opened: boolean; report: CustomReport; onClose: () => void };

/** When the report is sent to the member's proven address; without one, where to prove it. */
export function ScheduleDialog({ opened, report, onClose }: Props) {
  const { t } = useTranslation(["reports_custom", "base"]);
  const email = useEmailAddress();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{t("schedule.title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.stack}>
        <p className={classes.soft}>{t("schedule.lead")}</p>
        <QueryBoundary query={email} fallback={<SkeletonLine height="6rem" />}>
          {({ address, proven_at, can_send }) =>
            can_send && address !== null && proven_at !== null ? (
              <ScheduleForm key={report.updated_at} report={report} address={address} onClose={onClose} />
            ) : (
              <Banner
                tone="waiting"
                action={
                  can_send ? (
                    <LinkButton to="/account-settings/account-details" size="sm">
                      {t("schedule.prove")}
                    </LinkButton>
                  ) : undefined
                }
              >
                {t(
                  can_send
                    ? address === null
                      ? "schedule.missing"
                      : "schedule.not_proven"
                    : "schedule.unavailable",
                )}
              </Banner>
            )
          }
        </QueryBoundary>
        <Facts report={report} />
      </div>
    </Modal>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const monthDays = Array.from({ length: 28 }, (_, index) => index + 1);
/** Sunday morning: the beginning of the Saudi week. */
const first: ScheduleInput = { frequency: "weekly", hour: 8, weekday: 0, month_day: 1, is_active: true };

function ScheduleForm({
  report,
  address,
  onClose,
}: {
  report: CustomReport;
  address: string;
  onClose: () => void;
}) {
  const { t } = useTranslation("reports_custom");
  const format = useFormat();
  const { schedule } = report;
  const [input, setInput] = useState<ScheduleInput>(
    schedule
      ? {
          frequency: schedule.frequency,
          hour: schedule.hour,
          weekday: schedule.weekday ?? 0,
          month_day: schedule.month_day ?? 1,
          is_active: true,
        }
      : first,
  );
  const set = useSetSchedule(report.id, ({ schedule: saved }) => {
    notify(t(saved?.is_active ? "schedule.saved" : "schedule.stopped"), "success");
    onClose();
  });
  const isRunning = schedule?.is_active ?? false;
  const change = (part: Partial<ScheduleInput>) => setInput((before) => ({ ...before, ...part }));
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ ...input, is_active: true });
      }}
    >
      <Choices
        legend={t("schedule.frequency")}
        options={frequencies.map((value) => ({ value, label: t(`schedule.${value}`) }))}
        isChosen={(choice) => choice === input.frequency}
        onToggle={(frequency) => change({ frequency })}
      />
      <div className={classes.fields}>
        {input.frequency === "weekly" ? (
          <Select
            label={t("schedule.weekday")}
            data={weekdays.map((day) => ({ value: String(day), label: t(`schedule.days.${day}`) }))}
            value={String(input.weekday)}
            allowDeselect={false}
            onChange={(value) => change({ weekday: Number(value) })}
          />
        ) : null}
        {input.frequency === "monthly" ? (
          <Select
            label={t("schedule.month_day")}
            data={monthDays.map((day) => ({ value: String(day), label: format.number(day) }))}
            value={String(input.month_day)}
            allowDeselect={false}
            onChange={(value) => change({ month_day: Number(value) })}
          />
        ) : null}
        <Select
          label={t("schedule.hour")}
          data={hours.map((hour) => ({ value: String(hour), label: format.time(toInstant(hour)) }))}
          value={String(input.hour)}
          allowDeselect={false}
          onChange={(value) => change({ hour: Number(value) })}
        />
      </div>
      <p>
        {t("schedule.to")} <Ltr>{address}</Ltr>
      </p>
      <Group gap="sm">
        <Button type="submit" loading={set.isPending}>
          {t(isRunning ? "schedule.save" : "schedule.turn_on")}
        </Button>
        {isRunning ? (
          <Button
            variant="subtle"
            color="bad"
            disabled={set.isPending}
            onClick={() => set.mutate({ ...input, is_active: false })}
          >
            {t("schedule.turn_off")}
          </Button>
        ) : null}
      </Group>
    </form>
  );
}

/** The hour in Riyadh, as an instant of some day. */
const toInstant = (hour: number) => new Date(Date.UTC(2026, 0, 2, hour - 3));

/** When it is sent next, how the last one went, and why it stopped. */
function Facts({ report: { schedule } }: { report: CustomReport }) {
  const { t } = useTranslation("reports_custom");
  if (!schedule) return null;
  const { next_due_at, last, stop_reason } = schedule;
  return (
    <>
      {stop_reason ? <Banner tone="waiting">{t(`schedule.reasons.${stop_reason}`)}</Banner> : null}
      <dl className={classes.facts}>
        {next_due_at ? (
          <div>
            <dt>{t("schedule.next")}</dt>
            <dd>
              <DateText at={next_due_at} /> <TimeText at={next_due_at} />
            </dd>
          </div>
        ) : null}
        {last ? (
          <div>
            <dt>{t("schedule.last")}</dt>
            <dd>
              <DateText at={`${last.due_on}T09:00:00Z`} /> · {t(`schedule.states.${last.state}`)}
            </dd>
          </div>
        ) : null}
      </dl>
    </>
  );
}
