import { Modal } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import classes from "./command.module.css";
import { CommandField } from "./command-field.tsx";
import { EverythingOptions } from "./everything-options.tsx";
import { OptionList } from "./option-list.tsx";
import type { Mode } from "./options.ts";
import { PauseOptions } from "./pause-options.tsx";

type Props = { opened: boolean; onClose: () => void };

/**
 * Opened by Ctrl K or by the search of the top bar: what the merchant has, pages and settings by name, and things to do.
 * The field keeps the focus; arrows choose, Enter opens. On a phone it fills the screen.
 */
export function CommandDialog({ opened, onClose }: Props) {
  const { t } = useTranslation("app");
  const isWide = useIsAtLeast("tablet");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      fullScreen={!isWide}
      title={<strong>{t("nav.search")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
      returnFocus
    >
      {opened ? <Inside onClose={onClose} /> : null}
    </Modal>
  );
}

function Inside({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["command", "search"]);
  const [typed, setTyped] = useState("");
  const [mode, setMode] = useState<Mode>("everything");
  const Options = mode === "pause" ? PauseOptions : EverythingOptions;
  const choose = (next: Mode, text = "") => {
    setMode(next);
    setTyped(text);
  };
  return (
    <Options typed={typed} onClose={onClose} onMode={choose} onType={setTyped}>
      {({ groups, notice, isBusy }) => (
        <OptionList typed={typed} groups={groups}>
          {({ list, activeId, onKeyDown }) => (
            <div className={classes.inside}>
              <CommandField
                typed={typed}
                placeholder={t(mode === "pause" ? "command:pause_placeholder" : "command:placeholder")}
                activeId={activeId}
                isBusy={isBusy}
                onType={setTyped}
                onKeyDown={onKeyDown}
                {...(mode === "pause" ? { onBack: () => choose("everything") } : {})}
              />
              {notice}
              {list}
              <footer className={classes.foot}>
                <Link
                  to="/search"
                  search={(typed.trim() === "" ? {} : { q: typed.trim() }) as never}
                  className={classes.more}
                  onClick={onClose}
                >
                  {t("command:open_page")}
                </Link>
                <span className={classes.keys} aria-hidden>
                  {t("command:keys")}
                </span>
              </footer>
            </div>
          )}
        </OptionList>
      )}
    </Options>
  );
}
