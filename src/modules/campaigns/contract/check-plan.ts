import { fold } from "#base/shared/fold.ts";
import { nameMax } from "./enums.ts";
import { checkName, type Problem, wrong } from "./problem.ts";
import type { NewPlan } from "./shapes.ts";

/** The plan's own name; and campaigns of one plan need different names too. */
export function checkPlanNames({ name, campaigns }: Pick<NewPlan, "name" | "campaigns">): Problem[] {
  const names = campaigns.map((one) => fold(one.name));
  return [
    ...checkName(name, nameMax),
    ...names.flatMap((one, at) =>
      wrong(one !== "" && names.indexOf(one) < at, "campaigns.name_used", `campaigns.${at}.name`),
    ),
  ];
}
