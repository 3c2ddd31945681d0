import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { MemberRole } from "../../contract/roles.ts";
import classes from "../account.module.css";
import { checkMobile } from "../check-mobile.ts";
import { MobileField } from "../mobile-field.tsx";
import { useInviteMember } from "./members.queries.ts";
import { RoleField } from "./role-field.tsx";

type Props = { limit: number | null; used: number };

/** Invites somebody by their number. Where the plan has no place left, it says so and leads to the plans. */
export function InviteCard({ limit, used }: Props) {
  const { t } = useTranslation("merchants_members");
  if (limit !== null && used >= limit)
    return (
      <Card title={t("invite.title")}>
        <p className={classes.soft}>
          {t(limit === 0 ? "invite.not_in_plan" : "invite.full", { count: limit })}
        </p>
        <LinkButton to="/financial-transaction/active-subscribtions" variant="default" mt="md">
          {t("invite.see_plans")}
        </LinkButton>
      </Card>
    );
  return (
    <Card title={t("invite.title")}>
      <InviteForm />
      {limit === null ? null : <p className={classes.soft}>{t("invite.places", { used, limit })}</p>}
    </Card>
  );
}

function InviteForm() {
  const { t } = useTranslation("merchants_members");
  const invite = useInviteMember();
  const [mobile, setMobile] = useState("");
  const [role, setRole] = useState<MemberRole>("buyer");
  const submission = useSubmission(["mobile_number", "role"]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!checkMobile(mobile, submission)) return;
    void submission.run(async () => {
      await invite.mutateAsync({ mobile_number: mobile, role });
      setMobile("");
      notify(t("invite.sent"), "success");
    });
  };
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <p className={classes.soft}>{t("invite.lead")}</p>
      <MobileField
        value={mobile}
        error={submission.errors.mobile_number}
        disabled={submission.isSubmitting}
        onChange={(typed) => {
          submission.clearError("mobile_number");
          setMobile(typed);
        }}
      />
      <RoleField label={t("role")} value={role} disabled={submission.isSubmitting} onChange={setRole} />
      {submission.errors.role ? <ErrorLine>{submission.errors.role}</ErrorLine> : null}
      <div>
        <Button type="submit" loading={submission.isSubmitting}>
          {t("invite.send")}
        </Button>
      </div>
    </form>
  );
}
