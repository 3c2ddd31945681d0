import type { PageSpec } from "#base/web/runtime/web-module.ts";
import type { ComingName } from "./coming-names.ts";

/** The placeholder page of an address whose feature does not exist yet. */
// biome-ignore-start lint/correctness/noComponentHookFactories: made once per page, when its file is loaded
export const coming = (what: ComingName): PageSpec => ({
  load: async () => {
    const { Coming } = await import("./coming-page.tsx");
    return { ThisComingPage: () => <Coming what={what} /> };
  },
  texts: ["coming"],
});
// biome-ignore-end lint/correctness/noComponentHookFactories: as above
