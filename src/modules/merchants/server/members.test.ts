import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import type { ListedMember } from "../contract/members.calls.ts";
import type { User } from "../contract/merchants.calls.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";
import { endTeam } from "./end-team.ts";
import { forgetOld } from "./merchants.jobs.ts";

/** An owner (نورة) and somebody else (سارة), each with a session of their own browser. */
let harness: SignInHarness;
let noura: { merchantId: string; token: string };
let sarah: { merchantId: string; token: string };
const [nouraMobile, sarahMobile] = ["0501234567", "0507654321"];

beforeAll(async () => {
  harness = await openSignInHarness();
});
beforeEach(async () => {
  await harness.reset();
  noura = await harness.signUp(nouraMobile, "نورة");
  sarah = await harness.signUp(sarahMobile, "سارة");
  harness.phone.length = 0;
});
afterAll(() => harness.close());

let lastKey = 0;
type Request = { body?: object; headers?: Record<string, string>; key?: string };
/** A call with a real session; its refusal's code or its data. */
async function act(token: string, name: string, { body, headers, key }: Request = {}) {
  lastKey += 1;
  const { status, envelope, data } = await harness.call(name, {
    ...(body ? { body } : {}),
    key: key ?? `key-${lastKey}`.padEnd(20, "0"),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status, code: envelope.error ? envelope.code : null, data: data as unknown };
}
async function read<Data>(token: string, name: string): Promise<Data> {
  const { code, data } = await act(token, name);
  expect(code).toBeNull();
  return data as Data;
}
const invite = (mobile = sarahMobile, role = "buyer", key?: string) =>
  act(noura.token, "POST Clients/Members/invite", {
    body: { mobile_number: mobile, role },
    ...(key ? { key } : {}),
  });
const me = (token: string) => read<User>(token, "GET Clients/Account/index");
const team = async () =>
  (await read<{ items: ListedMember[] }>(noura.token, "GET Clients/Members/index")).items;
const accept = async (token = sarah.token) => {
  const [invitation] = (await me(token)).invitations;
  return act(token, `POST Clients/Account/invitations/${invitation?.id}/accept`);
};
const join = async (role = "buyer") => {
  await invite(sarahMobile, role);
  expect((await accept()).code).toBeNull();
  const member = (await team()).find(({ name }) => name === "سارة");
  return member?.id ?? "";
};
const switchTo = (token: string, merchantId: string) =>
  act(token, "PUT Clients/Account/current-merchant", { body: { merchant_id: merchantId } });

describe("an invitation", () => {
  it("is a text to the number that names the merchant, and shows nobody's name before it is accepted", async () => {
    const { data } = await invite();
    expect(data).toMatchObject({
      name: null,
      role: "buyer",
      state: "invited",
      mobile_number: "+966507654321",
    });
    await harness.settle();
    expect(harness.phone).toHaveLength(1);
    expect(harness.phone[0]).toMatchObject({ to: "+966507654321", kind: "service" });
    expect(harness.phone[0]?.text).toMatch(/^نورة .*https:\/\/rawaj\.test$/);
  });

  it("is sent once, however often its call is repeated", async () => {
    await invite(sarahMobile, "buyer", "the-same-key-of-a-call");
    const again = await invite(sarahMobile, "buyer", "the-same-key-of-a-call");
    expect(again.code).toBeNull();
    await harness.settle();
    expect(harness.phone).toHaveLength(1);
  });

  it("gives no access before it is accepted", async () => {
    await invite();
    expect((await switchTo(sarah.token, noura.merchantId)).code).toBe("base.not_found");
    expect((await me(sarah.token)).merchants).toHaveLength(1);
  });

  it("waits for a number that signs up later", async () => {
    await invite("0555555555");
    const omar = await harness.signUp("0555555555", "عمر");
    expect((await me(omar.token)).invitations).toMatchObject([{ merchant_name: "نورة", role: "buyer" }]);
  });

  it("cannot be answered by the holder of another number", async () => {
    const { data } = await invite("0555555555");
    const { id } = data as ListedMember;
    for (const verb of ["accept", "decline"])
      expect((await act(sarah.token, `POST Clients/Account/invitations/${id}/${verb}`)).code).toBe(
        "base.not_found",
      );
  });

  it("expires after fourteen days, and works again once it is sent again", async () => {
    const { data } = await invite();
    const { id } = data as ListedMember;
    harness.clock.advance(14 * 86_400_000);
    expect((await me(sarah.token)).invitations).toEqual([]);
    expect((await act(sarah.token, `POST Clients/Account/invitations/${id}/accept`)).code).toBe(
      "merchants.invitation_expired",
    );
    expect((await act(noura.token, `POST Clients/Members/${id}/resend`)).code).toBeNull();
    expect((await accept()).code).toBeNull();
  });

  it("is sent again at most once a minute", async () => {
    const { data } = await invite();
    const { id } = data as ListedMember;
    expect((await act(noura.token, `POST Clients/Members/${id}/resend`)).code).toBe(
      "merchants.invitation_just_sent",
    );
    harness.clock.advance(60_000);
    expect((await act(noura.token, `POST Clients/Members/${id}/resend`)).code).toBeNull();
    await harness.settle();
    expect(harness.phone).toHaveLength(2);
  });

  it.each([
    ["of the owner", nouraMobile, "merchants.member_is_owner"],
    ["that is invited already", sarahMobile, "merchants.member_invited_already"],
  ])("is refused for the number %s", async (_what, mobile, code) => {
    await invite();
    expect((await invite(mobile)).code).toBe(code);
  });

  it("is refused for the number of a member", async () => {
    await join();
    expect((await invite()).code).toBe("merchants.member_already");
  });

  it("takes a place of the plan; the owner takes none", async () => {
    harness.plan.members = 1;
    expect((await invite()).code).toBeNull();
    expect((await invite("0555555555")).code).toBe("merchants.members_limit");
    const [, invited] = await team();
    await act(noura.token, `DELETE Clients/Members/${invited?.id}`);
    expect((await invite("0555555555")).code).toBeNull();
  });

  it("can be declined, and withdrawn", async () => {
    await invite();
    const [invitation] = (await me(sarah.token)).invitations;
    await act(sarah.token, `POST Clients/Account/invitations/${invitation?.id}/decline`);
    expect(await team()).toHaveLength(1);
    await invite("0555555555");
    const [, waiting] = await team();
    await act(noura.token, `DELETE Clients/Members/${waiting?.id}`);
    expect(await team()).toHaveLength(1);
  });
});

describe("a member", () => {
  it("works for the merchant from the moment they accept, with the abilities of their role", async () => {
    await join();
    const user = await me(sarah.token);
    expect(user).toMatchObject({
      id: sarah.merchantId,
      name: "سارة",
      merchant: { id: noura.merchantId, name: "نورة", role: "buyer" },
      merchants: [
        { id: sarah.merchantId, role: "owner" },
        { id: noura.merchantId, role: "buyer" },
      ],
      invitations: [],
    });
    expect(user.abilities).toContainEqual({ subject: "campaign", action: "manage" });
    expect(user.abilities).not.toContainEqual({ subject: "wallet", action: "withdraw" });
    expect((await act(sarah.token, "POST Clients/Members/invite", { body: {} })).code).toBe(
      "base.not_allowed",
    );
  });

  it("acts under their own name", async () => {
    await join();
    const names = await harness.merchants.loadPeopleNames(testContext(harness.db, noura.merchantId), [
      sarah.merchantId,
      noura.merchantId,
    ]);
    expect([...names.values()].sort()).toEqual(["سارة", "نورة"]);
    const session = await harness.merchants.makeAuthenticate(harness.db)(sarah.token);
    expect(session).toMatchObject({ merchantId: noura.merchantId, personId: sarah.merchantId });
    const [joined] = await listAudit(testContext(harness.db, noura.merchantId), {
      module: "merchants",
      size: 1,
    });
    expect(joined).toMatchObject({
      action: "member.joined",
      actor_kind: "member",
      actor_id: sarah.merchantId,
    });
  });

  it("keeps their own profile, number and sessions", async () => {
    await join();
    const form = { name: "سارة العتيبي" };
    const { data } = await act(sarah.token, "PUT Clients/Account/UpdateProfile", { body: form });
    expect(data).toMatchObject({ name: "سارة العتيبي", merchant: { name: "نورة" } });
    expect((await me(noura.token)).name).toBe("نورة");
    expect(await read<object[]>(sarah.token, "GET Clients/Account/sessions")).toHaveLength(1);
  });

  it("is sent codes to their own phone", async () => {
    await join();
    const ctx = {
      ...testContext(harness.db, noura.merchantId),
      actor: {
        merchantId: noura.merchantId,
        by: { kind: "member" as const, id: sarah.merchantId },
      },
    };
    const session = await harness.merchants.makeAuthenticate(harness.db)(sarah.token);
    harness.clock.advance(3_600_000);
    await harness.merchants.requestConfirmation(ctx, {
      purpose: "withdrawal",
      caller: {
        sessionId: session?.sessionId ?? "",
        address: "188.54.1.2",
        userAgent: "test",
        language: "ar",
      },
    });
    await harness.settle();
    expect(harness.phone.at(-1)?.to).toBe("+966507654321");
  });

  it("gets another role from the next call on", async () => {
    const id = await join();
    await act(noura.token, `PUT Clients/Members/${id}/role`, { body: { role: "viewer" } });
    expect((await me(sarah.token)).abilities).not.toContainEqual({ subject: "campaign", action: "manage" });
  });

  it("is signed out at once when they are removed, and cannot come back", async () => {
    const id = await join();
    await act(noura.token, `DELETE Clients/Members/${id}`);
    expect((await act(sarah.token, "GET Clients/Account/index")).status).toBe(401);
    harness.clock.advance(3_600_000);
    const browser = harness.browser();
    await browser.requestCode(sarahMobile);
    const { data } = await browser.verify(sarahMobile, await harness.lastCode());
    const { token, user } = data as { token: string; user: User };
    expect(user.merchant.id).toBe(sarah.merchantId);
    expect((await switchTo(token, noura.merchantId)).code).toBe("base.not_found");
  });

  it("keeps their sessions elsewhere when they are removed", async () => {
    const id = await join();
    await switchTo(sarah.token, sarah.merchantId);
    await act(noura.token, `DELETE Clients/Members/${id}`);
    expect((await me(sarah.token)).merchants).toHaveLength(1);
  });

  it("can leave, and is at their own merchant then", async () => {
    await join();
    const { data } = await act(sarah.token, `POST Clients/Account/merchants/${noura.merchantId}/leave`);
    expect(data).toMatchObject({ merchant: { id: sarah.merchantId, role: "owner" } });
    expect(await team()).toHaveLength(1);
  });

  it("begins a new session where they worked last", async () => {
    await join();
    harness.clock.advance(3_600_000);
    const browser = harness.browser();
    await browser.requestCode(sarahMobile);
    const { data } = await browser.verify(sarahMobile, await harness.lastCode());
    expect((data as { user: User }).user.merchant.id).toBe(noura.merchantId);
  });

  it("is listed with when they last worked here", async () => {
    await join();
    harness.clock.advance(120_000);
    await me(sarah.token);
    const member = (await team()).find(({ name }) => name === "سارة");
    expect(member).toMatchObject({
      state: "active",
      last_active_at: harness.clock.now().toISOString(),
      is_you: false,
    });
  });
});

describe("an owner", () => {
  it("is first in the list and cannot be removed, given a role, or leave", async () => {
    expect(await team()).toMatchObject([{ id: "owner", role: "owner", is_you: true }]);
    expect((await act(noura.token, "DELETE Clients/Members/owner")).code).toBe("base.not_found");
    const leave = `POST Clients/Account/merchants/${noura.merchantId}/leave`;
    expect((await act(noura.token, leave)).code).toBe("base.not_found");
  });
});

describe("two tabs of one browser", () => {
  it("do not act for the merchant that the other one switched to", async () => {
    await join();
    const shown = { "x-merchant": sarah.merchantId };
    const name = "GET Clients/Account/sessions";
    expect(await act(sarah.token, name, { headers: shown })).toMatchObject({
      status: 409,
      code: "base.merchant_switched",
    });
    await switchTo(sarah.token, sarah.merchantId);
    expect((await act(sarah.token, name, { headers: shown })).code).toBeNull();
  });
});

it("ends with the account: nobody works for it, its person for nobody, and no other team keeps the number", async () => {
  await join();
  await invite("0555555555");
  const end = endTeam({ systemClock: harness.clock });
  await end(testContext(harness.db, sarah.merchantId));
  expect(await team()).toMatchObject([{ id: "owner" }, { state: "invited", mobile_number: "+966555555555" }]);
  expect((await me(sarah.token)).merchants).toHaveLength(1);
  expect(
    await harness.db.many(sql`select id from merchants.memberships where mobile = '+966507654321'`),
  ).toEqual([]);
  await end(testContext(harness.db, noura.merchantId));
  await end(testContext(harness.db, noura.merchantId));
  expect(await team()).toHaveLength(1);
});

it("forgets what was sent once no limit needs it", async () => {
  await invite();
  await forgetOld(harness.db, { now: new Date(harness.clock.now().getTime() + 3 * 86_400_000) });
  expect(await harness.count("merchants.invitation_sends")).toBe(0);
  expect(await harness.db.many(sql`select id from merchants.memberships`)).toHaveLength(1);
});
