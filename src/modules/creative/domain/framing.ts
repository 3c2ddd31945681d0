export type Size = { width: number; height: number };
export type Rectangle = Size & { left: number; top: number };
/** The point of interest in a picture: shares of its width and height, from 0 at the left and the top to 1. */
export type Focus = { x: number; y: number };

/** How a picture fills another shape: cut around its point of interest, or whole above a blurred copy of itself. */
export type Framing = { fill: "crop" | "blur"; focus: Focus; zoom: number };

export const centre: Focus = { x: 0.5, y: 0.5 };
export const startFraming: Framing = { fill: "crop", focus: centre, zoom: 1 };
/** Above this the picture would be mostly invented pixels. */
export const maxZoom = 4;

/**
 * The part of a picture that fills the target's shape: as large as fits, `zoom` times smaller, and as near to the point
 * of interest as the picture's edges allow. In the picture's pixels.
 */
export function computeCrop(source: Size, target: Size, { focus, zoom }: Omit<Framing, "fill">): Rectangle {
  const scale = Math.min(source.width / target.width, source.height / target.height) / clampZoom(zoom);
  // Never a fraction of a rounding error larger than the picture.
  const width = Math.min(target.width * scale, source.width);
  const height = Math.min(target.height * scale, source.height);
  return {
    left: clamp(focus.x * source.width - width / 2, 0, source.width - width),
    top: clamp(focus.y * source.height - height / 2, 0, source.height - height),
    width,
    height,
  };
}

/** Where the whole picture lies inside the target, in the target's pixels. */
export function computeFit(source: Size, target: Size): Rectangle {
  const scale = Math.min(target.width / source.width, target.height / source.height);
  const width = source.width * scale;
  const height = source.height * scale;
  return { left: (target.width - width) / 2, top: (target.height - height) / 2, width, height };
}

/**
 * The framing after the picture was dragged by this share of the frame's width and height. The point of interest stays
 * where the crop can follow it, so that dragging back answers at once.
 */
export function dragFraming(framing: Framing, source: Size, target: Size, by: Focus): Framing {
  const crop = computeCrop(source, target, framing);
  const focus = {
    x: (crop.left + crop.width / 2 - by.x * crop.width) / source.width,
    y: (crop.top + crop.height / 2 - by.y * crop.height) / source.height,
  };
  return { ...framing, focus: toReachable(focus, source, crop) };
}

export function zoomFraming(framing: Framing, by: number): Framing {
  return { ...framing, zoom: clampZoom(framing.zoom * by) };
}

function toReachable(focus: Focus, source: Size, crop: Size): Focus {
  const halfX = crop.width / 2 / source.width;
  const halfY = crop.height / 2 / source.height;
  return { x: clamp(focus.x, halfX, 1 - halfX), y: clamp(focus.y, halfY, 1 - halfY) };
}

const clampZoom = (zoom: number) => clamp(zoom, 1, maxZoom);
const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(Math.max(min, max), value));
