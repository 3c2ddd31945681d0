import { IconBook2, IconMessageCircle, IconMessages, type IconProps, IconX } from "@tabler/icons-react";
import { type ComponentType, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { findPageLink } from "#base/web/page-links.ts";
import classes from "./help-widget.module.css";
import { useEscape } from "./use-disclosure.ts";

/** The floating help: a chat and a help centre. What this installation does not offer says so instead of leading nowhere. */
export function HelpWidget() {
  const { t } = useTranslation("app");
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useEscape(isOpen, button, () => setOpen(false));
  return (
    <aside className={classes.help} aria-label={t("help")}>
      {isOpen ? (
        <div id={panelId} className={classes.panel}>
          <strong>{t("help_title")}</strong>
          <HelpLink icon={IconMessages} label={t("help_chat")} address={findPageLink("help-chat-url")} />
          <HelpLink icon={IconBook2} label={t("help_centre")} address={findPageLink("help-centre-url")} />
        </div>
      ) : null}
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={t(isOpen ? "help_close" : "help")}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconX size={24} aria-hidden /> : <IconMessageCircle size={24} aria-hidden />}
      </button>
    </aside>
  );
}

function HelpLink({
  icon: Icon,
  label,
  address,
}: {
  icon: ComponentType<IconProps>;
  label: string;
  address: string | null;
}) {
  const { t } = useTranslation("app");
  if (address === null) {
    return (
      <span className={classes.absent}>
        <Icon size={20} aria-hidden />
        <span>
          {label}
          <small>{t("help_absent")}</small>
        </span>
      </span>
    );
  }
  return (
    <a className={classes.link} href={address} target="_blank" rel="noreferrer">
      <Icon size={20} aria-hidden />
      <span>{label}</span>
    </a>
  );
}
