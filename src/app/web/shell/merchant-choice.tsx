import { IconBuildingStore, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { UserLine } from "#base/web/kit/text.tsx";
import type { CurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { useSwitchMerchant } from "#modules/merchants/web/use-work-places.ts";
import classes from "./avatar-menu.module.css";

/** The merchants that the user works for, with their role at each; absent for those who have only their own. */
export function MerchantChoice({ user }: { user: CurrentUser }) {
  const { t } = useTranslation("app");
  const change = useSwitchMerchant();
  if (user.merchants.length < 2) return null;
  return (
    <fieldset className={classes.merchants} disabled={change.isPending}>
      <legend>{t("merchants.choose")}</legend>
      {user.merchants.map(({ id, name, role }) => {
        const isCurrent = id === user.merchant.id;
        return (
          <button
            key={id}
            type="button"
            className={classes.item}
            aria-pressed={isCurrent}
            onClick={() => (isCurrent ? undefined : change.mutate(id))}
          >
            {isCurrent ? <IconCheck size={18} aria-hidden /> : <IconBuildingStore size={18} aria-hidden />}
            <span className={classes.merchant}>
              <UserLine>{name}</UserLine>
              <span className={classes.role}>{t(`merchants.roles.${role}`)}</span>
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
