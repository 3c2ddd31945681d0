import { useMemo } from "react";
import { setAd } from "../../domain/edit-draft.ts";
import { listAdFiles, listMediaPlaces, setSharedFile } from "../../domain/plan-media.ts";
import { MediaField } from "./media-field.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

type Props = { form: Omit<CampaignFormState, "selected">; adKey: string; field: string };

/** The shown ad's files: in the shared part for all platforms at once, in a platform's part its own. */
export function PlanMedia({ form: { draft, scope, chosen, errors, update }, adKey, field }: Props) {
  const shownOn = scope === null ? chosen : [scope];
  const files = listAdFiles(draft, shownOn, adKey).join(" ");
  const error = errors.errorFor(field);
  // It is not drawn again at each letter of a text beside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: places depend on the platforms' parts, not on the texts
  return useMemo(
    () => (
      <MediaField
        places={listMediaPlaces(draft, shownOn)}
        mediaIds={files.split(" ").filter((id) => id !== "")}
        error={error}
        onChoose={(mediaId, takenBy) =>
          update(
            (before) =>
              scope === null
                ? setSharedFile(before, adKey, { mediaId, takenBy })
                : setAd(before, scope, adKey, { media_id: mediaId }),
            [field],
          )
        }
      />
    ),
    [draft.platforms, scope, files, error, adKey, field, update],
  );
}
