import type { Context } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { MessagesFacade } from "#modules/messages/server/messages.facade.ts";
import { linkByKind } from "../contract/kind-links.ts";
import { toMeaning } from "../domain/to-meaning.ts";
import { claimSending } from "./channel-settings.store.ts";
import { nameSubjects, type SubjectSources } from "./name-subjects.ts";
import type { NewNotification } from "./notifications.store.ts";

export type SendByEmailDeps = {
  messages: Messages;
  publicUrl: string;
  sources: SubjectSources;
  merchants: Pick<MerchantsFacade, "loadLanguage">;
  email: Pick<MessagesFacade, "queueEmail" | "findProvenEmail" | "subscribeAgain">;
};

/** Queues the e-mail of a notification to the proven address, in the caller's transaction; once for its `key`. */
export const sendByEmail =
  ({ messages, publicUrl, sources, merchants, email }: SendByEmailDeps) =>
  async (
    ctx: Context,
    notification: NewNotification,
    { key, at }: { key: string; at: Date },
  ): Promise<void> => {
    const { kind, subject } = notification;
    const to = await email.findProvenEmail(ctx);
    if (to === null || !(await claimSending(ctx, { kind, subject, channel: "email", at }))) return;
    const language = await merchants.loadLanguage(ctx);
    const words = (key: string, params = {}) => messages.translate(language, `notifications:${key}`, params);
    const name = (await nameSubjects(ctx, sources, [{ kind, subject }])).get(subject);
    const title = words(`kinds.${kind}.title`);
    const heading = name === undefined ? title : words("title_with_name", { title, name });
    const meaning = toMeaning(
      { day: null, amount_halalas: null, wasted_halalas: null, campaigns: null, ...notification },
      { riyals: (amount) => formatShortRiyals(halalas(amount)), day: (day) => day },
    );
    const link = linkByKind[kind];
    await email.queueEmail(ctx, {
      topic: "notification",
      subjectId: kind,
      key,
      to,
      language,
      content: {
        subject: heading,
        heading,
        paragraphs: [
          words(meaning.key, meaning.params),
          ...(notification.advice === undefined ? [] : [words(`advice.${notification.advice}`)]),
        ],
        button: { label: words(`acts.${link.act}`), url: `${publicUrl}${link.to.replace("$id", subject)}` },
      },
    });
  };
