import { useMemo } from "react";
import { setCampaign } from "../../domain/edit-draft.ts";
import { getLimits } from "../../domain/plan-body.ts";
import { toPlatformDraft } from "../../domain/read-draft.ts";
import { HoursField } from "../hours/hours-field.tsx";
import { Fixes } from "./fixes.tsx";
import { findFirstPlace } from "./places.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";

/**
 * The hours of the opened part: of all platforms, or of one that differs. A platform that keeps none is refused beside
 * them, and shows its ads always after one tap.
 */
export function PlanHours({ form }: { form: CampaignFormState }) {
  const { draft, scope, chosen, update, problems } = form;
  const part = scope === null ? draft : toPlatformDraft(draft, scope);
  const { hours, starts_at: startsAt } = part.campaign;
  const error = form.errors.errorFor("hours");
  const place = findFirstPlace(part.ad_groups);
  // A week of hours is not drawn again at each digit of the budget beside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that the field shows is named
  return useMemo(() => {
    const shownOn = scope === null ? chosen : [scope];
    const limits = shownOn.flatMap((platform) => getLimits(draft, platform) ?? []);
    if (limits.length === 0) return null;
    return (
      <div>
        <HoursField
          limits={limits}
          value={hours}
          startsAt={startsAt}
          place={place}
          error={error}
          onChange={(picked) => update((before) => setCampaign(before, scope, { hours: picked }), ["hours"])}
        />
        <Fixes form={form} field="hours" />
      </div>
    );
  }, [draft.platforms, scope, hours, startsAt, place, error, problems]);
}
