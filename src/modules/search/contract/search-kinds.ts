import { type Ability, allows, type HeldAbility } from "#base/shared/abilities.ts";

/** What can be found, in the order in which groups are shown, each with the ability that seeing it takes, if any. */
export const searchKinds = {
  campaign: { subject: "campaign", action: "read" },
  ad_group: { subject: "campaign", action: "read" },
  ad: { subject: "campaign", action: "read" },
  product: { subject: "store", action: "read" },
  order: { subject: "store", action: "read" },
  link: { subject: "tracking_link", action: "read" },
  report: { subject: "custom_report", action: "read" },
  rule: { subject: "rule", action: "read" },
  communication_rule: { subject: "rule", action: "read" },
  transaction: { subject: "wallet", action: "read" },
  invoice: { subject: "billing", action: "read" },
  landing_page: { subject: "landing_page", action: "read" },
  design: { subject: "digital_designer", action: "use" },
  media: { subject: "media", action: "read" },
  library_ad: { subject: "library", action: "read" },
  library_row: { subject: "library", action: "read" },
  consultation: { subject: "marketing_consultation", action: "read" },
  consultation_order: { subject: "marketing_consultation", action: "read" },
  notification: { subject: "notification", action: "read" },
  /** Anybody's. */
  help: null,
} as const satisfies Record<string, Ability | null>;

export type SearchKind = keyof typeof searchKinds;
/** Whether a person with these abilities sees what is of this kind. */
export function seesKind(kind: SearchKind, held: readonly HeldAbility[]): boolean {
  const required = searchKinds[kind];
  return required === null || held.some((one) => allows(one, required));
}

export const searchKindNames = Object.keys(searchKinds) as [SearchKind, ...SearchKind[]];

/** Their owners answer for them; all others are found among the documents. */
export const answeredKinds = [
  "order",
  "transaction",
  "communication_rule",
  "notification",
  "help",
] as const satisfies readonly SearchKind[];
export type AnsweredKind = (typeof answeredKinds)[number];
export type NamedKind = Exclude<SearchKind, AnsweredKind>;

/** What every merchant sees: its documents belong to none. */
export const sharedKinds: readonly NamedKind[] = ["library_row", "consultation"];

/** The longest text that is searched for. */
export const queryMax = 120;
