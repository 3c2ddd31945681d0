import type { MakeVendor } from "./base/vendor.ts";

/** Every vendor of the sandbox. To add one: write its folder, and name it here. */
export const vendors: MakeVendor[] = [];
