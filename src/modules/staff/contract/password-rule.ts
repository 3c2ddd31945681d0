/** Shortest password of the staff. */
export const minPasswordLength = 12;
