/*
 * Constants alone, which the form reads: the schema stands with its call, so that no page loads the validation library for
 * them.
 */

/** How a picture of another shape becomes an ad's: whole on a blurred ground of its own, or filling the frame. */
export const pictureFits = ["whole", "fill"] as const;

/** `focus`: which part stays where `fill` cuts, 0 is the picture's top or left, 1 its bottom or right. */
export type PictureFit = { fit: (typeof pictureFits)[number]; focus: number };

/** Nothing is cut off, wherever the product stands in its picture. */
export const firstFit: PictureFit = { fit: "whole", focus: 0.5 };
