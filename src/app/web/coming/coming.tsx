import { type LazyPage, lazyPage } from "../lazy-page.tsx";
import type { ComingName } from "./coming-names.ts";

/** The placeholder page of a route whose feature does not exist yet. */
// biome-ignore-start lint/correctness/noComponentHookFactories: made once per route, at module level
export function coming(what: ComingName): LazyPage {
  return lazyPage(async () => {
    const { Coming } = await import("./coming-page.tsx");
    return { ThisComingPage: () => <Coming what={what} /> };
  }, "coming");
}
// biome-ignore-end lint/correctness/noComponentHookFactories: as above
