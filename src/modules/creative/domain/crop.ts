import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { Crop } from "../contract/library.ts";

type Pixels = { width: number; height: number };

/** Refuses a rectangle that is not completely inside the picture. */
export function refuseCropOutside(crop: Crop, picture: Pixels): void {
  if (crop.x + crop.width <= picture.width && crop.y + crop.height <= picture.height) return;
  creativeRefusals.refuse("creative.crop_outside", { found: `${picture.width}×${picture.height}` }, "crop");
}

/** Whether a picture has a video's proportions, so that it may be one of its frames; 2% off is rounding. */
export function hasSameProportions(picture: Pixels, video: Pixels): boolean {
  const ratio = (picture.width * video.height) / (picture.height * video.width);
  return ratio > 0.98 && ratio < 1.02;
}
