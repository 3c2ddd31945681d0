export const halves = ["a", "b"] as const;
export type Half = (typeof halves)[number];

/** What a visitor's browser keeps of a test: the version, the half, and whether the order button was tapped. */
export type HalfMark = { version: number; half: Half; hasTapped: boolean };

const name = "rwh";
/** A visitor sees the same half for two weeks from the first visit; the mark is never renewed. */
const markSeconds = 14 * 86_400;

/** Null when there is none, or it is of another version. */
export function readHalfMark(cookies: string | undefined, version: number): HalfMark | null {
  const [, marked, half, tapped] = /(?:^|;\s*)rwh=(\d{1,9})([ab])(t?)(?:;|$)/.exec(cookies ?? "") ?? [];
  if (Number(marked) !== version) return null;
  return { version, half: half as Half, hasTapped: tapped === "t" };
}

/** For this page alone; it says nothing of who the visitor is. */
export function toHalfCookie(
  { version, half, hasTapped }: HalfMark,
  { slug, isSecure }: { slug: string; isSecure: boolean },
): string {
  const value = `${version}${half}${hasTapped ? "t" : ""}`;
  return `${name}=${value}; Path=/p/${slug}; Max-Age=${markSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
