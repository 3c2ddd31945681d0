import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPages } from "#app/web/testing/fake-server.tsx";
import { closeSession, rememberUser } from "#base/web/runtime/session.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { ListedMember } from "../../contract/members.calls.ts";
import { type Role, roleAbilities } from "../../contract/roles.ts";
import merchants from "../../messages/en.json" with { type: "json" };
import { MembersPage } from "./members-page.tsx";
import texts from "./messages/en.json" with { type: "json" };

const at = "2026-11-21T09:00:00.000Z";
const aMember = (change: Partial<ListedMember>): ListedMember => ({
  id: "mbr_1",
  name: "سارة",
  mobile_number: "+966507654321",
  role: "buyer",
  state: "active",
  invited_at: at,
  expires_at: null,
  joined_at: at,
  last_active_at: at,
  is_you: false,
  ...change,
});
const owner = aMember({ id: "owner", name: "نورة", role: "owner", mobile_number: "+966501234567" });

let sent: { call: string; body: unknown }[];
let team: { items: ListedMember[]; limit: number | null; used: number };
let refusal: object | null;

beforeEach(async () => {
  sent = [];
  refusal = null;
  team = { items: [{ ...owner, is_you: true }, aMember({})], limit: 3, used: 1 };
  await setupI18n("en", { en: { merchants, merchants_members: texts } });
});
afterEach(() => {
  cleanup();
  closeSession();
  vi.unstubAllGlobals();
});

/** The page as a person of this role sees it. */
async function open(role: Role) {
  const user = {
    id: "mer_9",
    merchant: { id: "mer_1", name: "نورة", role },
    abilities: role === "owner" ? [{ subject: "all", action: "manage" }] : [...roleAbilities[role]],
  };
  rememberUser(user);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const call = `${init.method} ${url.replace("/Clients/", "")}`;
    if (init.method !== "GET") sent.push({ call, body: JSON.parse(String(init.body ?? "null")) });
    if (init.method !== "GET" && refusal) return Response.json(refusal, { status: 409 });
    const data = url.endsWith("Members/index") ? team : url.endsWith("Account/index") ? user : null;
    return Response.json({ error: false, messages: [], data });
  });
  await openPages({ "/": MembersPage }, "/");
  await screen.findByText("سارة");
}
const sarah = () => within(screen.getByText("سارة").closest("li") as HTMLElement);

test("the owner invites a number with a role", async () => {
  await open("owner");
  await userEvent.type(screen.getByRole("textbox", { name: merchants.auth.mobile }), "0555555555");
  await userEvent.click(screen.getByRole("button", { name: texts.invite.send }));
  await screen.findByText(/1 of the 3/);
  expect(sent).toEqual([
    { call: "POST Members/invite", body: { mobile_number: expect.stringMatching(/555/), role: "buyer" } },
  ]);
});

test("a number that cannot be invited is marked on its field, and stays typed", async () => {
  await open("owner");
  refusal = {
    error: true,
    messages: [merchants.member_already],
    data: null,
    code: "merchants.member_already",
    fields: { mobile_number: [merchants.member_already] },
  };
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: merchants.auth.mobile });
  await userEvent.type(field, "0507654321");
  await userEvent.click(screen.getByRole("button", { name: texts.invite.send }));
  await screen.findByText(merchants.member_already);
  expect(field.value).toContain("765");
});

test("a plan without a place left leads to the plans in place of the form", async () => {
  team = { ...team, limit: 1 };
  await open("owner");
  expect(screen.getByRole("link", { name: texts.invite.see_plans })).toBeDefined();
  expect(screen.queryByRole("button", { name: texts.invite.send })).toBeNull();
});

test("a member is removed only after a confirmation; the owner cannot be", async () => {
  await open("owner");
  await userEvent.click(sarah().getByRole("button", { name: /Remove/ }));
  expect(sent).toEqual([]);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: texts.remove }));
  expect(sent).toEqual([{ call: "DELETE Members/mbr_1", body: null }]);
  const own = within(screen.getByText("نورة").closest("li") as HTMLElement);
  expect(own.queryByRole("button")).toBeNull();
});

test("an invitation can be sent again", async () => {
  team.items[1] = aMember({ state: "expired", expires_at: at });
  await open("owner");
  await userEvent.click(sarah().getByRole("button", { name: /again/ }));
  expect(sent).toEqual([{ call: "POST Members/mbr_1/resend", body: null }]);
});

test("a member sees the team without its controls, and can leave it", async () => {
  await open("viewer");
  expect(sarah().queryByRole("button")).toBeNull();
  expect(screen.queryByRole("button", { name: texts.invite.send })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: texts.leave.act }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: texts.leave.act }));
  expect(sent).toEqual([{ call: "POST Account/merchants/mer_1/leave", body: null }]);
});
