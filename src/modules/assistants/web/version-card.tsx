import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconCopy, IconPencil, IconSpeakerphone, IconStar, IconStarFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorNode, TextField } from "#base/web/forms/fields.tsx";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { bodyTextMax, headlineTextMax, type Revision, revisions } from "../contract/writer-enums.ts";
import type { Answer, Version } from "../contract/writer-shapes.ts";
import { MarkedText } from "./marked-text.tsx";
import { TextChecks } from "./text-checks.tsx";
import { UseInAd } from "./use-in-ad.tsx";
import classes from "./writer.module.css";
import { useEditVersion, useKeepFavourite } from "./writer.queries.ts";

type Props = {
  answer: Answer;
  version: Version;
  isOpen: boolean;
  isBusy: boolean;
  onOpen: () => void;
  onRevise: (version: Version, change: Revision) => void;
};

/** One version: the open one has its actions and checks, the others open with a tap. */
export function VersionCard(props: Props) {
  const { answer, version, isOpen, onOpen } = props;
  const { t } = useTranslation("assistants");
  const [isEditing, setEditing] = useState(false);
  const favourite = useKeepFavourite(answer.id);
  const { id, number, headline, body, is_favourite, is_edited } = version;
  return (
    <li className={classes.version} data-open={isOpen} aria-label={t("version.label", { number })}>
      <div className={classes.versionHead}>
        <button
          type="button"
          className={classes.number}
          aria-expanded={isOpen}
          aria-label={t("version.open", { number })}
          onClick={onOpen}
        >
          <Figure value={number} />
        </button>
        {headline ? (
          <strong className={classes.headline}>
            <UserText>{headline}</UserText>
          </strong>
        ) : (
          <span />
        )}
        {is_edited ? <StatusBadge tone="neutral">{t("version.edited")}</StatusBadge> : null}
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-pressed={is_favourite}
          aria-label={t(is_favourite ? "version.unfavourite" : "version.favourite")}
          onClick={() => favourite.mutate({ id, is_favourite: !is_favourite })}
        >
          {is_favourite ? <IconStarFilled size={20} aria-hidden /> : <IconStar size={20} aria-hidden />}
        </ActionIcon>
      </div>
      {isEditing ? (
        <EditForm answerId={answer.id} version={version} onDone={() => setEditing(false)} />
      ) : body ? (
        <p className={classes.body}>
          <MarkedText text={body} tongue={answer.tongue} />
        </p>
      ) : null}
      {isOpen && !isEditing ? <OpenPart {...props} onEdit={() => setEditing(true)} /> : null}
    </li>
  );
}

function OpenPart({ answer, version, isBusy, onRevise, onEdit }: Props & { onEdit: () => void }) {
  const { t } = useTranslation("assistants");
  const edit = useEditVersion(answer.id);
  const { id, headline, body } = version;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText([headline, body].filter(Boolean).join("\n"));
      notify(t("version.copied"), "success");
    } catch {
      notify(t("version.copy_failed"), "error");
    }
  };
  const isAd = answer.category === "ad_text" || answer.category === "headline";
  const offered = revisions.filter(
    (change) =>
      (change !== "more_saudi" || answer.tongue !== "english") &&
      (change !== "translate" || answer.tongue !== "english") &&
      (change !== "shorten" || body !== ""),
  );
  return (
    <>
      <TextChecks
        answer={answer}
        headline={headline}
        body={body}
        isSaving={edit.isPending}
        onChange={(texts) => edit.mutate({ id, ...texts })}
      />
      <div className={classes.acts}>
        {isAd && holdsAbility("campaign", "manage") ? (
          <UseInAd version={version} icon={<IconSpeakerphone size={18} aria-hidden />} />
        ) : null}
        {offered.map((change) => (
          <Button key={change} variant="default" disabled={isBusy} onClick={() => onRevise(version, change)}>
            {t(`version.${change}`)}
          </Button>
        ))}
        <Button variant="subtle" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
          {t("version.copy")}
        </Button>
        <Button variant="subtle" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
          {t("version.edit")}
        </Button>
      </div>
    </>
  );
}

type EditProps = { answerId: string; version: Version; onDone: () => void };

function EditForm({ answerId, version, onDone }: EditProps) {
  const { t } = useTranslation("assistants");
  const edit = useEditVersion(answerId);
  const [texts, setTexts] = useState({ headline: version.headline, body: version.body });
  const save = () =>
    edit.mutate(
      { id: version.id, ...texts },
      {
        onSuccess: () => {
          notify(t("version.saved"), "success");
          onDone();
        },
      },
    );
  return (
    <div className={classes.stack}>
      <TextField
        label={t("version.headline")}
        maxLength={headlineTextMax}
        dir="auto"
        value={texts.headline}
        onChange={(headline) => setTexts({ ...texts, headline })}
      />
      <Textarea
        label={t("version.body")}
        rows={3}
        classNames={{ input: classes.growing ?? "" }}
        dir="auto"
        maxLength={bodyTextMax}
        error={errorNode(edit.error?.message)}
        value={texts.body}
        onChange={(event) => setTexts({ ...texts, body: event.currentTarget.value })}
      />
      <div className={classes.acts}>
        <Button loading={edit.isPending} onClick={save}>
          {t("version.save")}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t("version.cancel")}
        </Button>
      </div>
    </div>
  );
}
