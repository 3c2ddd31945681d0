import { replaceWords } from "./checks/dialect-lint.ts";
import { composeVersions } from "./engine/compose.ts";
import type { Draft } from "./engine/draft.ts";
import { countVersions, type WritingRequest } from "./writing-request.ts";

type Revised = WritingRequest & { revises: NonNullable<WritingRequest["revises"]> };

/**
 * What the built-in engine makes of a revision: shorter by its own sentences, closer to Saudi speech by the words of the
 * dialect table, and otherwise written anew from the store's facts. It does not translate: in English it writes from the
 * same facts.
 */
export function reviseVersions(request: Revised): Draft[] {
  const { revises, seed } = request;
  const anew = (more: Partial<WritingRequest> = {}) =>
    composeVersions({ ...request, seed: seed + 1, ...more });
  const own = { headline: revises.headline, body: revises.body };
  const revised = {
    improve: () => anew(),
    translate: () => anew({ tongue: "english" }),
    shorten: () => [shorten(own), ...anew({ length: "short" })],
    more_saudi: () => [
      { headline: replaceWords(own.headline, "saudi"), body: replaceWords(own.body, "saudi") },
      ...anew({ tongue: "saudi" }),
    ],
  }[revises.change]();
  const isOther = ({ headline, body }: Draft) => headline !== own.headline || body !== own.body;
  return revised.filter(isOther).slice(0, countVersions(request));
}

/** About half of the sentences: the first one and the last ones, which call. */
function shorten({ headline, body }: Draft): Draft {
  const sentences = body.split(/(?<=[.؟?!])\s+|\n+/u).filter(Boolean);
  const kept = Math.max(1, Math.floor(sentences.length / 2));
  const last = sentences.at(-1) ?? "";
  const first = sentences.slice(0, kept === 1 ? 1 : kept - 1);
  return { headline, body: kept === 1 ? first.join(" ") : [...first, last].join(" ") };
}
