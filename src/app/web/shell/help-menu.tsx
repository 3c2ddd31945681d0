import { IconBook2, IconHelpCircle, IconMessages } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { findPageLink } from "#base/web/runtime/page-links.ts";
import { findScreenHelp } from "#modules/help/contract/help-contents.ts";
import { openHelp } from "#modules/help/web/help-panel-state.ts";
import classes from "./avatar-menu.module.css";
import { useDisclosure } from "./use-disclosure.ts";

type Props = { className: string | undefined; opens?: "down" | "up" };

/**
 * The help widget: on a desktop it floats over the foot of the side navigation, in a flow on a phone it is in the top
 * bar; never over a figure or a button.
 */
export function HelpMenu({ className, opens = "down" }: Props) {
  const { t } = useTranslation("app");
  const panelId = useId();
  const { isOpen, toggle, close, frame, button } = useDisclosure();
  return (
    <div className={classes.frame} ref={frame}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={t("help")}
        onClick={toggle}
      >
        <IconHelpCircle size={22} aria-hidden />
      </button>
      {isOpen ? (
        <div id={panelId} className={classes.panel} data-opens={opens}>
          <p className={classes.owner}>{t("help_title")}</p>
          <HelpLinks className={classes.item} onOpen={close} />
        </div>
      ) : null}
    </div>
  );
}

type LinksProps = {
  className: string | undefined;
  /** The help centre opens beside the page: what is over it closes. */
  onOpen: () => void;
};

/** The help centre, at the page of the screen one is on, and the chat where this installation has one. */
export function HelpLinks({ className, onOpen }: LinksProps) {
  const { t } = useTranslation("app");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const chat = findPageLink("help-chat-url");
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => {
          onOpen();
          openHelp(findScreenHelp(path));
        }}
      >
        <IconBook2 size={20} aria-hidden />
        <span>{t("help_centre")}</span>
      </button>
      {chat ? (
        <a className={className} href={chat} target="_blank" rel="noreferrer">
          <IconMessages size={20} aria-hidden />
          <span>{t("help_chat")}</span>
        </a>
      ) : null}
    </>
  );
}
