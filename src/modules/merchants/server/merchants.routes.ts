import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Session } from "#base/server/http/audience.ts";
import type { Handlers } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import type { Vault } from "#base/server/secrets.ts";
import { memberActor } from "#base/shared/actor.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type MerchantsCalls, merchantsCalls } from "../contract/merchants.calls.ts";
import type { Caller } from "../domain/caller.ts";
import { changeNumber, requestCurrentCode, requestNewCode } from "./change-number.ts";
import { endSessions } from "./end-sessions.ts";
import { loadUser, type RoleDeps } from "./load-user.ts";
import { toPersonContext } from "./member-context.ts";
import { presentSession } from "./merchants.present.ts";
import type { SignInSettings } from "./merchants.settings.ts";
import { resetPassword, signInWithPassword } from "./password.ts";
import { requestCode } from "./request-code.ts";
import { findSessions, listActiveSessions } from "./sessions.store.ts";
import { removePicture, setPicture } from "./set-picture.ts";
import { type SignedIn, signInWithCode } from "./sign-in.ts";
import { updateProfile } from "./update-profile.ts";
import { type AnonymousRequest, withCaller } from "./with-caller.ts";

export type MerchantsDeps = SignInSettings &
  RoleDeps & {
    systemClock: Clock;
    vault: Vault;
    publicUrl: string;
  };

/** The account calls, under the specification's paths. */
export function mountMerchants(app: FastifyInstance, context: HttpContext, deps: MerchantsDeps): void {
  const { systemClock, sessionLimits } = deps;
  const update = updateProfile(deps);
  const end = endSessions(deps);
  const load = loadUser(deps);

  mountCalls(app, context, merchantsCalls, {
    ...anonymousHandlers(deps),
    "GET Clients/Account/index": ({ ctx }) => load(ctx),
    "PUT Clients/Account/UpdateProfile": async ({ ctx, body: { has_picture, ...fields }, file }) => {
      const own = toPersonContext(ctx);
      if (file) await setPicture(deps)(own, file);
      else if (has_picture === "false") await removePicture(own);
      await update(own, fields);
      return load(ctx);
    },
    "POST Clients/Account/number/current-code": ({ ctx, ...from }) =>
      requestCurrentCode(deps)(toPersonContext(ctx), toConfirmCaller(from)),
    "POST Clients/Account/number/new-code": ({ ctx, body, ...from }) =>
      requestNewCode(deps)(
        toPersonContext(ctx),
        { mobile: body.mobile_number, currentCode: body.current_code },
        toConfirmCaller(from),
      ),
    "PUT Clients/Account/number": async ({ ctx, body, ...from }) => {
      const { mobile_number: mobile, current_code: currentCode, new_code: newCode } = body;
      const change = { mobile, currentCode, newCode };
      await changeNumber(deps)(toPersonContext(ctx), change, toConfirmCaller(from));
      return load(ctx);
    },
    "POST Clients/Account/logout": async ({ ctx, session }) => {
      await end(toPersonContext(ctx), { only: session.sessionId });
      return null;
    },
    "GET Clients/Account/sessions": async ({ ctx, session }) => {
      const rows = await listActiveSessions(toPersonContext(ctx), sessionLimits, systemClock.now());
      return rows.map((row) => presentSession(row, session.sessionId));
    },
    "DELETE Clients/Account/sessions/{id}": async ({ ctx, params }) =>
      (await end(toPersonContext(ctx), { only: params.id })) === 1
        ? null
        : baseRefusals.refuse("base.not_found"),
    "DELETE Clients/Account/sessions": async ({ ctx, session }) => ({
      ended: await end(toPersonContext(ctx), { allBut: session.sessionId }),
    }),
  });
}

type AnonymousCall =
  `POST Clients/Account/${"login" | "ForgotPassword" | "SignUp" | "Verification" | "PasswordLogin" | "ResetPassword"}`;

/** The calls without a session; each is tied to the browser that makes it. */
function anonymousHandlers(deps: MerchantsDeps): Pick<Handlers<MerchantsCalls>, AnonymousCall> {
  const request = requestCode(deps);
  const verify = signInWithCode(deps);
  const verifyPassword = signInWithPassword(deps);
  const reset = resetPassword(deps);
  const load = loadUser(deps);
  /** The new session begins where the person worked last, so the answer is read as its next call will be. */
  const present = async (db: Db, { token }: SignedIn) => {
    const now = deps.systemClock.now();
    const sessions = await findSessions(db, [token], deps.sessionLimits, now);
    const found = sessions.get(token) ?? baseRefusals.refuse("base.session_gone");
    const actor = memberActor(found.merchantId, found.personId);
    return { token, user: await load({ db, actor, now, requestId: null }) };
  };
  const forCaller = <Answer>(from: AnonymousRequest, work: (caller: Caller) => Promise<Answer>) =>
    withCaller(from, deps.publicUrl, work);
  return {
    "POST Clients/Account/login": ({ db, body: { mobile_number: mobile }, ...from }) =>
      forCaller(from, (caller) => request(db, { mobile, purpose: "sign_in", caller })),
    "POST Clients/Account/ForgotPassword": ({ db, body: { mobile_number: mobile }, ...from }) =>
      forCaller(from, (caller) => request(db, { mobile, purpose: "password", caller })),
    "POST Clients/Account/SignUp": ({ db, body, file, ...from }) => {
      refuseFile(file);
      const { name, email, mobile_number: mobile } = body;
      const signUp = { name, email: email || null };
      return forCaller(from, (caller) => request(db, { mobile, purpose: "sign_in", caller, signUp }));
    },
    "POST Clients/Account/Verification": ({ db, body, ...from }) => {
      const { mobile_number: mobile, code, name, email } = body;
      return forCaller(from, async (caller) =>
        present(db, await verify(db, { mobile, code, name, email: email || null, caller })),
      );
    },
    "POST Clients/Account/PasswordLogin": ({ db, body, ...from }) => {
      const { mobile_number: mobile, password } = body;
      return forCaller(from, async (caller) =>
        present(db, await verifyPassword(db, { mobile, password, caller })),
      );
    },
    "POST Clients/Account/ResetPassword": ({ db, body, ...from }) => {
      const { mobile_number: mobile, code, password, password_confirmation: confirmation } = body;
      return forCaller(from, async (caller) =>
        present(db, await reset(db, { mobile, code, password, confirmation, caller })),
      );
    },
  };
}

const toConfirmCaller = (
  from: Pick<AnonymousRequest, "ip" | "userAgent" | "language"> & { session: Session },
) => ({
  sessionId: from.session.sessionId,
  address: from.ip,
  userAgent: from.userAgent,
  language: from.language,
});

/** This multipart call takes text parts only. */
function refuseFile(file: UploadedFile | undefined): void {
  if (!file) return;
  file.stream.resume();
  baseRefusals.refuse("base.not_valid", {}, file.fieldName);
}
