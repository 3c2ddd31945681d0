/** The merchant of the demo store; no real merchant has an id of this form. */
export const demoMerchantId = "mer_demo";
