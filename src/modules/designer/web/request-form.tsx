import { Button, Checkbox, Chip, Input, Select } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { errorNode, TextField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { Card } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { type SeasonKey, seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import {
  backgroundMax,
  designCounts,
  headlineMax,
  placementNames,
  type Style,
  styles,
  sublineMax,
} from "../contract/designer-enums.ts";
import { type Placement, placements as placementSizes } from "../contract/placements.ts";
import classes from "./designer.module.css";
import { designerKeys, useDesignerState } from "./designer.queries.ts";
import { call } from "./designer-calls.ts";
import { type Photograph, PhotographChoice } from "./photograph-choice.tsx";
import { type ChosenProduct, ProductChoice } from "./product-choice.tsx";

type Values = {
  product_id: ChosenProduct | null;
  media_id: Photograph | null;
  headline: string;
  subline: string;
  shows_price: boolean;
  uses_brand: boolean;
  style: Style;
  season: SeasonKey | null;
  background: string;
  placements: Placement[];
  count: number;
};

const counts = Array.from(
  { length: designCounts.max - designCounts.min + 1 },
  (_, index) => designCounts.min + index,
);

/** A background may take minutes, and a second endpoint as long again. */
const sendingMs = 320_000;

/** What is to be designed. Each sending makes other designs; one that failed is sent again under its key. */
export function RequestForm({ onMade }: { onMade: () => void }) {
  const { t } = useTranslation("designer");
  const client = useQueryClient();
  const key = useIdempotencyKey("designer.request");
  // Another beginning for each visit, so that the same request makes other designs.
  const [seed, setSeed] = useState(() => Math.floor(Math.random() * 100_000));
  const [hasMade, setMade] = useState(false);
  const form = useServerForm<Values>({
    initialValues: {
      product_id: null,
      media_id: null,
      headline: "",
      subline: "",
      shows_price: true,
      uses_brand: true,
      style: "calm",
      season: null,
      background: "",
      placements: ["story", "square", "landscape"],
      count: 4,
    },
    validate: {
      product_id: (product) => (product === null ? t("product.missing") : null),
      headline: (text) => (text.trim() === "" ? t("form.headline_missing") : null),
      placements: (chosen) => (chosen.length === 0 ? t("form.placements_missing") : null),
    },
    send: async ({ product_id: product, media_id: photograph, ...values }) => {
      const body = { ...values, product_id: product?.id ?? "", media_id: photograph?.id ?? null, seed };
      const { items } = await call("POST Clients/DigitalDesigner/designs", {
        body: { ...body, request_key: key.for(body) },
        quiet: true,
        timeoutMs: sendingMs,
      });
      key.done();
      setSeed(seed + 1);
      setMade(true);
      notify(t("designs.made", { count: items.length }), "success");
      await client.invalidateQueries({ queryKey: designerKeys.list });
      void client.invalidateQueries({ queryKey: designerKeys.state });
      onMade();
    },
  });
  const { product_id, media_id, shows_price, uses_brand, style, background, placements, count } =
    form.getValues();
  const { data: state } = useDesignerState();
  return (
    <Card title={t("form.title")}>
      <form className={classes.stack} onSubmit={form.submit} noValidate>
        <ProductChoice
          product={product_id}
          error={form.errors.product_id}
          onChoose={(product) => form.setFieldValue("product_id", product)}
        />
        <PhotographChoice
          photograph={media_id}
          isMissing={product_id !== null && product_id.image_url === null}
          error={form.errors.media_id}
          onChoose={(photograph) => form.setFieldValue("media_id", photograph)}
        />
        <TextField
          required
          label={t("form.headline")}
          description={t("form.headline_help")}
          dir="auto"
          maxLength={headlineMax}
          {...form.getInputProps("headline")}
        />
        <TextField
          label={t("form.subline")}
          description={t("form.subline_help")}
          dir="auto"
          maxLength={sublineMax}
          {...form.getInputProps("subline")}
        />
        <Checkbox
          label={t("form.shows_price")}
          checked={shows_price}
          onChange={(event) => form.setFieldValue("shows_price", event.currentTarget.checked)}
        />
        <Checkbox
          label={t("form.uses_brand")}
          checked={uses_brand}
          onChange={(event) => form.setFieldValue("uses_brand", event.currentTarget.checked)}
        />
        <Input.Wrapper label={t("form.style")} labelElement="div">
          <Chip.Group value={style} onChange={(value) => form.setFieldValue("style", value as Style)}>
            <div className={classes.chips}>
              {styles.map((value) => (
                <Chip key={value} value={value}>
                  {t(`styles.${value}`)}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </Input.Wrapper>
        <Select
          label={t("form.season")}
          placeholder={t("form.no_season")}
          clearable
          data={seasonKeys.map((value) => ({ value, label: t(`seasons.${value}`) }))}
          {...form.getInputProps("season")}
        />
        {state?.can_draw_backgrounds ? (
          <TextField
            label={t("form.background")}
            description={t("form.background_help")}
            placeholder={t("form.background_example")}
            dir="auto"
            maxLength={backgroundMax}
            {...form.getInputProps("background")}
          />
        ) : null}
        <Input.Wrapper
          label={t("form.placements")}
          labelElement="div"
          error={errorNode(form.errors.placements)}
        >
          <Chip.Group
            multiple
            value={placements}
            onChange={(chosen) =>
              form.setFieldValue(
                "placements",
                placementNames.filter((name) => chosen.includes(name)),
              )
            }
          >
            <div className={classes.chips}>
              {placementNames.map((value) => (
                <Chip key={value} value={value}>
                  {t(`placements.${value}`)}{" "}
                  <bdi dir="ltr" className={classes.pixels}>
                    {placementSizes[value].width}×{placementSizes[value].height}
                  </bdi>
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </Input.Wrapper>
        <Input.Wrapper label={t("form.count")} labelElement="div" error={errorNode(form.errors.count)}>
          <Chip.Group value={String(count)} onChange={(value) => form.setFieldValue("count", Number(value))}>
            <div className={classes.chips}>
              {counts.map((value) => (
                <Chip key={value} value={String(value)}>
                  {value}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </Input.Wrapper>
        <p className={classes.quiet}>{t("form.cost")}</p>
        <Button
          type="submit"
          color="clay"
          size="md"
          loading={form.isSending}
          leftSection={<IconPalette size={18} aria-hidden />}
        >
          {t(hasMade ? "form.again" : "form.make")}
        </Button>
        <p className={classes.quiet} role="status">
          {form.isSending ? t(background.trim() === "" ? "form.drawing" : "form.drawing_background") : null}
        </p>
      </form>
    </Card>
  );
}
