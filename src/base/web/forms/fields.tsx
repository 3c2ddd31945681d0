import { TextInput, type TextInputProps } from "@mantine/core";
import { IconExclamationCircle } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatShortRiyals, type Halalas, parseRiyals, toLatinDigits } from "#base/shared/money.ts";
import { RiyalSign } from "../kit/money.tsx";
import classes from "./fields.module.css";

/* Every field takes plain values, and works with `{...form.getInputProps("name")}` of @mantine/form. */

/** The props of every field. `error` is shown under the field with an icon and is linked to it for screen readers. */
type Shared = Omit<TextInputProps, "value" | "onChange" | "error" | "defaultValue"> & { error?: ReactNode };

type TextValue = { value?: string; onChange?: (text: string) => void };
/** Halalas in a money field; null while the typed text is not a number. */
type NumberValue = { value?: number | null; onChange?: (value: number | null) => void };

/** An error line: an icon and what to do, never red alone. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={classes.error}>
      <IconExclamationCircle size={16} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

/** Mantine's text field with our error line; `value` and `onChange` are plain strings. */
export function TextField({ value = "", onChange, error, ...rest }: Shared & TextValue) {
  return (
    <TextInput
      {...rest}
      value={value}
      error={errorNode(error)}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    />
  );
}

/** A Latin field (e-mail, link) inside an Arabic form: written left to right. */
export function LtrField(props: Shared & TextValue) {
  return <TextField {...props} dir="ltr" classNames={{ input: classes.ltr ?? "" }} />;
}

/** A whole or decimal number however it is typed, Arabic-Indic digits included; null while it is not a number. */
export function NumberField({
  value = null,
  onChange,
  error,
  decimals = 0,
  ...rest
}: Shared & NumberValue & { decimals?: number }) {
  const [typed, type] = useTyped(
    value === null ? "" : String(value),
    (text) => readNumber(text, decimals) === value,
  );
  return (
    <TextField
      {...rest}
      dir="ltr"
      inputMode={decimals > 0 ? "decimal" : "numeric"}
      autoComplete="off"
      classNames={{ input: `${classes.ltr} figures` }}
      value={typed}
      error={error}
      onChange={(text) => {
        const clean = toLatinDigits(text).replace(/[^\d.,-]/g, "");
        type(clean);
        onChange?.(readNumber(clean, decimals));
      }}
    />
  );
}

/**
 * Riyals as typed, halalas as the value; null while it is not an amount, which is said at once. The currency sign is
 * beside it.
 */
export function MoneyField({ value = null, onChange, error, ...rest }: Shared & NumberValue) {
  const { t } = useTranslation("base");
  const [typed, type] = useTyped(
    value === null ? "" : plainRiyals(value),
    (text) => parseRiyals(text) === value,
  );
  return (
    <TextField
      {...rest}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      leftSection={<RiyalSign />}
      classNames={{ input: `${classes.ltr} figures` }}
      value={typed}
      error={isWrongAmount(typed) ? t("money_not_valid") : error}
      onChange={(text) => {
        const clean = toLatinDigits(text).replace(/[^\d.,]/g, "");
        type(clean);
        onChange?.(parseRiyals(clean));
      }}
    />
  );
}

/** A mobile number in any form Saudis type it: digits become Latin, the server validates the rest. */
export function PhoneField({ value = "", onChange, error, ...rest }: Shared & TextValue) {
  return (
    <TextField
      {...rest}
      dir="ltr"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={24}
      placeholder={rest.placeholder ?? "05X XXX XXXX"}
      classNames={{ input: `${classes.ltr} figures` }}
      value={value}
      error={error}
      onChange={(text) => onChange?.(toLatinDigits(text).replace(/[^\d+ ()-]/g, ""))}
    />
  );
}

/** A one-time code of six digits in one field, so that phones can fill it from the message; `onComplete` at the sixth. */
export function OtpField({
  value = "",
  onChange,
  onComplete,
  error,
  length = 6,
  ...rest
}: Shared & TextValue & { onComplete?: (code: string) => void; length?: number }) {
  return (
    <TextField
      {...rest}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      classNames={{ input: `${classes.otp} figures` }}
      value={value}
      error={error}
      onChange={(text) => {
        const code = toLatinDigits(text).replace(/\D/g, "").slice(0, length);
        onChange?.(code);
        if (code.length === length && code !== value) onComplete?.(code);
      }}
    />
  );
}

/** Our error line for Mantine's own fields (Select, Checkbox…): `error={errorNode(message)}`. */
export function errorNode(error: ReactNode): ReactNode {
  return error ? <FieldError>{error}</FieldError> : undefined;
}

/** An error line for something that is not a Mantine field (an upload, a group of chips). */
export function ErrorLine({ id, children }: { id?: string; children: ReactNode }) {
  const { t } = useTranslation("base");
  return (
    <p id={id} role="alert" className={classes.line} aria-label={t("error")}>
      <FieldError>{children}</FieldError>
    </p>
  );
}

/** Typed text stays as typed ("12.") while it means the given value; a value set from outside replaces it. */
function useTyped(shown: string, means: (typed: string) => boolean): [string, (text: string) => void] {
  const [typed, setTyped] = useState(shown);
  return [means(typed) ? typed : shown, setTyped];
}

/** "1,250.5" with at most `decimals` places; null for anything else. */
export function readNumber(text: string, decimals: number): number | null {
  const plain = toLatinDigits(text)
    .trim()
    .replace(/,(?=\d{3}(\D|$))/g, "");
  const match = /^-?\d{1,12}(?:\.(\d+))?$/.exec(plain);
  if (!match || (match[1]?.length ?? 0) > decimals) return null;
  return Number(plain);
}

/** Something that is no amount, and not the beginning of one either ("12."). */
const isWrongAmount = (typed: string) =>
  typed !== "" && parseRiyals(typed) === null && parseRiyals(typed.replace(/[.,]$/, "")) === null;

const plainRiyals = (halalas: number) => formatShortRiyals(halalas as Halalas).replaceAll(",", "");
