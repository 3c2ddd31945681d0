import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import classes from "./form.module.css";

type Props = {
  limits: NonNullable<Capabilities["keywords"]>;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  /** Keywords from the product's name, offered while there are none. */
  proposed?: readonly string[] | undefined;
};

/** Search keywords: one per line, or separated by commas; duplicates are removed. */
export function KeywordsField({ limits, value, onChange, error, proposed = [] }: Props) {
  const { t } = useTranslation("campaigns_form");
  const [typed, type] = useState(() => value.join("\n"));
  const text = keywordsIn(typed).join("\n") === value.join("\n") ? typed : value.join("\n");
  return (
    <div className={classes.stack}>
      <Textarea
        label={
          <span className={classes.counted}>
            {t("keywords")}
            <span
              className={classes.count}
              data-over={value.length > limits.max ? true : undefined}
              aria-hidden
            >
              <Ltr>
                <Figure value={value.length} /> / <Figure value={limits.max} />
              </Ltr>
            </span>
          </span>
        }
        aria-label={t("keywords")}
        description={t("keywords_words", { length: limits.length })}
        rows={5}
        value={text}
        error={errorNode(error)}
        onChange={(event) => {
          type(event.currentTarget.value);
          onChange(keywordsIn(event.currentTarget.value));
        }}
      />
      {value.length === 0 && proposed.length > 0 ? (
        <div className={classes.fix}>
          <Button size="compact-md" variant="light" onClick={() => onChange([...proposed])}>
            {t("keywords_from_product")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

export function keywordsIn(text: string): string[] {
  const words = text.split(/[\n,،]/).map((word) => word.replace(/\s+/g, " ").trim());
  return [...new Set(words.filter((word) => word !== ""))];
}
