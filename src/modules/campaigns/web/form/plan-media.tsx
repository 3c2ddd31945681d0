import { Button } from "@mantine/core";
import { type Ref, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { setAd } from "../../domain/edit-draft.ts";
import { listAdFiles, listMediaPlaces, setSharedFile } from "../../domain/plan-media.ts";
import classes from "./form.module.css";
import { MediaField } from "./media-field.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

type Form = Omit<CampaignFormState, "selected">;
type Props = { form: Form; adKey: string; field: string; way: WayToFile };

/** The shown ad's files: in the shared part for all platforms at once, in a platform's part its own. */
export function PlanMedia({ form, adKey, field, way }: Props) {
  const { draft, scope, chosen, errors, update } = form;
  const shownOn = scope === null ? chosen : [scope];
  const files = listAdFiles(draft, shownOn, adKey).join(" ");
  const error = errors.errorFor(field);
  // It is not drawn again at each letter of a text beside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: places depend on the platforms' parts, not on the texts
  const media = useMemo(() => {
    const places = listMediaPlaces(draft, shownOn);
    return places.length === 0 ? null : (
      <MediaField
        places={places}
        mediaIds={files.split(" ").filter((id) => id !== "")}
        error={error}
        chooserRef={way.chooserRef}
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
    );
  }, [draft.platforms, scope, files, error, adKey, field, update, way]);
  if (media === null) return null;
  return (
    <div>
      {media}
      {scope === null ? <OwnFiles form={form} field={field} way={way} /> : null}
    </div>
  );
}

/** In the shared part: for each platform that refuses the file, the way to its own part, where it gets another. */
function OwnFiles({ form, field, way }: Omit<Props, "adKey">) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const refusing = form.problems.flatMap((problem) =>
    problem.field === field && problem.code === "campaigns.media_not_supported" && problem.platform
      ? { platform: problem.platform, words: t("campaigns:media_not_supported", problem.params) }
      : [],
  );
  if (refusing.length === 0 || form.chosen.length < 2) return null;
  return (
    <ul className={classes.fixes}>
      {refusing.map(({ platform, words }, index) => (
        <li key={platform}>
          {/* The first problem is the field's own error line already. */}
          {index > 0 ? <span className={classes.soft}>{words}</span> : null}
          <Button size="compact-md" variant="light" onClick={() => way.open(() => form.openScope(platform))}>
            {t("own_file", { platform: t(`campaigns:platform_names.${platform}`) })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

export type WayToFile = {
  /** Opens a part to choose its file: the button that chooses it is then in view and focused. */
  open: (openPart: () => void) => void;
  chooserRef: Ref<HTMLButtonElement>;
};

/** The way to the file of another part: kept where both parts are drawn, since each has a field of its own. */
export function useWayToFile(): WayToFile {
  const isOpening = useRef(false);
  return useMemo(
    () => ({
      open: (openPart) => {
        isOpening.current = true;
        openPart();
      },
      chooserRef: (button) => {
        if (!button || !isOpening.current) return;
        isOpening.current = false;
        button.focus({ preventScroll: true });
        button.scrollIntoView({ block: "center" });
      },
    }),
    [],
  );
}
