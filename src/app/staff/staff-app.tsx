import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { OfflineBanner } from "#app/web/shell/offline-banner.tsx";
import { makeQueryClient } from "#base/web/data/query.ts";
import { accessToken, onSessionChange, useSignedIn } from "#base/web/runtime/session.ts";
import { EnrollPage } from "#modules/staff/web/enroll-page.tsx";
import { HomePage, type StaffPlace } from "#modules/staff/web/home-page.tsx";
import { SignInPage } from "#modules/staff/web/sign-in-page.tsx";

const home = "/staff";

/** What modules bring to the staff's home page; loaded for those who may use it. */
const places: readonly StaffPlace[] = [
  {
    ability: { subject: "write_lock", action: "read" },
    Part: lazy(() =>
      import("#modules/finance/web/write-lock-part.tsx").then((module) => ({
        default: module.WriteLockPart,
      })),
    ),
  },
  {
    ability: { subject: "agreement", action: "read" },
    Part: lazy(() =>
      import("#modules/finance/web/agreement-part.tsx").then((module) => ({ default: module.AgreementPart })),
    ),
  },
  {
    ability: { subject: "withdrawal", action: "read" },
    Part: lazy(() =>
      import("#modules/finance/web/payouts-part.tsx").then((module) => ({ default: module.PayoutsPart })),
    ),
  },
  {
    ability: { subject: "refund", action: "read" },
    Part: lazy(() =>
      import("#modules/finance/web/merchants-part.tsx").then((module) => ({ default: module.MerchantsPart })),
    ),
  },
  {
    ability: { subject: "catalogue", action: "read" },
    Part: lazy(() =>
      import("#modules/billing/web/catalogue/catalogue-part.tsx").then((module) => ({
        default: module.CataloguePart,
      })),
    ),
  },
  {
    ability: { subject: "company_details", action: "manage" },
    Part: lazy(() =>
      import("#modules/company/web/staff/details-part.tsx").then((module) => ({
        default: module.DetailsPart,
      })),
    ),
  },
  {
    ability: { subject: "company_texts", action: "manage" },
    Part: lazy(() =>
      import("#modules/company/web/staff/texts-part.tsx").then((module) => ({ default: module.TextsPart })),
    ),
  },
  {
    ability: { subject: "abuse_report", action: "read" },
    Part: lazy(() =>
      import("#modules/tracking/web/abuse-part.tsx").then((module) => ({ default: module.AbusePart })),
    ),
  },
  {
    ability: { subject: "ads_library", action: "manage" },
    Part: lazy(() =>
      import("#modules/library/web/staff/library-part.tsx").then((module) => ({
        default: module.LibraryPart,
      })),
    ),
  },
  {
    ability: { subject: "consultation_order", action: "manage" },
    Part: lazy(() =>
      import("#modules/consultations/web/staff/orders-part.tsx").then((module) => ({
        default: module.OrdersPart,
      })),
    ),
  },
  {
    ability: { subject: "consultation", action: "manage" },
    Part: lazy(() =>
      import("#modules/consultations/web/staff/catalogue-part.tsx").then((module) => ({
        default: module.CataloguePart,
      })),
    ),
  },
  {
    ability: { subject: "season_calendar", action: "manage" },
    Part: lazy(() =>
      import("#modules/seasons/web/season-calendar.tsx").then((module) => ({
        default: module.SeasonCalendar,
      })),
    ),
  },
];

/** What one person saw is never shown to the next. */
const queryClient = makeQueryClient();
onSessionChange(() => {
  if (accessToken() === null) queryClient.clear();
});

/** The staff's pages: an invitation's own, and else the home page, or the sign-in page in its place. */
export function StaffApp() {
  const [invitation, setInvitation] = useState(readInvitation);
  const isSignedIn = useSignedIn();
  const leaveEnrolment = () => {
    // The used token leaves the address, and the browser's history with it.
    window.history.replaceState(null, "", home);
    setInvitation(null);
  };
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineBanner />
      {invitation !== null ? <EnrollPage invitation={invitation} onLeave={leaveEnrolment} /> : null}
      {invitation === null && isSignedIn ? <HomePage places={places} /> : null}
      {invitation === null && !isSignedIn ? <SignInPage /> : null}
    </QueryClientProvider>
  );
}

/** The token of `/staff/enroll#…`, which no server sees in an address; null on every other page. */
function readInvitation(): string | null {
  const { pathname, hash } = window.location;
  return pathname.startsWith(`${home}/enroll`) ? hash.slice(1) : null;
}
