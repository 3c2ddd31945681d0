import { useTranslation } from "react-i18next";
import type { FileProblem } from "../../domain/check-file.ts";
import { sizeText } from "../files/size-text.ts";
import classes from "./picker.module.css";

/** Why a file cannot be sent as it is: what it is, what is needed, and how to mend it, one line each. */
export function FileProblems({ problems }: { problems: readonly FileProblem[] }) {
  const { t } = useTranslation("creative");
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => (
        <li key={problem.code}>{t(`problems.${problem.code}`, toWords(problem, t))}</li>
      ))}
    </ul>
  );
}

type Translate = (key: string) => string;

/** The values of a problem's sentence. */
function toWords(problem: FileProblem, t: Translate): Record<string, string | number> {
  switch (problem.code) {
    case "kind":
      return {
        found: t(`kinds.${problem.params.found}`),
        wanted: problem.params.wanted.map((kind) => t(`kinds.${kind}`)).join(t("or")),
      };
    case "format":
      return { found: problem.params.found, wanted: problem.params.wanted.join(t("or")) };
    case "bytes":
      return { found: sizeText(problem.params.found, 1), max: sizeText(problem.params.max) };
    default:
      return problem.params;
  }
}
