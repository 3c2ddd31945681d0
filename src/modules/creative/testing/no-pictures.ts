import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { PictureSource } from "../server/picture-source.port.ts";

/** For tests in which no picture is on the web. */
export const noPictures: PictureSource = {
  readPicture: async () => {
    throw new AdapterFault("later", { reason: "no picture" });
  },
};
