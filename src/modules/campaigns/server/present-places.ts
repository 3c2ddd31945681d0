import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { ChangedPlaces } from "../contract/changes.calls.ts";
import type { Location } from "../contract/shapes.ts";
import { comparePlaces } from "../domain/compare-places.ts";
import type { AuditedChange } from "../domain/undo-change.ts";

type Reader = { messages: Messages; language: Language };

/** Names that one line of the log shows; the rest is counted. */
const namesMax = 3;

/** The places that a change of an ad group added, removed or resized; null when it is no change of places. */
export function presentPlaces({ before, after }: AuditedChange, reader: Reader): ChangedPlaces | null {
  // An entry of the log holds a row as it was written: each list is a column's.
  const [from, to] = [before.locations, after.locations] as (Location[] | undefined)[];
  if (!from || !to) return null;
  const { added, removed, resized } = comparePlaces(from, to);
  const hadAll = isWholeKingdom(from);
  const hasAll = isWholeKingdom(to);
  return {
    added: toNames(added, hasAll && !hadAll, reader),
    removed: toNames(removed, hadAll && !hasAll, reader),
    resized: toNames(resized, false, reader),
  };
}

/** Without an included place ads are shown in the whole Kingdom. */
const isWholeKingdom = (places: readonly Location[]) => places.every(({ excluded }) => excluded);

function toNames(places: readonly Location[], isWhole: boolean, reader: Reader): ChangedPlaces["added"] {
  const whole = isWhole ? [reader.messages.translate(reader.language, "campaigns:places.whole_kingdom")] : [];
  const names = [...whole, ...places.slice(0, namesMax - whole.length).map((place) => toName(place, reader))];
  return { names, more: places.length + whole.length - names.length };
}

function toName({ names, excluded }: Location, { messages, language }: Reader): string {
  const name = names?.[language].trim() || messages.translate(language, "campaigns:places.point");
  return excluded ? messages.translate(language, "campaigns:places.left_out", { place: name }) : name;
}
