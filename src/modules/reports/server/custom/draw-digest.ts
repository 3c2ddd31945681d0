import { renderPicture } from "#base/server/documents/render-picture.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { Period } from "#base/shared/period.ts";
import type { NamedDigest } from "./load-digest.ts";

const template = new URL("./digest.typ", import.meta.url);
/** Twice the width at which mail programs show it. */
const widthPixels = 1_120;

type Input = { name: string; period: Period; digest: NamedDigest; language: Language; createdAt: Date };

/** One screen as a PNG: earned, wasted, one thing to do. */
export function drawDigest(
  messages: Messages,
  { name, period, digest, language, createdAt }: Input,
): Promise<Buffer> {
  const words = (key: string, params = {}) =>
    messages.translate(language, `reports_custom:digest.${key}`, params);
  const money = (amount: number) => formatShortRiyals(halalas(amount));
  const share = digest.spent === 0 ? 0 : Math.round((digest.wasted / digest.spent) * 100);
  return renderPicture(
    {
      template,
      createdAt,
      data: {
        title: name,
        language,
        period: words(period.from === period.to ? "one_day" : "period", period),
        earned: {
          name: words("earned"),
          amount: money(digest.earned),
          note: words("earned_note", { count: digest.orders, spent: money(digest.spent) }),
        },
        wasted: {
          name: words("wasted"),
          amount: money(digest.wasted),
          note: digest.wasted === 0 ? words("wasted_none") : words("wasted_note", { share: `${share}%` }),
        },
        advice: { name: words("advice"), text: digest.sentence },
      },
    },
    { width: widthPixels },
  );
}
