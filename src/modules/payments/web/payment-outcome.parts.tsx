import { Button, Group } from "@mantine/core";
import { IconArrowUpRight, IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import classes from "./payment-outcome.module.css";

type Props = {
  title: string;
  /** Halalas; none while it is not said. */
  amount?: number | undefined;
  /** What it means for the merchant. */
  children: ReactNode;
  /** The next steps, as buttons. */
  actions?: ReactNode;
};

type WaitingProps = Props & {
  /** The bank's page, where it waits for the merchant. */
  bankUrl?: string | null;
};

/** A payment whose result the bank has not given yet, with the way to its page where it waits for the merchant. */
export function WaitingOutcome({ bankUrl = null, children, actions, ...rest }: WaitingProps) {
  const { t } = useTranslation("payments");
  const bank =
    bankUrl === null ? null : (
      <Button
        component="a"
        href={bankUrl}
        color="clay"
        size="lg"
        rightSection={<IconArrowUpRight size={18} aria-hidden className="turns" />}
      >
        {t("go_to_bank")}
      </Button>
    );
  return (
    <Outcome
      state="waiting"
      icon={<IconClock size={44} aria-hidden />}
      actions={
        <>
          {bank}
          {actions}
        </>
      }
      {...rest}
    >
      {children}
      <div className={classes.pulse} aria-hidden>
        <SkeletonLine height="0.5rem" />
      </div>
    </Outcome>
  );
}

export const DoneOutcome = (props: Props) => (
  <Outcome state="done" icon={<IconCircleCheck size={52} aria-hidden stroke={1.5} />} {...props} />
);

export const FailedOutcome = (props: Props) => (
  <Outcome state="failed" icon={<IconCircleX size={52} aria-hidden stroke={1.5} />} {...props} />
);

type OutcomeProps = Props & { state: "waiting" | "done" | "failed"; icon: ReactNode };

function Outcome({ state, icon, title, amount, children, actions }: OutcomeProps) {
  return (
    <div
      role={state === "failed" ? "alert" : "status"}
      aria-busy={state === "waiting"}
      className={classes.outcome}
      data-state={state}
    >
      {icon}
      <h2>{title}</h2>
      {amount === undefined ? null : (
        <p className={classes.amount}>
          <Money halalas={amount} />
        </p>
      )}
      {children}
      {actions ? (
        <Group justify="center" gap="sm">
          {actions}
        </Group>
      ) : null}
    </div>
  );
}
