import { z } from "zod";
import { defineCalls, requiredText, riyadhDay } from "#base/shared/contract.ts";
import { licenceKinds } from "./ad-law-rules.ts";
import { id } from "./shapes.ts";

const read = { subject: "campaign", action: "read" } as const;
const manage = { subject: "campaign", action: "manage" } as const;

/** `starts_on` and `ends_on`: Riyadh days, the first and the last on which it is valid. */
export const adLicenceFields = z.object({
  kind: z.enum(licenceKinds),
  number: requiredText(40),
  starts_on: riyadhDay,
  ends_on: riyadhDay,
});
export type AdLicenceFields = z.output<typeof adLicenceFields>;

const adLicence = adLicenceFields.extend({
  id,
  number: z.string(),
  /** On the Riyadh day of the answer. */
  state: z.enum(["valid", "upcoming", "ended"]),
});
export type AdLicence = z.output<typeof adLicence>;

/** Those that end last come first; a merchant has at most `adLicencesMax`. */
const list = z.object({ items: z.array(adLicence) });
export type AdLicences = z.output<typeof list>;

const refusals = [
  "campaigns.licence_number_not_valid",
  "campaigns.licence_end_before_start",
  "campaigns.licence_number_used",
];

/** The merchant's licences for words that the ad law allows with a licence alone (`ad-law-rules.ts`). */
export const adLicencesCalls = defineCalls({
  "GET Clients/AdLicences/index": {
    summary: "The merchant's licences for discounts, prize draws and content creators in ads",
    access: read,
    answer: list,
  },
  "POST Clients/AdLicences/create": {
    summary: "Records a licence: its number and the days on which it is valid",
    access: manage,
    body: adLicenceFields,
    answer: list,
    refusals: [...refusals, "campaigns.licences_too_many"],
  },
  "PUT Clients/AdLicences/{id}": {
    summary: "Corrects a licence",
    access: manage,
    params: z.object({ id }),
    body: adLicenceFields,
    answer: list,
    refusals,
  },
  "DELETE Clients/AdLicences/{id}": {
    summary: "Removes a licence; running campaigns that need it are paused",
    access: manage,
    params: z.object({ id }),
    answer: list,
  },
});
export type AdLicencesCalls = typeof adLicencesCalls;
