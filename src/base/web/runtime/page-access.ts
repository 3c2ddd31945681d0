import type { Ability, AbilityRegistry, AbilitySubject } from "#base/shared/abilities.ts";
import { holdsAbility, isUserKnown } from "./session.ts";

const abilities = new Map<string, Ability>();

type Guarded = { ability?: Ability; isFrame?: boolean };

/**
 * What each page needs, from the manifests, or else the frame around it: links and places that lead to it are shown to
 * those who hold it.
 */
export function declarePages(pages: Readonly<Record<string, Guarded>>): void {
  const frames = Object.entries(pages).filter(([, { isFrame, ability }]) => isFrame && ability);
  for (const [path, { ability }] of Object.entries(pages)) {
    const needed = ability ?? frames.find(([frame]) => path.startsWith(`${frame}/`))?.[1].ability;
    if (needed) abilities.set(path, needed);
  }
}

/**
 * Whether an act is shown to the user: to whoever holds its ability, and while nobody is known. It only hides: the server
 * decides.
 */
export const isAllowed = <Subject extends AbilitySubject>(
  subject: Subject,
  action: AbilityRegistry[Subject],
): boolean => !isUserKnown() || holdsAbility(subject, action);

/** Whether the user may open the page of this path, as the manifests write it. It only hides: the server decides. */
export function canOpen(path: string | undefined): boolean {
  const needed = path === undefined ? undefined : abilities.get(path);
  return !needed || isAllowed(needed.subject, needed.action);
}
