import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/data/api.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { openSession } from "#base/web/runtime/session.ts";
import type { StaffCalls, StaffSignedIn } from "../contract/staff.calls.ts";
import { EnrollAppStep } from "./enroll-app-step.tsx";
import { EnrollCodesStep } from "./enroll-codes-step.tsx";
import { EnrollPasswordStep } from "./enroll-password-step.tsx";
import { StaffFrame } from "./staff-frame.tsx";
import { StaffStep } from "./staff-step.tsx";

const call = makeCaller<StaffCalls>();
type Enrolled = StaffSignedIn & { recovery_codes: string[] };

type Props = {
  /** The one-time token of the link. */
  invitation: string;
  /** Called when the page is done with: signed in, or with a link that is no longer good. */
  onLeave: () => void;
};

/** First sign-in by an invitation: a password, the authenticator app, and the recovery codes. */
export function EnrollPage({ invitation, onLeave }: Props) {
  const opened = useQuery({
    queryKey: ["staff", "invitation", invitation],
    queryFn: () => call("POST Staff/Account/enroll", { body: { invitation }, quiet: true }),
    retry: false,
    refetchOnMount: false,
  });
  const [password, setPassword] = useState<string | null>(null);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);

  if (isApiError(opened.error) && opened.error.code === "staff.invitation_expired")
    return (
      <StaffFrame>
        <LinkNotValid reason={opened.error.message} isMissing={invitation === ""} onLeave={onLeave} />
      </StaffFrame>
    );
  const enter = ({ token, member }: StaffSignedIn) => {
    openSession(token, member);
    onLeave();
  };
  return (
    <StaffFrame>
      <QueryBoundary query={opened} fallback={<Opening />}>
        {({ name, email, secret, uri }) => {
          if (enrolled)
            return (
              <EnrollCodesStep email={email} codes={enrolled.recovery_codes} onDone={() => enter(enrolled)} />
            );
          if (password === null)
            return <EnrollPasswordStep name={name} email={email} onChosen={setPassword} />;
          return (
            <EnrollAppStep
              secret={secret}
              uri={uri}
              confirm={async (code) => {
                const body = { invitation, password, password_confirmation: password, code };
                setEnrolled(await call("POST Staff/Account/enroll/confirm", { body, quiet: true }));
              }}
            />
          );
        }}
      </QueryBoundary>
    </StaffFrame>
  );
}

function Opening() {
  return (
    <div aria-busy="true">
      <SkeletonLine width="60%" height="2rem" />
    </div>
  );
}

function LinkNotValid({
  reason,
  isMissing,
  onLeave,
}: {
  reason: string;
  isMissing: boolean;
  onLeave: () => void;
}) {
  const { t } = useTranslation("staff");
  return (
    <StaffStep title={t("enroll.link_title")} lead={isMissing ? t("enroll.link_missing") : reason}>
      <Button variant="default" mt="lg" onClick={onLeave}>
        {t("enroll.to_sign_in")}
      </Button>
    </StaffStep>
  );
}
