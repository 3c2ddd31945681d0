/** Folded as `toWords` folds: hamza, ta marbuta and alef forms are one letter each. */
const units: Record<string, number> = {
  ...words("ثلاثه ثلاث three", 3),
  ...words("اربعه اربع four", 4),
  ...words("خمسه خمس five", 5),
  ...words("سته ست six", 6),
  ...words("سبعه سبع seven", 7),
  ...words("ثمانيه ثماني ثمان eight", 8),
  ...words("تسعه تسع nine", 9),
  ...words("عشره عشر ten", 10),
  ...words("واحد واحده one", 1),
  ...words("two", 2),
  ...words("احدعشر eleven", 11),
  ...words("اثناعشر اثنعش اثنعشر twelve", 12),
  ...words("خمستعش خمسطعش fifteen", 15),
  ...words("عشرين عشرون twenty", 20),
  ...words("ثلاثين ثلاثون thirty", 30),
  ...words("اربعين اربعون forty", 40),
  ...words("خمسين خمسون fifty", 50),
  ...words("ستين ستون sixty", 60),
  ...words("سبعين سبعون seventy", 70),
  ...words("ثمانين ثمانون eighty", 80),
  ...words("تسعين تسعون ninety", 90),
  ...words("ميتين ميتان ميتي مايتين مايتان", 200),
  ...words("الفين الفان الفي", 2_000),
};
const hundreds = new Set(["ميه", "مايه", "hundred"]);
const thousands = new Set(["الف", "الاف", "thousand"]);
/** What is counted in a campaign's description; a number in words counts before one of these alone ("ست" is a lady too). */
const counted =
  /^(?:يوم|يوما|ايام|اسبوع|اسبوعا|اسابيع|شهر|شهرا|شهور|اشهر|ريال|ريالا|ريالات|days?|weeks?|months?|riyals?|sar)$/;
const dozenUnits = new Set(["three", "four", "five", "six", "seven", "eight", "nine", "ten", "two", "one"]);
const isEnglish = (word: string) => /^[a-z]+$/.test(word);

function words(list: string, value: number): Record<string, number> {
  return Object.fromEntries(list.split(" ").map((word) => [word, value]));
}

/** "خمسمايه" and "ثلاثميه" are a unit and a hundred in one word. */
function readWord(word: string): number | "hundred" | "thousand" | null {
  if (hundreds.has(word)) return "hundred";
  if (thousands.has(word)) return "thousand";
  const value = units[word];
  if (value !== undefined) return value;
  const [, unit] = /^(.+?)(?:ميه|مايه)$/.exec(word) ?? [];
  const count = unit === undefined ? undefined : (units[unit] ?? units[`${unit}ه`]);
  return count !== undefined && count < 10 ? count * 100 : null;
}

/**
 * Numbers in words, before what a campaign's description counts (days, weeks, months, riyals), as digits: "لعشره ايام" becomes
 * "10 ايام", "خمسه وعشرين يوما" "25 يوما", "الف وخمسميه ريال" "1500 ريال". All other words stay as they are.
 * `words` are folded (`toWords`).
 */
export function writeCounts(words: readonly string[]): string[] {
  const written: string[] = [];
  for (let at = 0; at < words.length; ) {
    const number = readNumber(words, at);
    if (number) {
      written.push(String(number.value));
      at = number.next;
    } else {
      written.push(words[at] ?? "");
      at += 1;
    }
  }
  return written;
}

/** The number whose words begin here and end before what they count; null if there is none. */
function readNumber(words: readonly string[], begin: number): { value: number; next: number } | null {
  let total = 0;
  let group = 0;
  let at = begin;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    // "250 ريال": digits are read as they stand; "3 الاف" is three thousand.
    const isDigits = /^\d{1,4}$/.test(word);
    if (isDigits && (at !== begin || !thousands.has(words[at + 1] ?? ""))) break;
    const part = isDigits ? Number(word) : readPart(word, at === begin, group);
    if (part === null) break;
    if (part === "thousand") {
      total += (group || 1) * 1_000;
      group = 0;
    } else {
      group = part === "hundred" ? (group || 1) * 100 : group + part;
    }
  }
  const value = total + group;
  return at > begin && value > 0 && counted.test(words[at] ?? "") ? { value, next: at } : null;
}

/** A word that goes on with a number: joined by "and" in Arabic, unless it multiplies or makes a unit a teen. */
function readPart(word: string, isFirst: boolean, group: number): number | "hundred" | "thousand" | null {
  if (isFirst) return readWord(word) ?? (/^[لبو]/.test(word) ? readWord(word.slice(1)) : null);
  if (word === "عشر" && group >= 1 && group < 10) return 10;
  if (word.startsWith("و")) return readWord(word.slice(1));
  const value = readWord(word);
  if (value === "hundred" || value === "thousand") return value;
  return isEnglish(word) && (dozenUnits.has(word) || group >= 100) ? value : null;
}
