import type { Ability } from "#base/shared/abilities.ts";
import { holdsAbility, isUserKnown } from "#base/web/runtime/session.ts";
import { type LazyPage, lazyPage } from "./lazy-page.tsx";

const Refused = lazyPage(() =>
  import("./pages/not-found.tsx").then(({ UnauthorizedPage }) => ({ UnauthorizedPage })),
);

/** The page for whoever holds the ability; the others get a notice in its place, and none of its calls is made. */
export function guardPage({ subject, action }: Ability, Page: LazyPage): LazyPage {
  const isOpen = () => !isUserKnown() || holdsAbility(subject, action);
  const Guarded = () => (isOpen() ? <Page /> : <Refused />);
  return Object.assign(Guarded, {
    preload: () => (isOpen() ? Page.preload() : Refused.preload()),
    fetchFiles: Page.fetchFiles,
    isLoaded: Page.isLoaded,
  });
}
