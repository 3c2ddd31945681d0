import { z } from "zod";

/** The id of a file, where it is not part of an address. */
export const mediaId = z.string().regex(/^med_[0-9a-z]{1,50}$/);

/** A rectangle in whole pixels of the picture as it is shown, from its top left corner. */
export const cropSchema = z.object({
  x: z.number().int().min(0).max(20_000),
  y: z.number().int().min(0).max(20_000),
  width: z.number().int().min(1).max(20_000),
  height: z.number().int().min(1).max(20_000),
});
export type Crop = z.infer<typeof cropSchema>;

/** The same as a part of a form or a pair of an upload: "x,y,width,height". */
export const cropText = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5}){3}$/)
  .transform((text) => {
    const [x = 0, y = 0, width = 0, height = 0] = text.split(",").map(Number);
    return { x, y, width, height };
  })
  .pipe(cropSchema);

/** How a merchant's files can be sorted. */
export const mediaSorts = ["created", "name", "size"] as const;
export type MediaSort = (typeof mediaSorts)[number];

/**
 * What an upload is for: to be shown in ads as it is, or to be cut to the size of each place first. Such an original may
 * have any size in pixels.
 */
export const uploadPurposes = ["ad", "original"] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];
