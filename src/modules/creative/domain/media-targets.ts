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

/** A platform whose ads the file is for, with the campaign's placements there. */
export type MediaPlace = {
  limits: Pick<Capabilities, "platform" | "media">;
  placements: readonly Placement[];
};

/**
 * The shapes that these places take, each once. A shape that several of them share is checked by the server for the
 * first, under the narrowest of their limits.
 */
export function listTargets(places: readonly MediaPlace[]): MediaTarget[] {
  const targets = new Map<string, MediaTarget>();
  for (const target of places.flatMap(toTargets)) {
    const known = targets.get(target.id);
    targets.set(target.id, known ? join(known, target) : target);
  }
  return [...targets.values()];
}

/**
 * The shapes that the library takes: the product's own of each kind first, then every other picture size that a
 * platform asks for.
 */
export function listAllTargets(platforms: readonly MediaPlace["limits"][]): MediaTarget[] {
  const others = listTargets(platforms.map((limits) => ({ limits, placements: [] })));
  const own = Object.values(ownLimits).map((limits): MediaTarget => {
    const id = toId(limits);
    const sharing = others.find((other) => other.id === id)?.platforms ?? [];
    return { id, platforms: sharing, place: {}, limits };
  });
  const isOwn = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id, limits }) => limits.kind === "image" && !isOwn.has(id))];
}

function toTargets({ limits: { platform, media }, placements }: MediaPlace): MediaTarget[] {
  const [placement] = placements;
  const place = { platform, ...(placement ? { placement } : {}) };
  return uploadable({ media }).map((limits) => ({ id: toId(limits), platforms: [platform], place, limits }));
}

function join(known: MediaTarget, other: MediaTarget): MediaTarget {
  const maxBytes = Math.min(known.limits.maxBytes, other.limits.maxBytes);
  const mimes = known.limits.mimes.filter((mime) => other.limits.mimes.includes(mime));
  const platforms = [...known.platforms, ...other.platforms];
  return { ...known, platforms, limits: { ...known.limits, ...joinSeconds(known, other), maxBytes, mimes } };
}

function joinSeconds({ limits: one }: MediaTarget, { limits: other }: MediaTarget) {
  if (!one.seconds || !other.seconds) return {};
  const { seconds } = one;
  return {
    seconds: {
      min: Math.max(seconds.min, other.seconds.min),
      max: Math.min(seconds.max, other.seconds.max),
    },
  };
}

export const filterByKind = (kind: MediaKind | null, targets: readonly MediaTarget[]): MediaTarget[] =>
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
