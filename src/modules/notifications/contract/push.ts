/** Browsers of one person that take push messages. */
export const devicesMax = 10;
