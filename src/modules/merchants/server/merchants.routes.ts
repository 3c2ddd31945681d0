import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Handlers } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type MerchantsCalls, merchantsCalls } from "../contract/merchants.calls.ts";
import type { Caller } from "../domain/caller.ts";
import { endSessions } from "./end-sessions.ts";
import { presentSession, presentSignedIn, presentUser } from "./merchants.present.ts";
import type { SignInSettings } from "./merchants.settings.ts";
import { findMerchant } from "./merchants.store.ts";
import { resetPassword, signInWithPassword } from "./password.ts";
import { requestCode } from "./request-code.ts";
import { listActiveSessions } from "./sessions.store.ts";
import { type SignedIn, signInWithCode } from "./sign-in.ts";
import { updateProfile } from "./update-profile.ts";
import { type AnonymousRequest, withCaller } from "./with-caller.ts";

export type MerchantsDeps = SignInSettings & {
  systemClock: Clock;
  vault: Vault;
  publicUrl: string;
  /** What an owner may do: everything that any module declares for merchants. */
  ownerAbilities: readonly HeldAbility[];
};

/** The account calls, under the specification's paths. */
export function mountMerchants(app: FastifyInstance, context: HttpContext, deps: MerchantsDeps): void {
  const { systemClock, sessionLimits, ownerAbilities } = deps;
  const update = updateProfile(deps);
  const end = endSessions(deps);

  mountCalls(app, context, merchantsCalls, {
    ...anonymousHandlers(deps),
    "GET Clients/Account/index": async ({ ctx }) =>
      presentUser((await findMerchant(ctx)) ?? baseRefusals.refuse("base.session_gone"), ownerAbilities),
    "PUT Clients/Account/UpdateProfile": async ({ ctx, body, file }) => {
      refuseFile(file);
      return presentUser(await update(ctx, body), ownerAbilities);
    },
    "POST Clients/Account/logout": async ({ ctx, session }) => {
      await end(ctx, { only: session.sessionId });
      return null;
    },
    "GET Clients/Account/sessions": async ({ ctx, session }) => {
      const rows = await listActiveSessions(ctx, sessionLimits, systemClock.now());
      return rows.map((row) => presentSession(row, session.sessionId));
    },
    "DELETE Clients/Account/sessions/{id}": async ({ ctx, params }) =>
      (await end(ctx, { only: params.id })) === 1 ? null : baseRefusals.refuse("base.not_found"),
    "DELETE Clients/Account/sessions": async ({ ctx, session }) => ({
      ended: await end(ctx, { allBut: session.sessionId }),
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
  const present = (signedIn: SignedIn) => presentSignedIn(signedIn, deps.ownerAbilities);
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
        present(await verify(db, { mobile, code, name, email: email || null, caller })),
      );
    },
    "POST Clients/Account/PasswordLogin": ({ db, body, ...from }) => {
      const { mobile_number: mobile, password } = body;
      return forCaller(from, async (caller) =>
        present(await verifyPassword(db, { mobile, password, caller })),
      );
    },
    "POST Clients/Account/ResetPassword": ({ db, body, ...from }) => {
      const { mobile_number: mobile, code, password, password_confirmation: confirmation } = body;
      return forCaller(from, async (caller) =>
        present(await reset(db, { mobile, code, password, confirmation, caller })),
      );
    },
  };
}

/** These multipart calls take text parts only. */
function refuseFile(file: UploadedFile | undefined): void {
  if (!file) return;
  file.stream.resume();
  baseRefusals.refuse("base.not_valid", {}, file.fieldName);
}
