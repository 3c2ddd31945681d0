import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { RelativeTime } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { SentTextState } from "#modules/messages/web/sent-text.parts.tsx";
import type { CommunicationRule } from "../../contract/communication.calls.ts";
import classes from "../rules.module.css";
import {
  useChangeCommunication,
  useDeleteCommunication,
  useSetCommunicationStatus,
} from "./communication.queries.ts";
import { CommunicationForm } from "./communication-form.tsx";
import { CommunicationLog } from "./communication-log.tsx";
import { useCommunicationText } from "./use-communication-text.ts";

/** One rule as its sentence, with its switch, its last message and its log. */
export function CommunicationCard({ rule, hasWhatsApp }: { rule: CommunicationRule; hasWhatsApp: boolean }) {
  const { t } = useTranslation("rules");
  const [isEditing, setEditing] = useState(false);
  const change = useChangeCommunication(rule.id);
  const { id: _id, status: _status, last_evaluated_at: _at, sent_at: _sent, text: _text, ...fields } = rule;
  if (isEditing)
    return (
      <CommunicationForm
        initial={fields}
        hasWhatsApp={hasWhatsApp}
        submitLabel={t("communication.form.change_save")}
        onCancel={() => setEditing(false)}
        onSave={async (changed) => {
          await change(changed);
          notify(t("communication.changed"), "success");
          setEditing(false);
        }}
      />
    );
  return <ReadCard rule={rule} onEdit={() => setEditing(true)} />;
}

function ReadCard({ rule, onEdit }: { rule: CommunicationRule; onEdit: () => void }) {
  const { t } = useTranslation("rules");
  const { toSentence } = useCommunicationText();
  const [isLogOpen, setLogOpen] = useState(false);
  const setStatus = useSetCommunicationStatus(rule.id);
  const remove = useDeleteCommunication(rule);
  const sentence = toSentence(rule);
  return (
    <Card>
      <div className={classes.tight}>
        <div className={classes.head}>
          <p className={classes.name}>{sentence}</p>
          <StatusBadge tone={rule.status === "active" ? "good" : "neutral"}>
            {t(`communication.states.${rule.status}`)}
          </StatusBadge>
          <Switch
            aria-label={`${t("communication.is_on")}: ${sentence}`}
            checked={rule.status === "active"}
            disabled={setStatus.isPending}
            onChange={(event) => setStatus.mutate(event.currentTarget.checked ? "active" : "inactive")}
          />
        </div>
        <LastMessage rule={rule} />
        <div className={classes.actions}>
          <Button variant="default" aria-expanded={isLogOpen} onClick={() => setLogOpen((isOpen) => !isOpen)}>
            {t("communication.log.open")}
          </Button>
          <Button variant="default" onClick={onEdit}>
            {t("communication.edit")}
          </Button>
          <ConfirmButton
            label={t("communication.delete")}
            title={t("communication.delete_title")}
            busy={remove.isPending}
            onConfirm={() => remove.mutate()}
          >
            {t("communication.delete_words")}
          </ConfirmButton>
        </div>
        {isLogOpen ? <CommunicationLog rule={rule} /> : null}
      </div>
    </Card>
  );
}

function LastMessage({ rule: { sent_at, text, last_evaluated_at } }: { rule: CommunicationRule }) {
  const { t } = useTranslation("rules");
  return (
    <div className={classes.foot}>
      <span>
        {sent_at === null ? (
          t("communication.never_sent")
        ) : (
          <>
            {t("communication.last_sent")} <RelativeTime at={sent_at} />
            {text === null ? null : (
              <>
                {" · "}
                <SentTextState text={text} />
              </>
            )}
          </>
        )}
      </span>
      <span>
        {last_evaluated_at === null ? (
          t("communication.not_evaluated")
        ) : (
          <>
            {t("communication.evaluated")} <RelativeTime at={last_evaluated_at} />
          </>
        )}
      </span>
    </div>
  );
}
