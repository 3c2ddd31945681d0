import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Box, Layer, LayerKey } from "../../contract/design-shapes.ts";
import { type Placement, placements } from "../../contract/placements.ts";
import classes from "./editor.module.css";

type Props = {
  placement: Placement;
  layers: readonly Layer[];
  previewUrl: string | undefined;
  isDrawing: boolean;
  showsZones: boolean;
  selected: LayerKey | null;
  onSelect: (key: LayerKey | null) => void;
  /** `gesture` is the same for all steps of one drag. */
  onPlace: (key: LayerKey, box: Box, gesture: string) => void;
};

/** One press of an arrow key, in pixels of the picture; with Shift ten times as far. */
const arrowStep = 4;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The picture as the server drew it, with a frame for each layer that can be moved. */
export function Canvas({
  placement,
  layers,
  previewUrl,
  isDrawing,
  showsZones,
  selected,
  onSelect,
  onPlace,
}: Props) {
  const { t } = useTranslation("designer");
  const page = placements[placement];
  const sheet = useRef<HTMLDivElement>(null);
  const movable = layers.filter(
    ({ key, kind, is_hidden }) =>
      !is_hidden && (kind !== "shape" || key === selected) && key !== "background" && kind !== "backdrop",
  );
  return (
    <div
      ref={sheet}
      className={classes.sheet}
      dir="ltr"
      style={{
        aspectRatio: `${page.width} / ${page.height}`,
        inlineSize: `min(100%, ${Math.round((66 * page.width) / page.height)}vh)`,
      }}
      aria-busy={isDrawing}
    >
      {previewUrl ? (
        <img
          className={classes.picture}
          src={previewUrl}
          alt={t("design.preview", { placement: t(`placements.${placement}`) })}
          draggable={false}
        />
      ) : null}
      {showsZones ? <Zones placement={placement} /> : null}
      {movable.map((layer) => (
        <Frame
          key={layer.key}
          layer={layer}
          page={page}
          isSelected={layer.key === selected}
          readScale={() => page.width / (sheet.current?.clientWidth || page.width)}
          onSelect={onSelect}
          onPlace={onPlace}
        />
      ))}
    </div>
  );
}

type FrameProps = Pick<Props, "onSelect" | "onPlace"> & {
  layer: Layer;
  page: { width: number; height: number };
  isSelected: boolean;
  /** Pixels of the picture for one of the screen. */
  readScale: () => number;
};

/** A layer's box: dragged, or moved by the arrow keys. */
function Frame({ layer, page, isSelected, readScale, onSelect, onPlace }: FrameProps) {
  const { t } = useTranslation("designer");
  const drag = useRef<{ x: number; y: number; box: Box; gesture: string } | null>(null);
  const { key, box } = layer;
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    onSelect(key);
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, box, gesture: `drag ${key} ${event.timeStamp}` };
  };
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    const from = drag.current;
    if (!from) return;
    const scale = readScale();
    const [dx, dy] = [(event.clientX - from.x) * scale, (event.clientY - from.y) * scale];
    // A finger trembles when it only presses.
    if (Math.hypot(dx, dy) < 6 && box.x === from.box.x && box.y === from.box.y) return;
    onPlace(key, { ...from.box, x: from.box.x + dx, y: from.box.y + dy }, from.gesture);
  };
  const end = () => {
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const direction = arrows[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? arrowStep * 10 : arrowStep;
    onPlace(key, { ...box, x: box.x + direction[0] * step, y: box.y + direction[1] * step }, `arrows ${key}`);
  };
  const part = (value: number, whole: number) => `${(value / whole) * 100}%`;
  return (
    <button
      type="button"
      className={classes.frame}
      data-selected={isSelected}
      style={{
        left: part(box.x, page.width),
        top: part(box.y, page.height),
        width: part(box.width, page.width),
        height: part(box.height, page.height),
      }}
      aria-label={t("edit.move", { layer: t(`layers.${key}`) })}
      aria-pressed={isSelected}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onFocus={() => onSelect(key)}
      onKeyDown={press}
    />
  );
}

/** What the platform's own buttons and names may cover. */
function Zones({ placement }: { placement: Placement }) {
  const { t } = useTranslation("designer");
  const { top, bottom, side } = placements[placement].safe;
  const percent = (share: number) => `${share * 100}%`;
  return (
    <>
      {top > 0 ? (
        <div className={classes.zone} style={{ insetBlockStart: 0, height: percent(top), width: "100%" }}>
          <span dir="auto">
            {t("edit.zone_top")} <bdi>{Math.round(top * 100)}%</bdi>
          </span>
        </div>
      ) : null}
      {bottom > 0 ? (
        <div className={classes.zone} style={{ insetBlockEnd: 0, height: percent(bottom), width: "100%" }}>
          <span dir="auto">
            {t("edit.zone_bottom")} <bdi>{Math.round(bottom * 100)}%</bdi>
          </span>
        </div>
      ) : null}
      {side > 0
        ? (["left", "right"] as const).map((edge) => (
            <div
              key={edge}
              className={classes.zone}
              style={{ [edge]: 0, top: percent(top), bottom: percent(bottom), width: percent(side) }}
            />
          ))
        : null}
    </>
  );
}
