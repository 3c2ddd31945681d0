/** What a page can hold. Read by the web too, which loads no schema for it. */

export const headlineMax = 80;
export const introductionMax = 400;
export const titleMax = 80;
export const offerTextMax = 400;
export const textMax = 1_200;
export const noteMax = 200;
export const questionMax = 120;
export const answerMax = 400;
export const questionsMax = 10;
export const labelMax = 24;
export const altMax = 120;
export const blocksMax = 20;

/** Each page has exactly one of each of these. */
export const singleKinds = ["hero", "price", "proof", "delivery", "questions", "order"] as const;
/** A page may have several of these, or none. */
export const addedKinds = ["offer", "text", "picture"] as const;
export type AddedKind = (typeof addedKinds)[number];

/** Figures are of as many Riyadh days, today included. */
export const figureDays = 30;
