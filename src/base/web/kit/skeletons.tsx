import { useTranslation } from "react-i18next";
import classes from "./skeletons.module.css";

/** A grey bar in place of a line of text. */
export function SkeletonLine({ width = "100%", height = "1rem" }: { width?: string; height?: string }) {
  return <span className={classes.bar} style={{ inlineSize: width, blockSize: height }} />;
}

/** Loading cards of figures. */
export function SkeletonCards({ count = 4 }: { count?: number }) {
  return (
    <Waiting>
      <div className={classes.cards}>
        {times(count).map((card) => (
          <div key={card} className={classes.card}>
            <SkeletonLine width="45%" />
            <SkeletonLine width="70%" height="2rem" />
            <SkeletonLine width="60%" height="0.8rem" />
          </div>
        ))}
      </div>
    </Waiting>
  );
}

/** A loading list or table. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <Waiting>
      <div className={classes.card}>
        {times(count).map((row) => (
          <div key={row} className={classes.row}>
            <SkeletonLine width="2.25rem" height="2.25rem" />
            <SkeletonLine width="40%" />
            <SkeletonLine width="5rem" />
          </div>
        ))}
      </div>
    </Waiting>
  );
}

/** A loading chart, as tall as the chart will be. */
export function SkeletonChart() {
  return (
    <Waiting>
      <div className={classes.card}>
        <SkeletonLine width="35%" height="1.3rem" />
        <SkeletonLine height="15rem" />
      </div>
    </Waiting>
  );
}

/** A period's loading figures: their cards and the chart below. */
export function SkeletonFigures() {
  return (
    <>
      <SkeletonCards count={4} />
      <SkeletonChart />
    </>
  );
}

/** A loading form: its fields, one below the other. */
function SkeletonForm() {
  return (
    <Waiting>
      <div className={classes.card}>
        {times(4).map((field) => (
          <div key={field} className={classes.field}>
            <SkeletonLine width="30%" height="0.9rem" />
            <SkeletonLine height="2.75rem" />
          </div>
        ))}
      </div>
    </Waiting>
  );
}

export type PageKind = "figures" | "rows" | "form";
const shapes: Record<PageKind, () => React.ReactNode> = {
  figures: () => <SkeletonFigures />,
  rows: () => <SkeletonRows />,
  form: () => <SkeletonForm />,
};

/** A whole loading page: its header, and the shape of the content below. `isBare` where no layout is around it yet. */
export function SkeletonPage({ kind = "rows", isBare = false }: { kind?: PageKind; isBare?: boolean }) {
  const Shape = shapes[kind];
  return (
    <div className={classes.page} data-bare={isBare}>
      <SkeletonLine width="14rem" height="2rem" />
      <Shape />
    </div>
  );
}

function Waiting({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation("base");
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{t("loading")}</span>
      <div aria-hidden>{children}</div>
    </div>
  );
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
