import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import { formatWhileTyping } from "../contract/mobile-number.ts";

/** "We sent six digits to 050 123 4567": the number in its own direction. */
export function SentTo({ mobile }: { mobile: string }) {
  const { t } = useTranslation("merchants");
  return (
    <>
      {t("auth.sent_to")} <Ltr>{formatWhileTyping(mobile)}</Ltr>
    </>
  );
}
