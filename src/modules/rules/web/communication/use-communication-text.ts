import { useTranslation } from "react-i18next";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import type { Indicator } from "../../contract/enums.ts";
import { toFiguresWords, toRuleSentence } from "../../domain/communication/message-words.ts";

/** Communication rules in the words that their messages use too. */
export function useCommunicationText() {
  const { t } = useTranslation("rules");
  const translate = (key: string, params: Record<string, string | number> = {}) =>
    String(t(`communication.${key}` as "communication.title", params));
  return {
    translate,
    toSentence: (rule: Omit<CommunicationRuleFields, "city" | "numbers">) => toRuleSentence(translate, rule),
    toFigures: (indicator: Indicator, now: number, before: number) =>
      toFiguresWords(translate, indicator, { now, before }),
  };
}
