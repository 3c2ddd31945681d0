import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Layer, LayerKey } from "../../contract/design-shapes.ts";
import { isOrdered } from "../../domain/change-layers.ts";
import classes from "./editor.module.css";

type Props = {
  layers: readonly Layer[];
  selected: LayerKey | null;
  onSelect: (key: LayerKey) => void;
  onHide: (key: LayerKey, isHidden: boolean) => void;
  onMove: (key: LayerKey, step: 1 | -1) => void;
};

/** The layers from the front to the back. */
export function LayerList({ layers, selected, onSelect, onHide, onMove }: Props) {
  const { t } = useTranslation("designer");
  const front = layers.toReversed();
  const ordered = front.filter(isOrdered);
  return (
    <ul className={classes.layers}>
      {front.map((layer) => {
        const { key, is_hidden } = layer;
        const name = t(`layers.${key}`);
        return (
          <li key={key} className={classes.layer} data-selected={key === selected}>
            <button
              type="button"
              className={classes.layerName}
              aria-pressed={key === selected}
              aria-label={t("layers.select", { layer: name })}
              onClick={() => onSelect(key)}
            >
              {name}
              {layer.kind === "text" ? <bdi className={classes.layerText}>{layer.text}</bdi> : null}
            </button>
            <ActionIcon
              variant="transparent"
              color="gray"
              size={40}
              disabled={!isOrdered(layer) || layer === ordered[0]}
              aria-label={t("layers.up", { layer: name })}
              onClick={() => onMove(key, 1)}
            >
              <IconChevronUp size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="transparent"
              color="gray"
              size={40}
              disabled={!isOrdered(layer) || layer === ordered.at(-1)}
              aria-label={t("layers.down", { layer: name })}
              onClick={() => onMove(key, -1)}
            >
              <IconChevronDown size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="transparent"
              color="gray"
              size={40}
              disabled={key === "background"}
              aria-label={t(is_hidden ? "layers.show" : "layers.hide", { layer: name })}
              onClick={() => onHide(key, !is_hidden)}
            >
              {is_hidden ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
