import { Button, Select } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMessages } from "#base/shared/envelope.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { seasonNames } from "../contract/season-names.ts";
import { categories, lengths, tones, tongues } from "../contract/writer-enums.ts";
import { ProductChip } from "./product-chip.tsx";
import classes from "./writer.module.css";
import type { Choices } from "./writer-choices-state.ts";

type Props = { choices: Choices; errors: FieldMessages; onChange: (changed: Partial<Choices>) => void };

/** Product, kind and dialect; tone and length are behind a button, as they are seldom changed. */
export function WriterChoices({ choices, errors, onChange }: Props) {
  const { t } = useTranslation("assistants");
  const language = useLanguage();
  const [isMore, setMore] = useState(false);
  const more = useId();
  const { product, category, tongue, tone, length, season } = choices;
  const toData = <Value extends string>(values: readonly Value[], toLabel: (value: Value) => string) =>
    values.map((value) => ({ value, label: toLabel(value) }));
  return (
    <div className={classes.choices}>
      <div className={classes.chips}>
        <ProductChip
          product={product}
          error={errors.product_id?.[0]}
          onChoose={(chosen) => onChange({ product: chosen })}
        />
        <Select
          aria-label={t("category")}
          allowDeselect={false}
          data={toData(categories, (value) => t(`categories.${value}`))}
          value={category}
          onChange={(value) => onChange({ category: value as Choices["category"] })}
        />
        <Select
          aria-label={t("tongue")}
          allowDeselect={false}
          data={toData(tongues, (value) => t(`tongues.${value}`))}
          value={tongue}
          onChange={(value) => onChange({ tongue: value as Choices["tongue"] })}
        />
        <Button
          variant="default"
          aria-label={t("more_options")}
          title={t("more_options")}
          aria-expanded={isMore}
          aria-controls={more}
          onClick={() => setMore(!isMore)}
        >
          <IconAdjustmentsHorizontal size={20} aria-hidden />
        </Button>
      </div>
      {isMore || category === "season_greeting" ? (
        <div className={classes.chips} id={more}>
          {category === "season_greeting" ? (
            <Select
              aria-label={t("season")}
              placeholder={t("season")}
              data={seasonKeys.map((value) => ({ value, label: seasonNames[value][language] }))}
              value={season}
              error={errors.season?.[0]}
              onChange={(value) => onChange({ season: value as Choices["season"] })}
            />
          ) : null}
          {isMore ? (
            <>
              <Select
                aria-label={t("tone")}
                allowDeselect={false}
                data={toData(tones, (value) => t(`tones.${value}`))}
                value={tone}
                onChange={(value) => onChange({ tone: value as Choices["tone"] })}
              />
              <Select
                aria-label={t("length")}
                allowDeselect={false}
                data={toData(lengths, (value) => t(`lengths.${value}`))}
                value={length}
                onChange={(value) => onChange({ length: value as Choices["length"] })}
              />
            </>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
