import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { ListedMember } from "../../contract/members.calls.ts";
import classes from "./members.module.css";
import { useChangeRole, useRemoveMember, useResendInvitation } from "./members.queries.ts";
import { RoleField } from "./role-field.tsx";

/** One person of the team: who, in which role, since when active; for the owner also what can be done about it. */
export function MemberRow({ member }: { member: ListedMember }) {
  const { t } = useTranslation("merchants_members");
  const canManage = holdsAbility("member", "manage") && member.role !== "owner";
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        <strong>{member.name === null ? t("invited_number") : <UserText>{member.name}</UserText>}</strong>
        <span className={classes.soft}>
          <Ltr>{member.mobile_number.replace(/^\+966/, "0")}</Ltr>
        </span>
        <LastActive member={member} />
      </div>
      <div className={classes.tags}>
        {member.is_you ? <StatusBadge tone="info">{t("you")}</StatusBadge> : null}
        {member.state === "active" ? null : (
          <StatusBadge tone={member.state === "invited" ? "waiting" : "neutral"}>
            {t(`states.${member.state}`)}
          </StatusBadge>
        )}
        {canManage ? null : <span>{t(`roles.${member.role}`)}</span>}
      </div>
      {canManage ? <Manage member={member} /> : null}
    </li>
  );
}

function LastActive({ member: { state, expires_at, last_active_at } }: { member: ListedMember }) {
  const { t } = useTranslation("merchants_members");
  const at = state === "active" ? last_active_at : expires_at;
  if (at === null) return null;
  return (
    <span className={classes.soft}>
      {t(state === "active" ? "last_active" : state === "invited" ? "open_until" : "expired_on")}{" "}
      <DateText at={at} style="short" /> {state === "active" ? <TimeText at={at} /> : null}
    </span>
  );
}

function Manage({ member }: { member: ListedMember }) {
  const { t } = useTranslation("merchants_members");
  const changeRole = useChangeRole();
  const resend = useResendInvitation();
  const remove = useRemoveMember();
  const { id, role } = member;
  if (role === "owner") return null;
  const isInvitation = member.state !== "active";
  const name = member.name ?? member.mobile_number.replace(/^\+966/, "0");
  return (
    <div className={classes.actions}>
      <RoleField
        label={t("role_of", { name })}
        hasWords={false}
        value={changeRole.isPending ? changeRole.variables.role : role}
        disabled={changeRole.isPending}
        onChange={(next) =>
          changeRole.mutate({ id, role: next }, { onSuccess: () => notify(t("role_changed"), "success") })
        }
      />
      {isInvitation ? (
        <Button
          variant="default"
          size="sm"
          loading={resend.isPending}
          aria-label={t("resend_to", { name })}
          onClick={() => resend.mutate(id, { onSuccess: () => notify(t("invite.sent"), "success") })}
        >
          {t("resend")}
        </Button>
      ) : null}
      <ConfirmButton
        size="sm"
        label={t(isInvitation ? "withdraw" : "remove")}
        ariaLabel={t(isInvitation ? "withdraw_of" : "remove_of", { name })}
        title={t(isInvitation ? "withdraw_title" : "remove_title", { name })}
        busy={remove.isPending}
        onConfirm={(close) =>
          remove.mutate(id, {
            onSuccess: () => notify(t(isInvitation ? "withdrawn" : "removed"), "success"),
            onSettled: close,
          })
        }
      >
        {t(isInvitation ? "withdraw_words" : "remove_words")}
      </ConfirmButton>
    </div>
  );
}
