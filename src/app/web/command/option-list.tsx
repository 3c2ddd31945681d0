import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./command.module.css";
import type { OptionGroup } from "./options.ts";

export const listId = "command-options";

type Parts = { list: ReactNode; activeId: string | undefined; onKeyDown: (event: KeyboardEvent) => void };
type Props = {
  /** The first is chosen again when it changes. */
  typed: string;
  groups: readonly OptionGroup[];
  children: (parts: Parts) => ReactNode;
};

/** What may be chosen, in groups: arrows move through all of them, Enter or a press chooses. */
export function OptionList({ typed, groups, children }: Props) {
  const { t } = useTranslation("search");
  const all = groups.flatMap(({ options }) => options);
  const [chosen, setChosen] = useState<string>();
  const [seen, setSeen] = useState(typed);
  if (seen !== typed) {
    setSeen(typed);
    setChosen(undefined);
  }
  const active = all.find(({ id }) => id === chosen) ?? all[0];
  const activeId = active?.id;
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(chosen)?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);

  const move = (step: number) => {
    const at = all.findIndex(({ id }) => id === activeId);
    setChosen(all[(at + step + all.length) % all.length]?.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composing of a word by an input method.
    if (all.length === 0 || event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") active?.run();
    else return;
    event.preventDefault();
  };

  const list = (
    <div id={listId} role="listbox" aria-label={t("results")} className={classes.list}>
      {groups.map(({ key, title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox, not of form fields
        <div key={key} role="group" aria-labelledby={`command-${key}`}>
          <p id={`command-${key}`} className={classes.group}>
            {title}
          </p>
          {options.map(({ id, Icon, content, run }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its Enter does the same
            // biome-ignore lint/a11y/useFocusableInteractive: the field points at it with aria-activedescendant
            <div
              key={id}
              id={id}
              role="option"
              aria-selected={id === activeId}
              className={classes.option}
              onClick={run}
              onPointerMove={() => setChosen(id)}
            >
              <Icon size={20} aria-hidden />
              {content}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
  return children({ list, activeId, onKeyDown });
}
