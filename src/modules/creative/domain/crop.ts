export type Pixels = { width: number; height: number };

/** Whether a picture has a video's proportions, so that it may be one of its frames; 2% off is rounding. */
export function hasSameProportions(picture: Pixels, video: Pixels): boolean {
  const ratio = (picture.width * video.height) / (picture.height * video.width);
  return ratio > 0.98 && ratio < 1.02;
}

/**
 * The largest part of a picture with the shape of a frame, in whole pixels of the picture, as CSS shows it by
 * `object-fit: cover`. `focus` is where it lies along the side that is cut: 0 at the top or left, 1 at the bottom or
 * right.
 */
export function computeCover(
  picture: Pixels,
  frame: Pixels,
  focus: number,
): Pixels & { left: number; top: number } {
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
