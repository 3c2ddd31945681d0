import { useTranslation } from "react-i18next";
import { stripIsolates } from "#base/shared/bidi.ts";
import { countSmsParts } from "#base/shared/sms-parts.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import { toEventWords, toFiguresWords, toSampleFigures } from "../../domain/communication/message-words.ts";
import classes from "../rules.module.css";
import { useCommunicationText } from "./use-communication-text.ts";

type Props = { fields: CommunicationRuleFields; hasWhatsApp: boolean };

/** The message as the phone shows it, on sample figures, and as how many messages it is counted. */
export function MessagePreview({ fields, hasWhatsApp }: Props) {
  const { t } = useTranslation(["rules", "messages"]);
  const language = useLanguage();
  const { translate } = useCommunicationText();
  const message = t("messages:texts.communication_rule.body", {
    what: toEventWords(translate, fields, fields.value),
    figures: toFiguresWords(translate, fields.indicator, toSampleFigures(fields)),
  });
  const sms = `${language === "en" ? stripIsolates(message) : message}\n${window.location.origin}/rules/communication`;
  const isByWhatsApp = fields.channel === "whatsapp" && hasWhatsApp;
  return (
    <figure className={classes.preview}>
      <figcaption>{t("rules:communication.preview.title")}</figcaption>
      <p>{message}</p>
      <p className={classes.quiet}>
        {isByWhatsApp
          ? t("rules:communication.preview.whatsapp")
          : t("rules:communication.preview.sms", { count: countSmsParts(sms).parts })}{" "}
        {t("rules:communication.preview.example")}
      </p>
    </figure>
  );
}
