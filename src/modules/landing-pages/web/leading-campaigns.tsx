import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import classes from "./landing-pages.module.css";
import { useLeadingCampaigns } from "./landing-pages.queries.ts";

const shown = 5;

/** Before a page is closed: the running campaigns whose shoppers would find nothing, each a tap away. */
export function LeadingCampaigns({ pageId }: { pageId: string }) {
  const { t } = useTranslation("landing_pages");
  const items = useLeadingCampaigns(pageId).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div role="alert" className={classes.leading}>
      <strong>{t("leading.title", { count: items.length })}</strong>
      <ul>
        {items.slice(0, shown).map(({ id, name }) => (
          <li key={id}>
            <Link to="/campaigns/$id" params={{ id }}>
              <UserText>{name}</UserText>
            </Link>
          </li>
        ))}
      </ul>
      {items.length > shown ? <p>{t("leading.more", { count: items.length - shown })}</p> : null}
      <p>{t("leading.words")}</p>
    </div>
  );
}
