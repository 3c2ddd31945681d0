export type Size = { width: number; height: number };
type Crop = Size & { left: number; top: number };

/**
 * The largest part of a picture with the shape of a frame, in whole pixels of the picture. `focus` is where it lies along
 * the side that is cut: 0 at the top or left, 1 at the bottom or right.
 */
export function computeCrop(picture: Size, frame: Size, focus: number): Crop {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height);
  const width = clampSide(frame.width * scale, picture.width);
  const height = clampSide(frame.height * scale, picture.height);
  return {
    width,
    height,
    left: Math.round((picture.width - width) * focus),
    top: Math.round((picture.height - height) * focus),
  };
}

const clampSide = (side: number, max: number) => Math.min(max, Math.max(1, Math.round(side)));
