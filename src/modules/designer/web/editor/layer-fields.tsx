import { Select, Textarea } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { NumberField } from "#base/web/forms/fields.tsx";
import type { Box, Layer } from "../../contract/design-shapes.ts";
import { fontFamilies, sublineMax } from "../../contract/designer-enums.ts";
import type { LayerPatch } from "../../domain/change-layers.ts";
import classes from "./editor.module.css";

type Props = {
  layer: Layer;
  /** The colours that the design uses. */
  colors: readonly string[];
  onChange: (patch: LayerPatch) => void;
  onPlace: (box: Box) => void;
  onResize: (size: number) => void;
};

/** What can be changed of the chosen layer. */
export function LayerFields({ layer, colors, onChange, onPlace, onResize }: Props) {
  const { t } = useTranslation("designer");
  const { box } = layer;
  return (
    <div className={classes.fields}>
      {layer.kind === "text" ? (
        <>
          <Textarea
            label={t("edit.text")}
            dir="auto"
            rows={2}
            maxLength={sublineMax}
            value={layer.text}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
          <div className={classes.pair}>
            <Select
              label={t("edit.font")}
              allowDeselect={false}
              data={[...fontFamilies]}
              value={layer.font}
              onChange={(font) => onChange({ font: font as (typeof fontFamilies)[number] })}
            />
            <NumberField
              label={t("edit.size")}
              value={layer.max_size}
              onChange={(size) => size !== null && onResize(size)}
            />
          </div>
          <Select
            label={t("edit.align")}
            allowDeselect={false}
            data={(["start", "center"] as const).map((value) => ({ value, label: t(`edit.${value}`) }))}
            value={layer.align}
            onChange={(align) => onChange({ align: align as "start" | "center" })}
          />
        </>
      ) : null}
      {layer.kind === "price" ? (
        <Select
          label={t("edit.font")}
          allowDeselect={false}
          data={[...fontFamilies]}
          value={layer.font}
          onChange={(font) => onChange({ font: font as (typeof fontFamilies)[number] })}
        />
      ) : null}
      {layer.kind === "backdrop" ? (
        <NumberField
          label={t("edit.opacity")}
          value={Math.round(layer.opacity * 100)}
          onChange={(percent) =>
            percent !== null && onChange({ opacity: Math.max(5, Math.min(100, percent)) / 100 })
          }
        />
      ) : layer.kind === "picture" || layer.kind === "logo" ? null : (
        <ColorField
          label={t("edit.color")}
          value={layer.color}
          colors={colors}
          onChange={(color) => onChange({ color })}
        />
      )}
      {layer.kind === "price" ? (
        <ColorField
          label={t("edit.tag_color")}
          value={layer.tag_color}
          colors={colors}
          onChange={(tag_color) => onChange({ tag_color })}
        />
      ) : null}
      {layer.key === "background" || layer.key === "backdrop" ? null : (
        <div className={classes.numbers}>
          {(["x", "y", "width", "height"] as const).map((side) => (
            <NumberField
              key={side}
              label={t(`edit.${side}`)}
              value={Math.round(box[side])}
              onChange={(value) => value !== null && onPlace({ ...box, [side]: value })}
            />
          ))}
        </div>
      )}
      <p className={classes.quiet}>{t("edit.all_sizes")}</p>
    </div>
  );
}

type ColorProps = {
  label: string;
  value: string;
  colors: readonly string[];
  onChange: (color: string) => void;
};

/** One of the design's own colours, or any other. */
function ColorField({ label, value, colors, onChange }: ColorProps) {
  const id = useId();
  return (
    <div className={classes.color}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.swatches}>
        <input id={id} type="color" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            className={classes.swatch}
            style={{ background: color }}
            aria-label={`${label} ${color}`}
            aria-pressed={color === value}
            onClick={() => onChange(color)}
          />
        ))}
        <bdi dir="ltr">{value}</bdi>
      </div>
    </div>
  );
}
