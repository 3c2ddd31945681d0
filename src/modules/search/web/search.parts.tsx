import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import type { FoundItem } from "../contract/search.calls.ts";
import type { SearchKind } from "../contract/search-kinds.ts";
import { markText } from "../domain/marked-text.ts";
import classes from "./search.module.css";

/** A text with what was typed marked in it. */
export function Marked({ text, q }: { text: string; q: string }) {
  return (
    <bdi dir="auto">
      {markText(text, q).map((part, index) =>
        // Parts have no identity of their own; the text is drawn anew as a whole.
        part.isMarked ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <mark key={index} className={classes.mark}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}

/** What is found, on two lines: its name, and what tells it from others. */
export function FoundText({ kind, item, q }: { kind: SearchKind; item: FoundItem; q: string }) {
  const { t } = useTranslation("search");
  const isNumbered = kind === "order" || kind === "transaction";
  return (
    <span className={classes.texts}>
      <span className={classes.title}>
        {isNumbered ? t(`${kind}_title`, { number: item.title }) : <Marked text={item.title} q={q} />}
      </span>
      {item.detail || item.day ? (
        <span className={classes.detail}>
          {item.detail ? <Marked text={item.detail} q={q} /> : null}
          {item.day ? <DateText at={item.day} style="short" /> : null}
          {item.amount_halalas === null ? null : <Money halalas={item.amount_halalas} />}
        </span>
      ) : null}
    </span>
  );
}
