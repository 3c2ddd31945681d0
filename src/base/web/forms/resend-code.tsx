import { Button } from "@mantine/core";
import { useState } from "react";
import { TimeLeft } from "../kit/text.tsx";
import { useCountdown } from "../runtime/use-countdown.ts";
import classes from "./resend-code.module.css";
import { useSubmission } from "./use-submission.ts";

type Props = {
  /** Another code may be sent from then on, by this browser's clock, in milliseconds. */
  firstAt: number;
  label: string;
  /** Stands before the minutes and seconds that are left. */
  waiting: string;
  /** Sends another code; returns when the one after it may be sent. */
  send: () => Promise<number>;
};

/** Another code once the countdown is over. */
export function ResendCode({ firstAt, label, waiting, send }: Props) {
  const [at, setAt] = useState(firstAt);
  const left = useCountdown(at);
  const submission = useSubmission<never>([]);
  if (left > 0)
    return (
      <p className={classes.waiting} role="timer" aria-live="off">
        <span>{waiting}</span>
        <TimeLeft seconds={left} />
      </p>
    );
  return (
    <Button
      variant="subtle"
      loading={submission.isSubmitting}
      onClick={() => void submission.run(async () => setAt(await send()))}
    >
      {label}
    </Button>
  );
}
