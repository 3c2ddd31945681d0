/** Browsers of one merchant that take push messages. */
export const devicesMax = 10;
