import { Button, TextInput } from "@mantine/core";
import { IconArrowBackUp, IconWand } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { errorNode } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { useDictation } from "#modules/speech/web/dictation.parts.tsx";
import { sentenceMax } from "../contract/change-enums.ts";
import type { DesignChange } from "../contract/design-changes.ts";
import classes from "./designer.module.css";
import { designerKeys } from "./designer.queries.ts";
import { callChat } from "./designer-calls.ts";

type Exchange = { sentence: string; changeId: string | null; understood: DesignChange[]; isUndone: boolean };
type Props = {
  /** The request whose designs are changed. */
  requestId: string;
  /** How many designs it has. */
  count: number;
};

/** A sentence over all designs of a request: what was understood of it stands below, with its undo. */
export function DesignChat({ requestId, count }: Props) {
  const { t } = useTranslation("designer");
  const language = useLanguage();
  const [sentence, setSentence] = useState("");
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const dictation = useDictation({ value: sentence, max: sentenceMax, language, onChange: setSentence });
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: designerKeys.list });
  const send = useMutation({
    mutationFn: (text: string) =>
      callChat("POST Clients/DigitalDesigner/requests/{id}/changes", {
        params: { id: requestId },
        body: { sentence: text },
        quiet: true,
      }),
    onSuccess: ({ change_id: changeId, understood }, text) => {
      setExchanges((before) => [{ sentence: text, changeId, understood, isUndone: false }, ...before]);
      // What was not understood is said in other words.
      if (changeId === null) return;
      setSentence("");
      refresh();
    },
  });
  const undo = useMutation({
    mutationFn: (id: string) =>
      callChat("POST Clients/DigitalDesigner/changes/{id}/undo", { params: { id } }),
    onSuccess: (_, id) =>
      setExchanges((before) => before.map((one) => (one.changeId === id ? { ...one, isUndone: true } : one))),
  });
  const [last] = exchanges;
  const isNotUnderstood = last?.changeId === null;
  const toWords = useChangeWords();
  // The last change first: an older one lies beneath it.
  const undoable = exchanges.find(({ changeId, isUndone }) => changeId !== null && !isUndone)?.changeId;
  const submit = () => {
    const text = sentence.trim();
    if (text !== "" && !send.isPending) send.mutate(text);
  };
  return (
    <Card title={t("chat.title")}>
      <form
        className={classes.stack}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={classes.quiet}>{t("chat.lead", { count })}</p>
        {dictation.panel}
        <div className={classes.chatRow}>
          <TextInput
            className={classes.chatField ?? ""}
            aria-label={t("chat.label")}
            placeholder={t("chat.placeholder")}
            dir="auto"
            maxLength={sentenceMax}
            value={sentence}
            error={errorNode(isApiError(send.error) ? send.error.message : undefined)}
            onChange={(event) => setSentence(event.currentTarget.value)}
          />
          {dictation.button}
          <Button type="submit" loading={send.isPending} leftSection={<IconWand size={18} aria-hidden />}>
            {t("chat.send")}
          </Button>
        </div>
        <p role="status" className={isNotUnderstood ? classes.chatNote : "visually-hidden"}>
          {isNotUnderstood ? t("chat.not_understood") : last?.understood.map(toWords).join(", ")}
        </p>
        {exchanges
          .slice(0, 4)
          .map((exchange) =>
            exchange.changeId === null ? null : (
              <Understood
                key={exchange.changeId}
                exchange={exchange}
                isUndoing={undo.isPending}
                onUndo={exchange.changeId === undoable ? (id) => undo.mutate(id) : undefined}
              />
            ),
          )}
      </form>
    </Card>
  );
}

type UnderstoodProps = {
  exchange: Exchange;
  isUndoing: boolean;
  onUndo: ((id: string) => void) | undefined;
};

function Understood({ exchange, isUndoing, onUndo }: UnderstoodProps) {
  const { t } = useTranslation("designer");
  const toWords = useChangeWords();
  const { sentence, changeId, understood, isUndone } = exchange;
  return (
    <div className={classes.exchange}>
      <p className={classes.sentence}>
        <UserText>{sentence}</UserText>
      </p>
      <div className={classes.chatRow}>
        <ul className={classes.understood} data-undone={isUndone} aria-label={t("chat.understood")}>
          {understood.map((change) => (
            <li key={JSON.stringify(change)}>{toWords(change)}</li>
          ))}
        </ul>
        {isUndone ? (
          <span className={classes.quiet}>{t("chat.undone")}</span>
        ) : onUndo && changeId !== null ? (
          <Button
            type="button"
            variant="subtle"
            loading={isUndoing}
            leftSection={<IconArrowBackUp size={18} aria-hidden className="turns" />}
            onClick={() => onUndo(changeId)}
          >
            {t("edit.undo")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** What a change does, in the reader's words. */
function useChangeWords(): (change: DesignChange) => string {
  const { t } = useTranslation("designer");
  return (change) => {
    switch (change.kind) {
      case "background":
        return t(`chat.background.${change.shade}`);
      case "ground_color":
        return t("chat.ground_color", { color: t(`chat.colors.${change.color}`) });
      case "color":
        return t("chat.color", { part: t(`layers.${change.part}`), color: t(`chat.colors.${change.color}`) });
      case "size":
        return t(`chat.size.${change.step}`, { part: t(`layers.${change.part}`) });
      case "shown":
        return t(change.is_hidden ? "chat.hidden" : "chat.shown", {
          part: change.part === "ornaments" ? t("layers.ornament") : t(`layers.${change.part}`),
        });
      case "text":
        return t("chat.text", { part: t(`layers.${change.part}`), text: change.text });
      case "font":
        return t("chat.font", { font: change.font });
      case "align":
        return t(`chat.align.${change.align}`);
      case "style":
        return t("chat.style", { style: t(`styles.${change.style}`) });
      case "season":
        return change.season === null
          ? t("chat.no_season")
          : t("chat.season", { season: t(`seasons.${change.season}`) });
      case "placement":
        return t("chat.placement", { placement: t(`placements.${change.placement}`) });
    }
  };
}
