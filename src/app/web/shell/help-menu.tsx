import { IconBook2, IconHelpCircle, IconMessages, type IconProps } from "@tabler/icons-react";
import { type ComponentType, useId } from "react";
import { useTranslation } from "react-i18next";
import { findPageLink } from "#base/web/runtime/page-links.ts";
import classes from "./avatar-menu.module.css";
import { useDisclosure } from "./use-disclosure.ts";

type Help = { label: string; address: string; icon: ComponentType<IconProps> };

/** The kinds of help that this installation offers; there may be none. */
function listHelpLinks(): Help[] {
  const candidates = [
    { label: "help_chat", name: "help-chat-url", icon: IconMessages },
    { label: "help_centre", name: "help-centre-url", icon: IconBook2 },
  ] as const;
  return candidates.flatMap(({ label, name, icon }) => {
    const address = findPageLink(name);
    return address ? [{ label, address, icon }] : [];
  });
}

type Props = { className: string | undefined; opens?: "down" | "up" };

/**
 * The help widget: on a desktop it floats over the foot of the side navigation, in a flow on a phone it is in the top
 * bar; never over a figure or a button. Absent when this installation offers no help.
 */
export function HelpMenu({ className, opens = "down" }: Props) {
  const { t } = useTranslation("app");
  const panelId = useId();
  const { isOpen, toggle, frame, button } = useDisclosure();
  if (listHelpLinks().length === 0) return null;
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
          <HelpLinks className={classes.item} />
        </div>
      ) : null}
    </div>
  );
}

/** The configured ways to get help. */
export function HelpLinks({ className }: { className: string | undefined }) {
  const { t } = useTranslation("app");
  return listHelpLinks().map(({ label, address, icon: Icon }) => (
    <a key={label} className={className} href={address} target="_blank" rel="noreferrer">
      <Icon size={20} aria-hidden />
      <span>{t(label)}</span>
    </a>
  ));
}
