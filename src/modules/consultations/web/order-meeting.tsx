import { Button } from "@mantine/core";
import { IconCalendarPlus, IconExternalLink, IconVideo } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { Card } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { meetingRules } from "../contract/consultations-enums.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { isJoinable } from "../domain/order.ts";
import classes from "./consultations.module.css";
import { call } from "./consultations.queries.ts";
import { MeetingTime } from "./meeting-time.tsx";
import { toFacts } from "./to-facts.ts";

/** The meeting: how its time is chosen, when it is, and how it is opened. Nothing while the order has none to come. */
export function OrderMeeting({ order }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const { status, scheduling_url: url, starts_at, ends_at } = order;
  if (status === "created")
    return (
      <Card title={t("meeting.title")}>
        <p className={classes.quiet}>{t("meeting.waiting")}</p>
      </Card>
    );
  if (status === "accepted")
    return (
      <Card title={t("meeting.title")} tone="palm">
        <div className={classes.stack}>
          <p>{t("meeting.choose_words")}</p>
          {url === null ? null : <SchedulingLink url={url} label={t("meeting.choose")} isMain />}
        </div>
      </Card>
    );
  if (starts_at === null || ends_at === null) return null;
  return (
    <Card title={t("meeting.title")}>
      <div className={classes.stack}>
        <MeetingTime startsAt={starts_at} endsAt={ends_at} />
        <Joined order={order} />
        {status === "confirmed" ? <MeetingActions order={order} /> : null}
      </div>
    </Card>
  );
}

/** Leads away from the product: to the page of the calendar. */
function SchedulingLink({ url, label, isMain = false }: { url: string; label: string; isMain?: boolean }) {
  return (
    <div>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        {...(isMain ? { color: "clay" } : { variant: "default" })}
        rightSection={<IconExternalLink size={18} aria-hidden />}
      >
        {label}
      </Button>
    </div>
  );
}

function Joined({
  order: { merchant_joined_at: own, consultant_joined_at: theirs },
}: {
  order: OrderDetails;
}) {
  const { t } = useTranslation("consultations");
  const format = useFormat();
  if (own === null && theirs === null) return null;
  return (
    <p className={classes.quiet}>
      {[
        ...(own ? [t("meeting.merchant_joined", { time: format.time(own) })] : []),
        ...(theirs ? [t("meeting.consultant_joined", { time: format.time(theirs) })] : []),
      ].join(" · ")}
    </p>
  );
}

function MeetingActions({ order }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const params = { id: order.id };
  const canJoin = isJoinable(toFacts(order), useNow());
  const join = useMutation({
    mutationFn: () => call("POST Clients/ConsultationOrders/{id}/join", { params }),
    // In this tab: a browser blocks a new one that no tap opens.
    onSuccess: ({ meeting_url: address }) =>
      address === null ? notify(t("meeting.not_online"), "info") : window.location.assign(address),
  });
  const save = useMutation({
    mutationFn: () => download("GET Clients/ConsultationOrders/{id}/calendar", { params }),
  });
  return (
    <>
      {canJoin ? null : (
        <p className={classes.quiet}>{t("meeting.opens", { minutes: meetingRules.opensBeforeMinutes })}</p>
      )}
      <div className={classes.acts}>
        {canJoin ? (
          <Button
            color="clay"
            leftSection={<IconVideo size={18} aria-hidden />}
            loading={join.isPending}
            onClick={() => join.mutate()}
          >
            {t("meeting.join")}
          </Button>
        ) : null}
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t("meeting.calendar")}
        </Button>
        {order.scheduling_url === null ? null : (
          <SchedulingLink url={order.scheduling_url} label={t("meeting.move")} />
        )}
      </div>
    </>
  );
}
