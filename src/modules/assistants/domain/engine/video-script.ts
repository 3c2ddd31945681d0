import { headlineLimit, type Length, type Tongue } from "../../contract/writer-enums.ts";
import type { Beat, Composer } from "./composer.ts";
import type { Draft } from "./draft.ts";

/** Scenes by seconds, each with what is seen and what is said. */
const scenes: Record<Length, readonly { from: number; to: number; beats: readonly Beat[] }[]> = {
  short: [
    { from: 0, to: 3, beats: ["moment", "opening"] },
    { from: 3, to: 7, beats: ["price", "opening"] },
    { from: 7, to: 10, beats: ["call"] },
  ],
  medium: [
    { from: 0, to: 3, beats: ["moment", "opening"] },
    { from: 3, to: 8, beats: ["opening", "moment"] },
    { from: 8, to: 13, beats: ["sold", "city", "price"] },
    { from: 13, to: 17, beats: ["price", "delivery"] },
    { from: 17, to: 20, beats: ["call"] },
  ],
  long: [
    { from: 0, to: 3, beats: ["moment", "opening"] },
    { from: 3, to: 9, beats: ["opening", "moment"] },
    { from: 9, to: 15, beats: ["moment", "sold"] },
    { from: 15, to: 21, beats: ["sold", "city", "returns"] },
    { from: 21, to: 26, beats: ["price", "delivery", "cash_on_delivery"] },
    { from: 26, to: 30, beats: ["call"] },
  ],
};

const shots: Record<"ar" | "en", readonly string[]> = {
  ar: [
    "لقطة قريبة: {short}",
    "يد تمسك {short}",
    "{short} في مكان استخدامه",
    "نص على الشاشة: {price}",
    "تغليف طلب {store}",
    "اسم {store} على الشاشة",
  ],
  en: [
    "Close-up: {short}",
    "A hand holds {short}",
    "{short} in use",
    "On screen: {price}",
    "Packing an order at {store}",
    "{store} on screen",
  ],
};

export function composeVideoScript(composer: Composer): Draft {
  const { tongue, length } = composer.input;
  const lines = scenes[length].flatMap(({ from, to, beats }, index) => {
    const [said] = composer.takeSome(beats, 1);
    return said ? [toLine(tongue, { from, to, said, shot: toShot(composer, index) })] : [];
  });
  return { headline: composer.listHeadlines(headlineLimit)[0] ?? "", body: lines.join("\n") };
}

type Line = { from: number; to: number; said: string; shot: string };

const toLine = (tongue: Tongue, { from, to, said, shot }: Line): string =>
  tongue === "english"
    ? `Seconds ${from} to ${to} (${shot}): ${said}`
    : `الثواني ${from} إلى ${to} (${shot}): ${said}`;

function toShot({ input, slots }: Composer, index: number): string {
  const list = shots[input.tongue === "english" ? "en" : "ar"];
  const shot = list[index % list.length] ?? "";
  return shot.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? slots.store ?? "");
}
