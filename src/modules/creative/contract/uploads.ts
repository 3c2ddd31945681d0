import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";

export type AcceptedMedia = Capabilities["media"][number];

const megabyte = 1_024 * 1_024;

/** The product's own limits for an ad's files (spec, Media); a platform's may be narrower. */
export const ownLimits: Readonly<Record<MediaKind, AcceptedMedia>> = {
  image: {
    kind: "image",
    mimes: ["image/png", "image/jpeg"],
    maxBytes: 5 * megabyte,
    width: 1_080,
    height: 1_920,
  },
  video: {
    kind: "video",
    mimes: ["video/mp4", "video/quicktime"],
    maxBytes: 1_024 * megabyte,
    width: null,
    height: null,
    seconds: { min: 3, max: 180 },
  },
  animated_image: {
    kind: "animated_image",
    mimes: ["image/gif"],
    maxBytes: 15 * megabyte,
    width: null,
    height: null,
  },
};

/** The largest size of animated pictures, in pixels (spec, Media). */
export const animatedImageMax = { width: 1_280, height: 1_080 };

/** The content types of stored files. */
export const acceptedMimes: readonly string[] = Object.values(ownLimits).flatMap(({ mimes }) => mimes);
/** The largest file of any kind. */
export const maxUploadBytes = Math.max(...Object.values(ownLimits).map(({ maxBytes }) => maxBytes));

/**
 * What may be uploaded for a platform's ads: what both the platform and the product accept. Pixel limits are the
 * platform's.
 */
export function uploadable({ media }: Pick<Capabilities, "media">): AcceptedMedia[] {
  return media.map((accepted) => {
    const own = ownLimits[accepted.kind];
    return {
      ...accepted,
      mimes: accepted.mimes.filter((mime) => own.mimes.includes(mime)),
      maxBytes: Math.min(accepted.maxBytes, own.maxBytes),
      ...(accepted.seconds && own.seconds
        ? {
            seconds: {
              min: Math.max(accepted.seconds.min, own.seconds.min),
              max: Math.min(accepted.seconds.max, own.seconds.max),
            },
          }
        : {}),
    };
  });
}
