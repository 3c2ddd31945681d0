import { useTranslation } from "react-i18next";
import type { SentText } from "../contract/sent-text.ts";

/** By which channel a text went and how far it is. Pages that show it load the texts of `messages`. */
export function SentTextState({ text }: { text: SentText }) {
  const { t } = useTranslation("messages");
  return <>{`${t(`text_channels.${text.channel}`)} · ${t(`text_states.${text.state}`)}`}</>;
}
