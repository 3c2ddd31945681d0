import { Textarea, TextInput } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { type TypedText, useTyped } from "#base/web/forms/use-typed.ts";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import classes from "./form.module.css";

type Props = {
  label: string;
  max: number;
  counted?: Capabilities["textsCountedBy"];
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  /** What depends on the text may be drawn a moment later; `onChange` then stores the text by itself. */
  isDeferred?: boolean;
};

type Field = { placeholder?: string };

/** A text field that counts its limit while the merchant types, as the platform counts it. */
export function Counted({
  label,
  max,
  counted = "units",
  value,
  error,
  onChange,
  isDeferred = false,
  ...rest
}: Props & Field) {
  const { input, type, text } = useTyped<HTMLInputElement>({ value, onChange, isDeferred });
  const isOver = useSyncExternalStore(text.subscribe, () => textLength(text.get(), counted) > max);
  return (
    <TextInput
      {...rest}
      {...input}
      label={label}
      error={errorNode(error)}
      rightSectionWidth={isOver ? 116 : 72}
      classNames={{ input: classes.contained ?? "" }}
      rightSection={
        <span className={`${classes.contained} ${classes.countBox}`}>
          <LiveCount text={text} counted={counted} max={max} />
        </span>
      }
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

type Lines = Props & { description?: string };

/** The same with several lines. */
export function CountedLines({
  label,
  max,
  counted = "units",
  value,
  error,
  onChange,
  isDeferred = false,
  description,
}: Lines) {
  const { input, type, text } = useTyped<HTMLTextAreaElement>({ value, onChange, isDeferred });
  return (
    <Textarea
      {...input}
      className={classes.wide ?? ""}
      label={
        <span className={classes.counted}>
          {label} <LiveCount text={text} counted={counted} max={max} />
        </span>
      }
      aria-label={label}
      description={description}
      rows={3}
      error={errorNode(error)}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

type Live = { text: TypedText } & Required<Pick<Props, "counted" | "max">>;

/** The count of a text while it is typed. */
function LiveCount({ text, counted, max }: Live) {
  const length = useSyncExternalStore(text.subscribe, () => textLength(text.get(), counted));
  return <Count length={length} max={max} />;
}

/**
 * How much of the limit is used; above it, how many characters are too many: "41 / 26" reads the other way round in
 * Arabic.
 */
export function Count({ length, max }: { length: number; max: number }) {
  const { t } = useTranslation("campaigns_form");
  return length > max ? (
    <span className={classes.count} data-over aria-hidden>
      {t("over_by", { count: length - max })}
    </span>
  ) : (
    <span className={classes.count} aria-hidden>
      <Ltr>
        <Figure value={length} /> / <Figure value={max} />
      </Ltr>
    </span>
  );
}
