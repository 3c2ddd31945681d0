/* Constants alone, which pages read without the validation library. */

/** The steps of a plan in their order; `page` only where it is made from a page. */
export const planSteps = ["page", "figures", "choices", "texts", "draft"] as const;
export type PlanStep = (typeof planSteps)[number];
export const planStatuses = ["planning", "done", "stopped", "failed"] as const;
