import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "#base/web/kit/page.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import classes from "./pages.module.css";

type Props = {
  number: string;
  title: string;
  description: string;
  drawing: ReactNode;
  action?: ReactNode;
  /** What support needs to know. */
  details?: ReactNode;
  /** Inside a card of a page that works: without the drawing and the link home. */
  isPart?: boolean;
};

/** Says why there is nothing to show here, and what can be done. */
export function Notice({ number, title, description, drawing, action, details, isPart = false }: Props) {
  const { t } = useTranslation("app");
  const isWhole = useIsWholePage();
  const Heading = isWhole ? "h1" : "h2";
  return (
    <div className={classes.notice} role={isWhole ? undefined : "alert"}>
      {isWhole ? <TabTitle title={title} /> : null}
      {isPart ? null : (
        <>
          <div className={classes.drawing}>{drawing}</div>
          <p className={classes.number}>
            <Ltr>{number}</Ltr>
          </p>
        </>
      )}
      <Heading className={classes.title} tabIndex={-1}>
        {title}
      </Heading>
      <p className={classes.words}>{description}</p>
      {details ? <div className={classes.details}>{details}</div> : null}
      <div className={classes.actions}>
        {action}
        {isPart ? null : (
          <Button component={Link} to="/">
            {t("to_home")}
          </Button>
        )}
      </div>
    </div>
  );
}

function TabTitle({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

/** Whether nothing else sets the page's title: then the notice does. */
function useIsWholePage(): boolean {
  const [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => setWhole(document.querySelector("main h1") === null), []);
  return isWhole;
}
