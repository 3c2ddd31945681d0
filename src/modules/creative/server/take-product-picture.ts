import { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { firstFit, type PictureFit } from "../contract/picture-fit.ts";
import { ownLimits } from "../contract/uploads.ts";
import type { Pixels } from "../domain/crop.ts";
import { fitPicture } from "./fit-picture.ts";
import type { MediaRecord } from "./media.store.ts";
import type { PictureSource } from "./picture-source.port.ts";
import type { StoreDeps } from "./store-media.ts";
import { readPromise, uploadMedia } from "./upload-media.ts";

export type ProductPictureDeps = StoreDeps & {
  pictures: PictureSource;
  stores: Pick<StoresFacade, "findProduct">;
};

type Wanted = PictureFit & { productId: string; platform: Platform; placement?: Placement | undefined };

/**
 * Makes an ad's image from the picture of a store's product, in the pixels that the platform takes, and stores it like an
 * upload: the same again returns the existing file. Refuses a product without a picture, and one whose picture its store
 * does not give.
 */
export const takeProductPicture =
  (deps: ProductPictureDeps) =>
  async (ctx: ReadContext, { productId, platform, placement, ...fit }: Wanted): Promise<MediaRecord> => {
    const product = await deps.stores.findProduct(ctx, productId);
    if (!product) return baseRefusals.refuse("base.not_found");
    if (!product.image_url)
      return creativeRefusals.refuse("creative.product_without_picture", {}, "product_id");
    return storePicture(deps)(ctx, {
      address: product.image_url,
      name: product.name,
      place: { platform, placement },
      fit,
    });
  };

type Shown = { address: string; name: string; platform: Platform };

/** The same of a picture at any public address; undefined where the platform takes no image. */
export const addAdPicture =
  (deps: StoreDeps & { pictures: PictureSource }) =>
  async (ctx: ReadContext, { address, name, platform }: Shown): Promise<MediaRecord | undefined> => {
    const takesImages = getCapabilities(platform)?.media.some(({ kind }) => kind === "image");
    return takesImages
      ? storePicture(deps)(ctx, { address, name, place: { platform }, fit: firstFit })
      : undefined;
  };

type Picture = {
  address: string;
  name: string;
  place: { platform: Platform; placement?: Placement | undefined };
  fit: PictureFit;
};

const storePicture =
  (deps: StoreDeps & { pictures: PictureSource }) =>
  async (ctx: ReadContext, { address, name, place, fit }: Picture): Promise<MediaRecord> => {
    const frame = findFrame(place.platform, place.placement);
    const bytes = await readPicture(deps.pictures, address);
    const fitted = await fitPicture(bytes, frame, fit);
    const file = { fileName: `${toFileName(name)}.jpg`, stream: Readable.from([fitted]) };
    return uploadMedia(deps)(ctx, { place, file });
  };

/** The pixels of the platform's images; refuses a placement that takes none. */
function findFrame(platform: Platform, placement: Placement | undefined): Pixels {
  const { width, height } = readPromise({ platform, placement }, "product.jpg").limits;
  return {
    width: width ?? ownLimits.image.width ?? 1_080,
    height: height ?? ownLimits.image.height ?? 1_920,
  };
}

async function readPicture(pictures: PictureSource, address: string): Promise<Buffer> {
  try {
    return await pictures.readPicture(address);
  } catch (error) {
    if (!isFault(error)) throw error;
    return creativeRefusals.refuse("creative.picture_not_read", {}, "product_id");
  }
}

/** A dot would be read as the beginning of the file's extension. */
const toFileName = (name: string) => name.replaceAll(".", " ").trim().slice(0, 60) || "product";
