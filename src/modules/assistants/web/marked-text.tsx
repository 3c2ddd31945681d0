import type { Tongue } from "../contract/writer-enums.ts";
import { lintDialect } from "../domain/checks/dialect-lint.ts";
import classes from "./writer.module.css";

/** A version's text in its own direction, with words of other dialects underlined; the notes below say why. */
export function MarkedText({ text, tongue }: { text: string; tongue: Tongue }) {
  const findings = lintDialect(text, tongue);
  const ends = [0, ...findings.map(({ end }) => end)];
  return (
    <bdi dir="auto">
      {findings.map(({ start, end, word }, index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark className={classes.foreign}>{word}</mark>
          {index === findings.length - 1 ? text.slice(end) : null}
        </span>
      ))}
      {findings.length === 0 ? text : null}
    </bdi>
  );
}
