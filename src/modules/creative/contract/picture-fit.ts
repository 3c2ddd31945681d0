import { z } from "zod";

/** How a picture of another shape becomes an ad's: whole on a blurred ground of its own, or filling the frame. */
export const pictureFits = ["whole", "fill"] as const;

export const pictureFit = z.object({
  fit: z.enum(pictureFits).default("whole"),
  /** Which part stays where `fill` cuts: 0 is the picture's top or left, 1 its bottom or right. */
  focus: z.number().min(0).max(1).default(0.5),
});
export type PictureFit = z.output<typeof pictureFit>;

/** Nothing is cut off, wherever the product stands in its picture. */
export const firstFit: PictureFit = { fit: "whole", focus: 0.5 };
