import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import {
  computeCrop,
  computeFit,
  dragFraming,
  type Framing,
  maxZoom,
  type Size,
  startFraming,
  zoomFraming,
} from "../../domain/framing.ts";
import classes from "./mend.module.css";

type Props = {
  source: Size;
  target: Size;
  framing: Framing;
  /** Several moves may come before the next drawing: each changes what the one before has made. */
  onChange: (change: (before: Framing) => Framing) => void;
  /** The picture or player to frame; drawn twice where a blurred copy fills the frame. */
  children: () => ReactNode;
};
type Point = { x: number; y: number };

/** How far an arrow key moves the picture, as a share of the frame. */
const step = 0.04;
const arrows: Record<string, Point> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
};

/** The picture in its frame: dragged, pinched, zoomed by the wheel, or moved with the arrow keys. */
export function CropStage({ source, target, framing, onChange, children }: Props) {
  const { t } = useTranslation("creative");
  const helpId = useId();
  const drag = useDrag({ source, target, onChange });
  const isCut = framing.fill === "crop";
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    const zoom = event.key === "+" || event.key === "=" ? 1.1 : event.key === "-" ? 1 / 1.1 : null;
    if (by) onChange((before) => dragFraming(before, source, target, by));
    else if (zoom) onChange((before) => zoomFraming(before, zoom));
    else if (event.key === "Home") onChange(({ fill }) => ({ ...startFraming, fill }));
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.stageBox}>
      {/* biome-ignore lint/a11y/useSemanticElements: no element is a picture that is moved within a frame */}
      <div
        role="group"
        aria-label={t("mend.frame")}
        aria-describedby={helpId}
        // The arrow keys move the picture in it.
        tabIndex={isCut ? 0 : undefined}
        className={classes.stage}
        data-moves={isCut || undefined}
        style={{
          aspectRatio: `${target.width} / ${target.height}`,
          inlineSize: `min(100%, calc(var(--tallest) * ${target.width / target.height}))`,
        }}
        onKeyDown={isCut ? press : undefined}
        {...(isCut ? drag : {})}
      >
        {isCut ? (
          <Placed source={source} crop={computeCrop(source, target, framing)}>
            {children()}
          </Placed>
        ) : (
          <>
            <div className={classes.blurred}>
              <Placed source={source} crop={computeCrop(source, target, framing)}>
                {children()}
              </Placed>
            </div>
            <Fitted fit={computeFit(source, target)} target={target}>
              {children()}
            </Fitted>
          </>
        )}
      </div>
      <p id={helpId} className={classes.help}>
        {t(isCut ? "mend.frame_words" : "mend.blur_words")}
      </p>
      {isCut ? (
        <label className={classes.zoom}>
          <span>{t("mend.zoom")}</span>
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.01}
            value={framing.zoom}
            onChange={(event) => {
              const zoom = Number(event.currentTarget.value);
              onChange((before) => ({ ...before, zoom }));
            }}
          />
        </label>
      ) : null}
    </div>
  );
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** The source placed so that exactly its crop fills the frame. Left is left in both languages: it is a picture. */
function Placed({ source, crop, children }: { source: Size; crop: Size & Place; children: ReactNode }) {
  return (
    <div
      className={classes.placed}
      style={{
        width: percent(source.width, crop.width),
        height: percent(source.height, crop.height),
        left: percent(-crop.left, crop.width),
        top: percent(-crop.top, crop.height),
      }}
    >
      {children}
    </div>
  );
}
type Place = { left: number; top: number };

function Fitted({ fit, target, children }: { fit: Size & Place; target: Size; children: ReactNode }) {
  return (
    <div
      className={classes.placed}
      style={{
        width: percent(fit.width, target.width),
        height: percent(fit.height, target.height),
        left: percent(fit.left, target.width),
        top: percent(fit.top, target.height),
      }}
    >
      {children}
    </div>
  );
}

type DragOptions = Pick<Props, "source" | "target" | "onChange">;

/** One finger moves, two fingers move and zoom, the wheel zooms. */
function useDrag({ source, target, onChange }: DragOptions) {
  const fingers = useRef(new Map<number, Point>());
  const end = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      const frame = event.currentTarget.getBoundingClientRect();
      // With two fingers each moves half of the picture's way.
      const share = other ? 0.5 : 1;
      const by = {
        x: ((now.x - before.x) / frame.width) * share,
        y: ((now.y - before.y) / frame.height) * share,
      };
      const zoom = other ? distance(now, other) / Math.max(1, distance(before, other)) : 1;
      onChange((framing) => dragFraming(zoomFraming(framing, zoom), source, target, by));
    },
    onPointerUp: end,
    onPointerCancel: end,
    onWheel: ({ deltaY }: { deltaY: number }) =>
      onChange((framing) => zoomFraming(framing, deltaY < 0 ? 1.08 : 1 / 1.08)),
  };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
