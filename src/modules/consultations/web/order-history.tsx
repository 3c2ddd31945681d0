import { useTranslation } from "react-i18next";
import { DateText, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { OrderDetails } from "../contract/order-shapes.ts";
import classes from "./consultations.module.css";

const known = [
  "created",
  "accepted",
  "rejected",
  "confirmed",
  "moved",
  "joined",
  "consultant_joined",
  "completed",
  "cancelled",
  "rated",
  "viewed",
  "consented",
  "consent_withdrawn",
  "advice_given",
  "advice_accepted",
  "advice_declined",
] as const;

/** What happened to the order, who did it and when, the oldest first. `client`: how the staff call the merchant. */
export function OrderHistory({ order: { timeline }, client }: { order: OrderDetails; client?: string }) {
  const { t } = useTranslation("consultations");
  return (
    <ol className={classes.history}>
      {timeline.map(({ at, action, by, by_name }) => {
        const found = known.find((one) => one === action);
        if (!found) return null;
        const happened = found === "completed" && by === "system" ? "completed_by_itself" : found;
        return (
          <li key={`${at} ${action}`}>
            <span>{t(`happened.${happened}`)}</span>
            <span className={classes.quiet}>
              <Person name={by_name ?? (by === "member" ? client : undefined)} by={by} /> ·{" "}
              <DateText at={at} /> · <TimeText at={at} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Person({ name, by }: { name: string | undefined; by: OrderDetails["timeline"][number]["by"] }) {
  const { t } = useTranslation("consultations");
  return name ? <UserText>{name}</UserText> : t(`by.${by}`);
}
