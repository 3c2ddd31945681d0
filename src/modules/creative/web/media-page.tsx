import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { mediaKinds, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { ownLimits } from "../contract/uploads.ts";
import { listAllTargets } from "../domain/media-targets.ts";
import type { LibraryFilter } from "./creative.queries.ts";
import { sizeText } from "./files/size-text.ts";
import { PlatformGuidance } from "./guidance/platform-guidance.tsx";
import classes from "./library/library.module.css";
import { Library } from "./library/library.tsx";
import { MediaCard } from "./library/media-card.tsx";
import { SpaceUsed } from "./library/space-used.tsx";
import { FileDrop } from "./picker/file-drop.tsx";
import { toAccept } from "./picker/to-accept.ts";
import { useIntake } from "./picker/use-intake.ts";

const MendDialog = lazy(async () => ({ default: (await import("./mend/mend-dialog.tsx")).MendDialog }));

const ownHints = Object.values(ownLimits);
/** Also the sizes that only one platform asks for: the library serves all of them. */
const targets = listAllTargets(platforms.flatMap((platform) => getCapabilities(platform) ?? []));

/** The media library: everything the merchant uploaded, and the place to upload more. */
export function MediaPage() {
  const { t } = useTranslation("creative");
  const { filter, setFilter } = useLibraryFilter();
  return (
    <>
      <PageHeader title={t("library.title")} lead={t("library.lead")} />
      <div className={classes.stack}>
        {holdsAbility("media", "manage") ? <UploadCard /> : null}
        <Card>
          <SpaceUsed />
          <Library filter={filter} onFilter={setFilter} item={(media) => <MediaCard media={media} />} />
        </Card>
      </div>
    </>
  );
}

/** Several files at once: each is right for the product's own limits, or for the size of a platform. */
function UploadCard() {
  const { t } = useTranslation("creative");
  const intake = useIntake({ targets });
  return (
    <Card>
      <FileDrop
        label={t("library.upload")}
        hint={ownHints.map(({ kind, maxBytes, seconds }) => (
          <span key={kind} style={{ display: "block" }}>
            {t(`library.limits.${kind}`, { size: sizeText(maxBytes), ...seconds })}
          </span>
        ))}
        accept={toAccept(ownHints)}
        isMany
        intake={intake}
      />
      <PlatformGuidance />
      <Suspense fallback={null}>
        {intake.mending ? (
          <MendDialog
            key={`${intake.mending.file.name}${intake.mending.file.lastModified}`}
            one={intake.mending}
            onDone={intake.sendMended}
            onClose={intake.dropMending}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}

/** Search and kind are in the address, so that they can be bookmarked and survive a reload. */
function useLibraryFilter() {
  const found: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter: LibraryFilter = {
    search: found.search === undefined ? "" : String(found.search),
    kind: mediaKinds.find((kind) => kind === found.kind) ?? null,
  };
  const setFilter = (patch: Partial<LibraryFilter>) => {
    const { search, kind } = { ...filter, ...patch };
    void navigate({
      to: "/media",
      search: { ...(search === "" ? {} : { search }), ...(kind ? { kind } : {}) },
      replace: true,
    });
  };
  return { filter, setFilter };
}
