import type { ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Kind } from "../contract/kinds.ts";
import type { Recipient } from "./channel-settings.store.ts";
import { nameSubjects, type SubjectSources } from "./name-subjects.ts";
import { listNotifications, toReader } from "./notifications.store.ts";
import { toPath, toWords } from "./to-words.ts";

/** `path`: the page of its one act, on this site. */
export type WordedNotification = {
  id: string;
  heading: string;
  meaning: string;
  path: string;
  day: RiyadhDay;
};

/** Notifications as the modules above see them. */
export interface NotificationsFacade {
  /** A person's newest notifications of the kinds that they may see, in words of their language. */
  listWorded(
    ctx: ReadContext,
    person: Recipient,
    page: { language: Language; size: number },
  ): Promise<WordedNotification[]>;
}

type Deps = { messages: Messages; sources: SubjectSources };

export const makeNotificationsFacade = ({ messages, sources }: Deps): NotificationsFacade => ({
  async listWorded(ctx, person, { language, size }) {
    const rows = await listNotifications(ctx, toReader(person), { size, isUnread: false });
    const names = await nameSubjects(ctx, sources, rows);
    return rows.map((row) => {
      const notification = { ...row, kind: row.kind as Kind };
      const { heading, lines } = toWords(messages, notification, { name: names.get(row.subject), language });
      return {
        id: row.id,
        heading,
        meaning: lines.join(" "),
        path: toPath(notification),
        day: toRiyadhDay(row.happened_at),
      };
    });
  },
});
