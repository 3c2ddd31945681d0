import { z } from "zod";
import { type DaySpan, listDaySpans } from "#modules/ad-accounts/contract/hour-plan.ts";
import type { AdAccountContext, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { toAccountHours } from "../shared/account-hours.ts";
import { type ApiClient, type Json, loadRows, type Operation } from "./api-client.ts";
import { toResourceName } from "./resource-names.ts";

const weekdays = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

/** A campaign's ad schedule: a criterion for each span of a day, in the account's time. They cannot be changed. */
export const toScheduleCreations = (
  { hours }: CampaignSpec,
  account: AdAccountContext,
  campaign: string,
): Operation[] =>
  hours === null
    ? []
    : listDaySpans(toAccountHours(hours, account)).map((span) => toCreation(campaign, span));

const toCreation = (campaign: string, span: DaySpan): Operation => ({
  campaignCriterionOperation: { create: { campaign, adSchedule: toAdSchedule(span) } },
});

const toAdSchedule = ({ weekday, from, to }: DaySpan): Json => ({
  dayOfWeek: weekdays[weekday],
  startHour: from,
  startMinute: "ZERO",
  endHour: to,
  endMinute: "ZERO",
});

const scheduleRow = z.looseObject({
  campaignCriterion: z.looseObject({
    resourceName: z.string(),
    adSchedule: z.looseObject({
      dayOfWeek: z.string(),
      startHour: z.number().default(0),
      startMinute: z.string().default("ZERO"),
      endHour: z.number().default(0),
      endMinute: z.string().default("ZERO"),
    }),
  }),
});
const fields = [
  "resource_name",
  "ad_schedule.day_of_week",
  "ad_schedule.start_hour",
  "ad_schedule.start_minute",
  "ad_schedule.end_hour",
  "ad_schedule.end_minute",
];

/** Operations that give an existing campaign these hours; what it has already stays. Removals come first. */
export async function loadScheduleChanges(
  client: ApiClient,
  account: AdAccountContext,
  platformId: string,
  spec: CampaignSpec,
): Promise<Operation[]> {
  const query = `SELECT ${fields.map((field) => `campaign_criterion.${field}`).join(", ")} FROM campaign_criterion WHERE campaign.id = ${Number(platformId)} AND campaign_criterion.type = 'AD_SCHEDULE'`;
  const rows = await loadRows(client, account, query, scheduleRow);
  const toKey = ({ dayOfWeek, startHour, startMinute, endHour, endMinute }: Json) =>
    `${dayOfWeek} ${startHour}:${startMinute} ${endHour}:${endMinute}`;
  const existing = new Map(
    rows.map(({ campaignCriterion: { adSchedule, resourceName } }) => [toKey(adSchedule), resourceName]),
  );
  const spans = spec.hours === null ? [] : listDaySpans(toAccountHours(spec.hours, account));
  const desired = new Map(spans.map((span) => [toKey(toAdSchedule(span)), span]));
  const campaign = toResourceName(account, "campaigns", platformId);
  return [
    ...[...existing].flatMap(([key, resourceName]) =>
      desired.has(key) ? [] : [{ campaignCriterionOperation: { remove: resourceName } }],
    ),
    ...[...desired].flatMap(([key, span]) => (existing.has(key) ? [] : [toCreation(campaign, span)])),
  ];
}
