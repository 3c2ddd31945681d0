import type { ReportScope } from "../contract/report-scope.ts";

/** A scope as a call takes it: several campaigns are one text. */
export const toScopeQuery = ({ campaign_ids, ...scope }: ReportScope) => ({
  ...scope,
  ...(campaign_ids ? { campaign_ids: campaign_ids.join(",") } : {}),
});
