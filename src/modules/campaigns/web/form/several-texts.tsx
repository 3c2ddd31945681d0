import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { Counted } from "./counted.tsx";
import classes from "./form.module.css";

type Props = {
  /** The label of the text with this number; the first has a field of its own above these. */
  label: (place: number) => string;
  add: string;
  values: readonly string[];
  /** The number of texts an ad takes, the first included. */
  count: { min: number; max: number };
  length: number;
  counted: Capabilities["textsCountedBy"];
  error: string | undefined;
  onChange: (values: string[]) => void;
};

/** Further texts of an ad that its platform combines: the required number of fields, and more on demand. */
export function SeveralTexts({ label, add, values, count, length, counted, error, onChange }: Props) {
  const { t } = useTranslation("campaigns_form");
  if (count.max < 2) return null;
  const least = Math.max(0, count.min - 1);
  const shown = [...values, ...Array<string>(Math.max(0, least - values.length)).fill("")];
  const change = (at: number, text: string) =>
    onChange(shown.map((one, index) => (index === at ? text : one)));
  return (
    <div className={`${classes.wide} ${classes.stack}`}>
      {shown.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is known by its place alone
        <div key={index} className={classes.severalRow}>
          <Counted
            label={label(index + 2)}
            max={length}
            counted={counted}
            value={text}
            error={undefined}
            onChange={(typed) => change(index, typed)}
          />
          {index < least ? null : (
            <ActionIcon
              variant="subtle"
              size="xl"
              color="bad"
              aria-label={t("drop_text", { what: label(index + 2) })}
              onClick={() => onChange(shown.filter((_, at) => at !== index))}
            >
              <IconTrash size={19} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {error ? <ErrorLine>{error}</ErrorLine> : null}
      {shown.length + 1 < count.max ? (
        <Button
          variant="subtle"
          className={classes.addText ?? ""}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onChange([...shown, ""])}
        >
          {add}
        </Button>
      ) : null}
    </div>
  );
}
