import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import { linkByKind } from "../contract/kind-links.ts";
import type { Kind } from "../contract/kinds.ts";
import { toMeaning } from "../domain/to-meaning.ts";
import type { NewNotification } from "./notifications.store.ts";

type Maybe<Value> = Value | null | undefined;
/** What a notification's words are made of, as it is published or stored. */
type Worded = {
  kind: Kind;
  day?: Maybe<string>;
  amount_halalas?: Maybe<number>;
  wasted_halalas?: Maybe<number>;
  campaigns?: Maybe<number>;
  advice?: Maybe<string>;
};

/** The page of the notification's one act, on this site. */
export const toPath = ({ kind, subject }: Pick<NewNotification, "kind" | "subject">): string =>
  linkByKind[kind].to.replace("$id", subject);

/** What happened, with the name of what it is about, and what it means with the one thing to do, as plain text. */
export function toWords(
  messages: Messages,
  notification: Worded,
  { name, language }: { name: string | undefined; language: Language },
): { heading: string; lines: string[] } {
  const {
    kind,
    advice,
    day = null,
    amount_halalas = null,
    wasted_halalas = null,
    campaigns = null,
  } = notification;
  const words = (key: string, params = {}) => messages.translate(language, `notifications:${key}`, params);
  const title = words(`kinds.${kind}.title`);
  const meaning = toMeaning(
    { kind, day, amount_halalas, wasted_halalas, campaigns },
    { riyals: (amount) => formatShortRiyals(halalas(amount)), day: (day) => day },
  );
  return {
    heading: name === undefined ? title : words("title_with_name", { title, name }),
    lines: [words(meaning.key, meaning.params), ...(advice ? [words(`advice.${advice}`)] : [])],
  };
}
