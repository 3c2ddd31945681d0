import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import { type CallRequest, type HttpGround, mountCalls, type UploadedFile } from "#base/server/http/mount.ts";
import type { Vault } from "#base/server/secrets.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Call } from "#base/shared/contract.ts";
import { merchantsCalls } from "../contract/merchants.calls.ts";
import { countedAddress } from "../domain/address.ts";
import { askForCode } from "./ask-for-code.ts";
import { presentSession, presentSignedIn, presentUser } from "./merchants.present.ts";
import type { SignInSettings } from "./merchants.settings.ts";
import { findMerchant, saveProfile } from "./merchants.store.ts";
import { resetPassword, signInWithPassword } from "./password.ts";
import { endSessions, listLivingSessions } from "./sessions.store.ts";
import { signInWithCode } from "./sign-in.ts";

export type MerchantsDeps = SignInSettings & { systemClock: Clock; vault: Vault };

/** The account calls, under the paths the specification gives them. */
export function mountMerchants(app: FastifyInstance, ground: HttpGround, deps: MerchantsDeps): void {
  const own = { ...deps, db: ground.db };
  mountCalls(app, ground, merchantsCalls, {
    "POST Clients/Account/login": (request) =>
      askForCode(own, { ...askerOf(request), mobile: request.body.mobile_number, purpose: "sign_in" }),
    "POST Clients/Account/ForgotPassword": (request) =>
      askForCode(own, { ...askerOf(request), mobile: request.body.mobile_number, purpose: "password" }),
    "POST Clients/Account/SignUp": (request) => {
      refuseFile(request.file);
      const { name, email, mobile_number } = request.body;
      const signUp = { name, email: email || null };
      return askForCode(own, { ...askerOf(request), mobile: mobile_number, purpose: "sign_in", signUp });
    },
    "POST Clients/Account/Verification": async (request) => {
      const { mobile_number, code, name, email } = request.body;
      const signIn = { ...askerOf(request), mobile: mobile_number, code, name, email: email || null };
      return presentSignedIn(await signInWithCode(own, signIn));
    },
    "POST Clients/Account/PasswordLogin": async (request) => {
      const { mobile_number, password } = request.body;
      return presentSignedIn(
        await signInWithPassword(own, { ...askerOf(request), mobile: mobile_number, password }),
      );
    },
    "POST Clients/Account/ResetPassword": async (request) => {
      const { mobile_number, code, password, password_confirmation } = request.body;
      const reset = { mobile: mobile_number, code, password, confirmation: password_confirmation };
      return presentSignedIn(await resetPassword(own, { ...askerOf(request), ...reset }));
    },
    "GET Clients/Account/index": async ({ db, session }) => {
      const merchant = await findMerchant(db, session.merchantId);
      return merchant ? presentUser(merchant) : baseRefusals.refuse("base.session_gone");
    },
    "PUT Clients/Account/UpdateProfile": async ({ db, session, body, file }) => {
      refuseFile(file);
      const change = { ...body, email: body.email === "" ? null : body.email };
      const saved = await db.transaction(async (tx) => {
        await tx.announce({ name: "merchant.profile_changed", merchant_id: session.merchantId });
        return saveProfile(tx, session.merchantId, change, deps.systemClock.now());
      });
      return presentUser(saved);
    },
    ...sessionHandlers(deps),
  });
}

function sessionHandlers({ systemClock, sessionLimits }: MerchantsDeps) {
  return {
    "POST Clients/Account/logout": async ({ db, session }: SignedInRequest) => {
      const ending = { only: session.sessionId };
      await db.transaction((tx) => endSessions(tx, session.merchantId, ending, systemClock.now()));
      return null;
    },
    "GET Clients/Account/sessions": async ({ db, session }: SignedInRequest) => {
      const rows = await listLivingSessions(db, session.merchantId, sessionLimits, systemClock.now());
      return rows.map((row) => presentSession(row, session.sessionId));
    },
    "DELETE Clients/Account/sessions/{id}": async ({
      db,
      session,
      params,
    }: SignedInRequest & { params: { id: string } }) => {
      const ending = { only: params.id };
      const ended = await db.transaction((tx) =>
        endSessions(tx, session.merchantId, ending, systemClock.now()),
      );
      return ended === 1 ? null : baseRefusals.refuse("base.not_found");
    },
    "DELETE Clients/Account/sessions": async ({ db, session }: SignedInRequest) => {
      const ending = { allBut: session.sessionId };
      const ended = await db.transaction((tx) =>
        endSessions(tx, session.merchantId, ending, systemClock.now()),
      );
      return { ended };
    },
  };
}

type SignedInRequest = Pick<CallRequest<Call & { access: "signed-in" }>, "db" | "session">;

/** Who asks, as limits and sessions know it. */
function askerOf({ ip, userAgent, language }: Pick<CallRequest<Call>, "ip" | "userAgent" | "language">) {
  return { address: countedAddress(ip), userAgent, language };
}

/** These multipart calls take text parts only. */
function refuseFile(file: UploadedFile | undefined): void {
  if (!file) return;
  file.stream.resume();
  baseRefusals.refuse("base.not_valid", {}, file.fieldName);
}
