/** A colour of the theme in use, as maps draw with it. */
export const readColour = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim();
