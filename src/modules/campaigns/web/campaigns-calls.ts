import { makeCaller } from "#base/web/data/api.ts";
import type { AdLicencesCalls } from "../contract/ad-licences.calls.ts";
import type { CampaignsCalls } from "../contract/campaigns.calls.ts";
import type { ChangesCalls } from "../contract/changes.calls.ts";
import type { DraftsCalls } from "../contract/drafts.calls.ts";
import type { PlanSeasonBudgetsCalls } from "../contract/plan-season-budgets.calls.ts";
import type { PlansCalls } from "../contract/plans.calls.ts";
import type { SeasonBudgetsCalls } from "../contract/season-budgets.calls.ts";
import type { SeasonDraftsCalls } from "../contract/season-drafts.calls.ts";
import type { StoreWatchCalls } from "../contract/store-watch.calls.ts";
import type { ViewsCalls } from "../contract/views.calls.ts";

type Calls = CampaignsCalls &
  ChangesCalls &
  DraftsCalls &
  PlansCalls &
  SeasonBudgetsCalls &
  PlanSeasonBudgetsCalls &
  SeasonDraftsCalls &
  StoreWatchCalls &
  ViewsCalls &
  AdLicencesCalls;

/** The campaigns' calls, typed by their contract alone. */
export const call = makeCaller<Calls>();
