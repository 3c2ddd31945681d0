/** What merchants agree to, and the version of the text that they read. A changed text has a new version. */
export const consentTexts = {
  /** The terms of use and the privacy notice, at the sign-up. */
  terms: "2026-11",
  /** Offers and news of ours. */
  marketing: "2026-11",
  /** A consultant may read the figures of the last 30 days. */
  consultation_dossier: "2026-11",
  /** Shoppers' hashed contacts are shared with the ad platforms. */
  conversion_contacts: "2026-11",
} as const;

export type ConsentPurpose = keyof typeof consentTexts;
export const consentPurposes = Object.keys(consentTexts) as [ConsentPurpose, ...ConsentPurpose[]];

export const consentChannels = ["web", "sign_up", "system"] as const;
export type ConsentChannel = (typeof consentChannels)[number];
