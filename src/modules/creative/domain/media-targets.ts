import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind, Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { type AcceptedMedia, ownLimits, uploadable } from "../contract/uploads.ts";
import { type Framing, startFraming } from "./framing.ts";

/** A shape that a file is needed in, the platforms that need it, and whose limits the server checks it by. */
export type MediaTarget = {
  id: string;
  platforms: readonly Platform[];
  /** Empty: only the product's own limits. */
  place: { platform?: Platform; placement?: Placement };
  limits: AcceptedMedia;
};

const toId = ({ kind, width, height }: AcceptedMedia) => `${kind} ${width ?? "*"}×${height ?? "*"}`;

/** What one place takes. */
export function listTargetsOf(
  limits: Pick<Capabilities, "platform" | "media">,
  placements: readonly Placement[],
): MediaTarget[] {
  const [placement] = placements;
  const place = { platform: limits.platform, ...(placement ? { placement } : {}) };
  return uploadable(limits).map((accepted) => ({
    id: toId(accepted),
    platforms: [limits.platform],
    place,
    limits: accepted,
  }));
}

/**
 * The shapes that the library takes: the product's own of each kind first, then every other picture size that a
 * platform asks for. A size that several platforms share stands once, under the narrowest of their limits.
 */
export function listAllTargets(platforms: readonly Pick<Capabilities, "platform" | "media">[]): MediaTarget[] {
  const targets = new Map<string, MediaTarget>(
    Object.values(ownLimits).map((limits) => [toId(limits), { id: toId(limits), platforms: [], place: {}, limits }]),
  );
  for (const target of platforms.flatMap((one) => listTargetsOf(one, []))) {
    const known = targets.get(target.id);
    if (known) targets.set(target.id, join(known, target));
    else if (target.limits.kind === "image") targets.set(target.id, target);
  }
  return [...targets.values()];
}

/** The product's own limits stay as they are: a platform's own are checked when the file is chosen for its ad. */
function join(known: MediaTarget, other: MediaTarget): MediaTarget {
  const platforms = [...known.platforms, ...other.platforms];
  if (known.place.platform === undefined) return { ...known, platforms };
  const maxBytes = Math.min(known.limits.maxBytes, other.limits.maxBytes);
  const mimes = known.limits.mimes.filter((mime) => other.limits.mimes.includes(mime));
  return { ...known, platforms, limits: { ...known.limits, maxBytes, mimes } };
}

export const targetsOf = (kind: MediaKind | null, targets: readonly MediaTarget[]): MediaTarget[] =>
  targets.filter(({ limits }) => limits.kind === kind);

/** The framing of each target, and which of them were framed by hand. */
export type Framings = { byTarget: Readonly<Record<string, Framing>>; framed: readonly string[] };

export const startFramings = (targets: readonly MediaTarget[]): Framings => ({
  byTarget: Object.fromEntries(targets.map(({ id }) => [id, startFraming])),
  framed: [],
});

/** A point of interest is chosen once: the targets that were not framed by hand follow it. */
export function changeFraming({ byTarget, framed }: Framings, changed: string, framing: Framing): Framings {
  const next = Object.entries(byTarget).map(([id, own]): [string, Framing] => {
    if (id === changed) return [id, framing];
    return [id, framed.includes(id) ? own : { ...own, fill: framing.fill, focus: framing.focus }];
  });
  return { byTarget: Object.fromEntries(next), framed: [...new Set([...framed, changed])] };
}
