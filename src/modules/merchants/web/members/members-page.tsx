import { useTranslation } from "react-i18next";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { useCurrentUser } from "../merchants.queries.ts";
import { useLeaveMerchant } from "../use-work-places.ts";
import { InviteCard } from "./invite-card.tsx";
import { MemberRow } from "./member-row.tsx";
import classes from "./members.module.css";
import { useMembers } from "./members.queries.ts";

/** Who works for the merchant: the owner invites and removes, a member sees the team and can leave it. */
export function MembersPage() {
  const { t } = useTranslation("merchants_members");
  const members = useMembers();
  const { data } = members;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <div className={classes.stack}>
        <Card title={t("team")}>
          {members.isPending ? <SkeletonRows count={3} /> : null}
          {members.isError && !data ? (
            <ErrorState error={members.error} onRetry={() => void members.refetch()} />
          ) : null}
          {data ? (
            <ul className={classes.members}>
              {data.items.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ul>
          ) : null}
          {data?.items.length === 1 ? <p className={classes.soft}>{t("alone")}</p> : null}
        </Card>
        {data && holdsAbility("member", "manage") ? <InviteCard limit={data.limit} used={data.used} /> : null}
        <LeaveCard />
      </div>
    </>
  );
}

function LeaveCard() {
  const { t } = useTranslation("merchants_members");
  const { data: user } = useCurrentUser();
  const leave = useLeaveMerchant();
  if (!user || user.merchant.role === "owner") return null;
  const { id, name } = user.merchant;
  return (
    <Card title={t("leave.title")}>
      <p className={classes.soft}>
        {t("leave.lead")} <UserText>{name}</UserText>
      </p>
      <ConfirmButton
        label={t("leave.act")}
        title={t("leave.question", { name })}
        busy={leave.isPending}
        onConfirm={(close) => leave.mutate(id, { onSettled: close })}
      >
        {t("leave.words")}
      </ConfirmButton>
    </Card>
  );
}
