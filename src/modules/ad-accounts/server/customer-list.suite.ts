import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashContact } from "#base/server/hashed-contact.ts";
import type { PlatformUnderTest } from "../testing/platform-under-test.ts";
import type { AdAccountContext, AdPlatform } from "./ad-platform.port.ts";

const noura = hashContact({ email: "noura@example.com", phone: "0501234567" });
const sara = hashContact({ email: "", phone: "0557654321" });

/** The contract of customer lists, which every ad platform's adapter must pass against its simulator. */
export function describeCustomerListContract(name: string, start: () => Promise<PlatformUnderTest>) {
  describe(`customer lists on ${name}`, () => {
    let harness: PlatformUnderTest;
    let platform: AdPlatform;
    let account: AdAccountContext;

    beforeAll(async () => {
      harness = await start();
      platform = harness.platform;
      ({ account } = await harness.freshAccount());
    });
    afterAll(() => harness?.stop());

    const countMembers = async (listId: string) =>
      (await harness.listCustomerLists(account)).find(({ id }) => id === listId)?.members;

    it("are made once by their name", async () => {
      const listId = await platform.ensureCustomerList(account, "عملاء متجر نورة");
      expect(await platform.ensureCustomerList(account, "عملاء متجر نورة")).toBe(listId);
      expect(await platform.ensureCustomerList(account, "آخرون")).not.toBe(listId);
      expect(await harness.listCustomerLists(account)).toHaveLength(2);
    });

    it("take people once and let them go, with whichever contact is known", async () => {
      if (!noura || !sara) throw new Error("contacts are valid");
      const listId = await platform.ensureCustomerList(account, "المشترون");
      await platform.addCustomers(account, listId, [noura, sara]);
      await platform.addCustomers(account, listId, [noura]);
      const all = Number(await countMembers(listId));
      expect(all).toBeGreaterThanOrEqual(3);
      await platform.removeCustomers(account, listId, [noura]);
      expect(await countMembers(listId)).toBe(1);
      await platform.removeCustomers(account, listId, [noura, sara]);
      expect(await countMembers(listId)).toBe(0);
    });

    it("refuse a contact that is not hashed", async () => {
      const listId = await platform.ensureCustomerList(account, "مكشوف");
      const plain = { plain: "noura@example.com", gmail: "noura@example.com" };
      await expect(
        platform.addCustomers(account, listId, [{ email: plain, phone: null }]),
      ).rejects.toMatchObject({
        kind: "rejected",
      });
      expect(await countMembers(listId)).toBe(0);
    });

    it("are deleted with everybody on them; deleting one again changes nothing", async () => {
      const listId = await platform.ensureCustomerList(account, "منتهية");
      await platform.addCustomers(account, listId, noura ? [noura] : []);
      await platform.deleteCustomerList(account, listId);
      await platform.deleteCustomerList(account, listId);
      expect(await countMembers(listId)).toBeUndefined();
    });
  });
}
