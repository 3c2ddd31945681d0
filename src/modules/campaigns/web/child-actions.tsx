import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import type { AdGroupRow, AdRow } from "../contract/shapes.ts";
import { ActionMenu } from "./action-menu.tsx";
import classes from "./campaigns.module.css";
import { useChildAction } from "./use-campaign-action.ts";

/** The actions of an ad group. Its badges show the desired and the observed state. */
export function AdGroupActions({ group }: { group: AdGroupRow }) {
  const act = useChildAction();
  return (
    <ActionMenu
      name={group.name}
      kind="ad_group"
      actions={group.allowed_actions}
      busy={act.isPending}
      compact
      onAct={(one) => act.mutate({ child: "ad_group", id: group.id, act: one })}
    />
  );
}

/** The actions of an ad; editing is one of them while `canChange`. */
export function AdActions({ ad, canChange }: { ad: AdRow; canChange: boolean }) {
  const { t } = useTranslation("campaigns");
  const act = useChildAction();
  return (
    <div className={classes.buttons}>
      {canChange && ad.status !== "archived" ? (
        <LinkButton
          to="/ads/$adGroupId/add"
          params={{ adGroupId: ad.ad_group_id }}
          search={{ ad: ad.id }}
          variant="default"
          size="sm"
          aria-label={t("edit_of", { name: ad.name })}
        >
          <IconPencil size={18} aria-hidden />
        </LinkButton>
      ) : null}
      <ActionMenu
        name={ad.name}
        kind="ad"
        actions={ad.allowed_actions}
        busy={act.isPending}
        compact
        onAct={(one) => act.mutate({ child: "ad", id: ad.id, act: one })}
      />
    </div>
  );
}
