/** A version before it is stored: either text may be empty. */
export type Draft = { headline: string; body: string };
