import type { TFunction } from "i18next";
import type { Format } from "#base/web/runtime/format.ts";
import { groupDays, type HourPlan, noHour } from "#modules/ad-accounts/contract/hour-plan.ts";

/** A Sunday in Riyadh, for the names of weekdays and hours. */
const sunday = Date.UTC(2026, 10, 21, 21);
const hourMs = 3_600_000;

export const toInstant = (weekday: number, hour: number): Date =>
  new Date(sunday + (weekday * 24 + hour) * hourMs);

/**
 * The plan as a sentence: "كل يوم من 9:00 م إلى 2:00 ص", "Friday and Saturday all day; …". Null is all the time.
 */
export function describeHours(
  plan: HourPlan | null,
  { t, format }: { t: TFunction<"campaigns">; format: Format },
): string {
  if (plan === null) return t("campaigns:hours.always");
  if (plan === noHour) return t("campaigns:hours.never");
  return groupDays(plan)
    .map(({ weekdays, spans }) => {
      const days =
        weekdays.length === 7
          ? t("campaigns:hours.every_day")
          : weekdays
              .map((weekday) => format.weekday(toInstant(weekday, 0), "long"))
              .join(t("campaigns:hours.and"));
      const times = spans.map(({ from, hours }) =>
        hours === 24
          ? t("campaigns:hours.all_day")
          : t("campaigns:hours.span", {
              from: format.time(toInstant(0, from)),
              to: format.time(toInstant(0, from + hours)),
            }),
      );
      return t("campaigns:hours.group", { days, times: times.join(t("campaigns:hours.and")) });
    })
    .join(t("campaigns:hours.groups_comma"));
}
