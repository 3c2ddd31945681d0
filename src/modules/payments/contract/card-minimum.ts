/** The gateways charge no less, in halalas. */
export const minCardHalalas = 100;
