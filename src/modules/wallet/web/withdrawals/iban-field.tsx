import { TextInput } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { errorNode } from "#base/web/forms/fields.tsx";
import { formatIban } from "../../contract/iban.ts";
import { cleanIban } from "./clean-iban.ts";
import classes from "./withdrawals.module.css";

type Props = {
  label: string;
  description?: string;
  /** Without spaces. */
  value?: string;
  error?: ReactNode;
  onChange?: (iban: string) => void;
};

/** An IBAN in groups of four while it is typed, left to right in both languages; the caret stays where it was. */
export function IbanField({ value = "", error, onChange, ...rest }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups move the caret each time the text changes
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);
  return (
    <TextInput
      {...rest}
      ref={field}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      classNames={{ input: `${classes.iban} figures` }}
      value={formatIban(value)}
      error={errorNode(error)}
      onChange={({ currentTarget: { value: typed, selectionStart } }) => {
        const next = cleanIban(typed);
        const before = selectionStart === null ? next : cleanIban(typed.slice(0, selectionStart));
        caret.current = selectionStart === typed.length ? formatIban(next).length : formatIban(before).length;
        onChange?.(next);
      }}
    />
  );
}
