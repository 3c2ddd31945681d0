import { Textarea } from "@mantine/core";
import { errorNode, TextField } from "#base/web/fields.tsx";
import { Figure, Ltr } from "#base/web/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import classes from "./form.module.css";

type Props = {
  label: string;
  max: number;
  counted: Capabilities["textsCountedBy"];
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** A text with its limit counted while it is typed, as the platform counts it. */
export function Counted({ label, max, counted, value, error, onChange }: Props) {
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      maxLength={max + 60}
      rightSectionWidth={72}
      rightSection={<Count length={textLength(value, counted)} max={max} />}
      onChange={onChange}
    />
  );
}

/** The same over several lines. */
export function CountedLines({ label, max, counted, value, error, onChange }: Props) {
  return (
    <Textarea
      className={classes.wide ?? ""}
      label={
        <span className={classes.counted}>
          {label} <Count length={textLength(value, counted)} max={max} />
        </span>
      }
      aria-label={label}
      rows={3}
      maxLength={1_000}
      value={value}
      error={errorNode(error)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Count({ length, max }: { length: number; max: number }) {
  return (
    <span className={classes.count} data-over={length > max ? true : undefined} aria-hidden>
      <Ltr>
        <Figure value={length} /> / <Figure value={max} />
      </Ltr>
    </span>
  );
}
