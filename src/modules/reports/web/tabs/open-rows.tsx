import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ReportState, toReportSearch } from "../frame/report-state.ts";
import { useReportState } from "../frame/use-report-state.ts";
import classes from "./tabs.module.css";

type Props = {
  /** What the rows below are narrowed to, and the tab that has them. */
  to: Partial<ReportState>;
  children: ReactNode;
};

/** A row's name that opens the rows below it, with the period and the other filters kept; Back returns. */
export function OpenRows({ to, children }: Props) {
  const { state } = useReportState();
  const { by: _, sort: __, order: ___, ...kept } = state;
  return (
    <Link to="/reports" search={toReportSearch({ ...kept, ...to }) as never} className={classes.open}>
      {children}
      <IconChevronLeft size={16} className={classes.chevron ?? ""} aria-hidden />
    </Link>
  );
}
