import { Button, Modal, Select } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { checkAdLaw } from "#modules/campaigns/contract/ad-law.ts";
import type { DraftRow } from "#modules/campaigns/contract/drafts.calls.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import { useDraft, useDrafts } from "#modules/campaigns/web/drafts.queries.ts";
import { LawNote } from "#modules/campaigns/web/law/law.parts.tsx";
import type { DesignDetails } from "../../contract/design-shapes.ts";
import { call } from "../designer-calls.ts";
import classes from "./editor.module.css";

type Props = { design: DesignDetails; onFlush: () => Promise<boolean> };

/** Puts the design's files into an ad of a draft, or of a new one, and opens it in the campaign form. */
export function UseInAd({ design, onFlush }: Props) {
  const { t } = useTranslation(["designer", "base", "ad_accounts"]);
  const isPhone = !useIsAtLeast("tablet");
  const [isOpen, setOpen] = useState(false);
  const [draftId, setDraftId] = useState("");
  const [adKey, setAdKey] = useState<string | null>(null);
  const key = useIdempotencyKey(`designer.draft.${design.id}`);
  const open = useOpenDraft();
  const place = useMutation({
    mutationFn: async () => {
      if (!(await onFlush())) return;
      const params = { id: design.id };
      const saved = await call("POST Clients/DigitalDesigner/designs/{id}/library", {
        params,
        body: { placements: design.placements },
      });
      const media_ids = saved.items.map(({ id }) => id);
      const body = { media_ids, draft_id: draftId || null, ad_key: draftId ? adKey : null };
      const { draft_id, without } = await call("POST Clients/DigitalDesigner/designs/{id}/draft", {
        params,
        body,
        idempotencyKey: key.for(body),
      });
      key.done();
      setOpen(false);
      if (without.length > 0) {
        const names = without.map((platform) => t(`ad_accounts:platforms.${platform}`)).join("، ");
        notify(t("use.without", { platforms: names }), "info");
      }
      open.mutate(draft_id);
    },
  });
  return (
    <>
      <Button
        color="clay"
        leftSection={<IconSpeakerphone size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("design.use")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        fullScreen={isPhone}
        title={<strong>{t("use.title")}</strong>}
        closeButtonProps={{ "aria-label": t("base:close") }}
      >
        <form
          className={classes.fields}
          onSubmit={(event) => {
            event.preventDefault();
            place.mutate();
          }}
        >
          <DraftChoice
            value={draftId}
            onChange={(id) => {
              setDraftId(id);
              setAdKey(null);
            }}
          />
          {draftId ? <AdChoice draftId={draftId} value={adKey} onChange={setAdKey} /> : null}
          {listTexts(design).map((text) =>
            checkAdLaw(text).map((finding) => <LawNote key={`${finding.rule} ${text}`} finding={finding} />),
          )}
          <p className={classes.quiet}>{t("use.words")}</p>
          <Button type="submit" color="clay" loading={place.isPending || open.isPending}>
            {t("use.submit")}
          </Button>
        </form>
      </Modal>
    </>
  );
}

function DraftChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation("designer");
  const query = useDrafts();
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={1} />}>
      {({ items }) => (
        <Select
          label={t("use.draft")}
          allowDeselect={false}
          data={[
            { value: "", label: t("use.new_draft") },
            ...items.map(({ id, name }) => ({ value: id, label: name || t("use.unnamed") })),
          ]}
          value={value}
          onChange={(id) => onChange(id ?? "")}
        />
      )}
    </QueryBoundary>
  );
}

type AdProps = { draftId: string; value: string | null; onChange: (key: string) => void };

/** Shown where the draft has several ads. */
function AdChoice({ draftId, value, onChange }: AdProps) {
  const { t } = useTranslation("designer");
  const query = useDraft(draftId);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={1} />}>
      {(draft) => {
        const ads = listAds(draft);
        if (ads.length < 2) return null;
        return (
          <Select
            label={t("use.ad")}
            allowDeselect={false}
            data={ads.map(({ key, headline }, index) => ({
              value: key,
              label: headline || t("use.ad_number", { number: index + 1 }),
            }))}
            value={value ?? ads[0]?.key ?? null}
            onChange={(key) => key !== null && onChange(key)}
          />
        );
      }}
    </QueryBoundary>
  );
}

const listAds = ({ content }: DraftRow) => content.ad_groups.flatMap(({ ads }) => ads);

/** What the first size says. */
const listTexts = ({ sizes, placements: [first = "story"] }: DesignDetails): string[] =>
  (sizes[first] ?? []).flatMap((layer) => (layer.kind === "text" && !layer.is_hidden ? [layer.text] : []));
