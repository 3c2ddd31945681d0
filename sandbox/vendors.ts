import { makeSnapchat } from "./ad-platforms/snapchat/snapchat.ts";
import type { MakeVendor } from "./base/vendor.ts";
import { makeSalla } from "./store-platforms/salla/salla.ts";

/** Every vendor of the sandbox. To add one: write its folder, and name it here. */
export const vendors: MakeVendor[] = [makeSalla, makeSnapchat];
