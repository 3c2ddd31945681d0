import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import {
  type CallRequest,
  type Handlers,
  type HttpContext,
  mountCalls,
  type UploadedFile,
} from "#base/server/http/mount.ts";
import type { Vault } from "#base/server/secrets.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Call } from "#base/shared/contract.ts";
import { type MerchantsCalls, merchantsCalls } from "../contract/merchants.calls.ts";
import type { Caller } from "../domain/caller.ts";
import { presentSession, presentSignedIn, presentUser } from "./merchants.present.ts";
import type { SignInSettings } from "./merchants.settings.ts";
import { findMerchant, saveProfile } from "./merchants.store.ts";
import { resetPassword, signInWithPassword } from "./password.ts";
import { requestCode } from "./request-code.ts";
import { endSessions, listActiveSessions } from "./sessions.store.ts";
import { signInWithCode } from "./sign-in.ts";
import { type AnonymousRequest, withCaller } from "./with-caller.ts";

export type MerchantsDeps = SignInSettings & { systemClock: Clock; vault: Vault; publicUrl: string };

/** The account calls, under the specification's paths. */
export function mountMerchants(app: FastifyInstance, context: HttpContext, deps: MerchantsDeps): void {
  mountCalls(app, context, merchantsCalls, {
    ...anonymousHandlers({ ...deps, db: context.db }),
    "GET Clients/Account/index": async ({ db, session }) => {
      const merchant = await findMerchant(db, session.merchantId);
      return merchant ? presentUser(merchant) : baseRefusals.refuse("base.session_gone");
    },
    "PUT Clients/Account/UpdateProfile": async ({ db, session, body, file }) => {
      refuseFile(file);
      const change = { ...body, email: body.email === "" ? null : body.email };
      const saved = await db.transaction(async (tx) => {
        await tx.publish({ name: "merchant.profile_changed", merchant_id: session.merchantId });
        return saveProfile(tx, session.merchantId, change, deps.systemClock.now());
      });
      return presentUser(saved);
    },
    ...sessionHandlers(deps),
  });
}

/** The calls without a session; each is tied to the browser that makes it. */
function anonymousHandlers(deps: MerchantsDeps & { db: Db }): Pick<Handlers<MerchantsCalls>, AnonymousCall> {
  const forCaller = <Answer>(request: AnonymousRequest, work: (caller: Caller) => Promise<Answer>) =>
    withCaller(request, deps.publicUrl, work);
  return {
    "POST Clients/Account/login": (request) => {
      const { mobile_number: mobile } = request.body;
      return forCaller(request, (caller) => requestCode(deps, { mobile, purpose: "sign_in", caller }));
    },
    "POST Clients/Account/ForgotPassword": (request) => {
      const { mobile_number: mobile } = request.body;
      return forCaller(request, (caller) => requestCode(deps, { mobile, purpose: "password", caller }));
    },
    "POST Clients/Account/SignUp": (request) => {
      refuseFile(request.file);
      const { name, email, mobile_number: mobile } = request.body;
      const signUp = { name, email: email || null };
      return forCaller(request, (caller) =>
        requestCode(deps, { mobile, purpose: "sign_in", caller, signUp }),
      );
    },
    "POST Clients/Account/Verification": (request) => {
      const { mobile_number: mobile, code, name, email } = request.body;
      return forCaller(request, async (caller) =>
        presentSignedIn(await signInWithCode(deps, { mobile, code, name, email: email || null, caller })),
      );
    },
    "POST Clients/Account/PasswordLogin": (request) => {
      const { mobile_number: mobile, password } = request.body;
      return forCaller(request, async (caller) =>
        presentSignedIn(await signInWithPassword(deps, { mobile, password, caller })),
      );
    },
    "POST Clients/Account/ResetPassword": (request) => {
      const { mobile_number: mobile, code, password, password_confirmation: confirmation } = request.body;
      return forCaller(request, async (caller) =>
        presentSignedIn(await resetPassword(deps, { mobile, code, password, confirmation, caller })),
      );
    },
  };
}

function sessionHandlers({ systemClock, sessionLimits }: MerchantsDeps) {
  return {
    "POST Clients/Account/logout": async ({ db, session }: SignedInRequest) => {
      const selection = { only: session.sessionId };
      await db.transaction((tx) => endSessions(tx, session.merchantId, selection, systemClock.now()));
      return null;
    },
    "GET Clients/Account/sessions": async ({ db, session }: SignedInRequest) => {
      const rows = await listActiveSessions(db, session.merchantId, sessionLimits, systemClock.now());
      return rows.map((row) => presentSession(row, session.sessionId));
    },
    "DELETE Clients/Account/sessions/{id}": async ({
      db,
      session,
      params,
    }: SignedInRequest & { params: { id: string } }) => {
      const selection = { only: params.id };
      const ended = await db.transaction((tx) =>
        endSessions(tx, session.merchantId, selection, systemClock.now()),
      );
      return ended === 1 ? null : baseRefusals.refuse("base.not_found");
    },
    "DELETE Clients/Account/sessions": async ({ db, session }: SignedInRequest) => {
      const selection = { allBut: session.sessionId };
      const ended = await db.transaction((tx) =>
        endSessions(tx, session.merchantId, selection, systemClock.now()),
      );
      return { ended };
    },
  };
}

type AnonymousCall =
  `POST Clients/Account/${"login" | "ForgotPassword" | "SignUp" | "Verification" | "PasswordLogin" | "ResetPassword"}`;
type SignedInRequest = Pick<CallRequest<Call & { access: "signed-in" }>, "db" | "session">;

/** These multipart calls take text parts only. */
function refuseFile(file: UploadedFile | undefined): void {
  if (!file) return;
  file.stream.resume();
  baseRefusals.refuse("base.not_valid", {}, file.fieldName);
}
