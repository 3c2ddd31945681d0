/**
 * The value of JSON text that is not complete yet: open texts, lists and objects are closed where they stand, and what
 * cannot be read yet is left out. A fence of code around it and words before it are skipped, as weak models write them.
 * Undefined while nothing can be read.
 */
export function parsePartialJson(text: string): unknown {
  const start = text.search(/[{[]/);
  if (start === -1) return undefined;
  const { closed, isWhole } = closeOpenParts(text.slice(start));
  const candidates = isWhole ? [closed] : [closed, ...dropLast(closed)];
  for (const candidate of candidates) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate leaves more out.
    }
  }
  return undefined;
}

/** Ends at the bracket that closes the value; otherwise closes what is open. */
function closeOpenParts(text: string): { closed: string; isWhole: boolean } {
  const open: string[] = [];
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isInText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === "{") open.push("}");
    else if (sign === "[") open.push("]");
    else if (sign === "}" || sign === "]") {
      open.pop();
      if (open.length === 0) return { closed: text.slice(0, at + 1), isWhole: true };
    }
  }
  // A lone backslash, or the beginning of \u0639, is no letter yet.
  const whole = isInText ? `${text.replace(/\\(u[\da-fA-F]{0,3})?$/, "")}"` : text;
  return { closed: whole + open.reverse().join(""), isWhole: false };
}

/** The same without its last, unfinished member: a key without its value, or a comma. */
function dropLast(closed: string): string[] {
  const brackets = /[\]}]*$/.exec(closed)?.[0] ?? "";
  const rest = closed.slice(0, closed.length - brackets.length);
  return [/,\s*$/, /,?\s*"(?:[^"\\]|\\.)*"\s*:?\s*$/, /,?\s*"(?:[^"\\]|\\.)*"\s*:\s*[\w.+-]*$/].map(
    (unfinished) => rest.replace(unfinished, "") + brackets,
  );
}
