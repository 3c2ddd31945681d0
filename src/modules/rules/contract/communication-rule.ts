import { z } from "zod";
import { cities } from "#base/shared/places/generated/cities.ts";
import { textChannels } from "#modules/messages/contract/enums.ts";
import { changes, indicators } from "./enums.ts";

const cityKeys = cities.map(([key]) => key) as [string, ...string[]];

/** What a merchant sets of a communication rule. */
export const communicationRuleFields = z.object({
  indicator: z.enum(indicators),
  change: z.enum(changes),
  /** By how much at least, in whole percent of the days before. A fall is at most 100. */
  value: z.number().int().min(1).max(1_000),
  /** Riyadh days up to yesterday, compared with as many before: today is not over. */
  days: z.number().int().min(1).max(30),
  channel: z.enum(textChannels),
  /** The merchant's city, by its key in the gazetteer: nothing is sent at its prayer times. */
  city: z.enum(cityKeys),
  /** Proven numbers (`+9665…`) that get the messages too, beside the merchant's own. */
  numbers: z.array(z.string().max(20)).max(5).default([]),
});
export type CommunicationRuleFields = z.output<typeof communicationRuleFields>;
