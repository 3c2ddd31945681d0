import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isFault } from "#base/shared/adapter-fault.ts";
import { buyAt, type Purchase } from "../testing/at-the-platform.ts";
import { type Heard, openEar } from "../testing/ear.ts";
import type { StorePlatformUnderTest, StoreUnderTest } from "../testing/store-under-test.ts";
import type { ConsentRequest, Delivery, NewsDoor, StoreOrder, StorePlatform } from "./store-platform.port.ts";

const longAgo = new Date("2020-01-01T00:00:00Z");
const clickId = "AbCdEfGhIjKlMnOpQrStUv";

/** The promises of the port, which every store platform keeps against its simulator. */
export function promisesOfAStorePlatform(name: string, start: () => Promise<StorePlatformUnderTest>) {
  describe(`${name} as a store platform`, () => {
    let bench: StorePlatformUnderTest;
    let platform: StorePlatform;
    let store: StoreUnderTest;
    let ear: Awaited<ReturnType<typeof openEar>>;
    let turn = 0;

    beforeAll(async () => {
      bench = await start();
      platform = bench.platform;
      ear = await openEar();
    });
    afterAll(async () => {
      await ear?.close();
      await bench?.stop();
    });
    beforeEach(async () => {
      store = await bench.freshStore();
    });

    const reconnects = { kind: "reconnect" };
    const credential = () => store.tokens.credential;
    const buy = async (purchase?: Purchase) => bench.orderIdOf(store, await buyAt(store.link, purchase));
    const read = async (id: string): Promise<StoreOrder> => {
      const order = await platform.readOrder(credential(), id);
      if (!order) throw new Error(`the platform does not know order ${id}`);
      return order;
    };
    const aDoor = (): NewsDoor => {
      turn += 1;
      const secret = `${"s".repeat(30)}${String(turn).padStart(2, "0")}`;
      return { address: `${ear.url}/webhooks/${platform.platform}/door-${turn}`, secret };
    };
    const proven = (delivery: Omit<Delivery, "secret">, secret: string) =>
      platform.readNews({ ...delivery, secret: platform.newsDoor === "store" ? secret : null });
    const aConsent = (): ConsentRequest => ({
      state: "0123456789abcdef".repeat(4),
      redirectUri: `http://localhost:4599/oauth/${platform.platform}/callback`,
      codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      site: bench.site,
      handoverUri: `${ear.url}/handover`,
    });
    async function allOrders(since = longAgo) {
      const seen = new Map<string, { vendorStatus: string; listedTotal: number; order: StoreOrder | null }>();
      let pages = 0;
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const page: Awaited<ReturnType<StorePlatform["listOrders"]>> = await platform.listOrders(
          credential(),
          since,
          cursor,
        );
        for (const glimpse of page.items) seen.set(glimpse.externalId, glimpse);
        cursor = page.next;
        pages += 1;
      }
      return { seen, pages };
    }

    describe("the consent", () => {
      it("gives tokens to whoever the merchant agreed with, and takes what came back once", async () => {
        const ask = aConsent();
        const { callback, handedOver } = await bench.agree(ask);
        expect(platform.readReturn(callback)).toEqual({ state: ask.state, outcome: "agreed" });
        const { redirectUri, site } = ask;
        const exchange = { callback, redirectUri, site, codeVerifier: "v".repeat(43), handedOver };
        const tokens = await platform.exchangeCode(exchange);
        expect((await platform.readShop(tokens.credential)).externalId).toMatch(/./);
        const again = await platform.exchangeCode({ ...exchange, handedOver: null }).catch((error) => error);
        expect(isFault(again, "reconnect") || isFault(again, "rejected")).toBe(true);
      });

      it("may be denied, and a stranger's callback is neither yes nor no", async () => {
        const ask = aConsent();
        const callback = await bench.deny(ask);
        expect(platform.readReturn(callback)).toEqual({ state: ask.state, outcome: "denied" });
        expect(platform.readReturn({})).toEqual({ state: "", outcome: "failed" });
      });
    });

    describe("a permission", () => {
      it("is renewed by its refresh token, as often as the platform lets it", async () => {
        const { refreshToken } = store.tokens;
        if (bench.refreshes === "never" || refreshToken === null) {
          expect([bench.refreshes, refreshToken]).toEqual(["never", null]);
          await expect(platform.refresh("never-given")).rejects.toMatchObject(reconnects);
          return;
        }
        const renewed = await platform.refresh(refreshToken);
        expect((await platform.readShop(renewed.credential)).externalId).toBe(store.externalStoreId);
        const again = platform.refresh(refreshToken);
        if (bench.refreshes === "once") await expect(again).rejects.toMatchObject(reconnects);
        else expect((await again).credential).toMatch(/./);
        await expect(platform.refresh("never-given")).rejects.toMatchObject(reconnects);
      });

      it("that has ended or was taken back asks to connect again", async () => {
        await bench.withdraw(store);
        await expect(platform.readShop(credential())).rejects.toMatchObject(reconnects);
        await expect(platform.listOrders(credential(), longAgo, null)).rejects.toMatchObject(reconnects);
        if (bench.refreshes === "never") return;
        store = await bench.freshStore();
        await bench.expireTokens();
        await expect(platform.readShop(credential())).rejects.toMatchObject(reconnects);
        const { credential: living } = await platform.refresh(store.tokens.refreshToken ?? "");
        expect((await platform.readShop(living)).externalId).toBe(store.externalStoreId);
      });

      it("that was never given opens nothing", async () => {
        const forged = credential().replace(/[A-Za-z0-9]{8}(?=\W*$)/, "AAAAAAAA");
        await expect(platform.readShop(forged)).rejects.toMatchObject(reconnects);
      });
    });

    it("describes the store", async () => {
      expect(await platform.readShop(credential())).toMatchObject({
        externalId: store.externalStoreId,
        name: expect.stringMatching(/./),
        link: store.link,
        currency: "SAR",
        isActive: true,
      });
    });

    it("describes every product once, in whole halalas, at an address of the store", async () => {
      const ids: string[] = [];
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const page: Awaited<ReturnType<StorePlatform["readProducts"]>> = await platform.readProducts(
          credential(),
          cursor,
        );
        cursor = page.next;
        for (const product of page.items) {
          ids.push(product.externalId);
          expect(product).toMatchObject({ currency: "SAR", name: expect.stringMatching(/[\u0600-\u06ff]/) });
          expect(product.url?.startsWith(store.link)).toBe(true);
          expect(Number.isInteger(product.price) && product.price > 0).toBe(true);
          expect(product.regularPrice).toBeGreaterThanOrEqual(product.price);
        }
      }
      expect(ids.length).toBeGreaterThan(3);
      expect(new Set(ids).size).toBe(ids.length);
    });

    describe("an order", () => {
      it("carries the click that brought it, its tags and its amount, in the list as alone", async () => {
        const query = `utm_source=snapchat&utm_medium=paid_social&utm_campaign=48210377&utm_term=${clickId}&rwj=${clickId}`;
        const id = await buy({ query, pay: "cod" });
        const order = await read(id);
        expect(order).toMatchObject({ externalId: id, status: "placed", isCod: true, clickId, refunded: 0 });
        expect(order.utm).toMatchObject({ utm_source: "snapchat", utm_campaign: "48210377" });
        expect(order.total).toBeGreaterThan(0);
        const { seen } = await allOrders();
        const { vendorStatus, listedTotal } = order;
        expect(seen.get(id)).toMatchObject({ vendorStatus, listedTotal });
        const { order: whole } = seen.get(id) ?? {};
        if (whole) expect(whole).toEqual(order);
      });

      it("names the coupon that was used, and none when none was", async () => {
        const plain = await read(await buy());
        const cheaper = await read(await buy({ coupon: bench.coupon }));
        expect(plain.couponCodes).toEqual([]);
        expect(cheaper.couponCodes).toEqual([bench.coupon]);
        expect(cheaper.total).toBeLessThan(plain.total);
      });

      it("that waits for its payment is unpaid, and placed once it was paid", async () => {
        const id = await buy({ pay: "bank" });
        expect((await read(id)).status).toBe("unpaid");
        await bench.happens(store, id, "paid");
        expect((await read(id)).status).toBe("placed");
      });

      it.each([
        ["cod", "delivered", "delivered"],
        ["cod", "refused", "refused"],
        ["cod", "cancelled", "cancelled"],
        ["mada", "delivered", "delivered"],
        ["mada", "refunded", "refunded"],
      ] as const)("paid by %s and then %s is %s in our words", async (pay, event, status) => {
        const id = await buy({ pay });
        const { total } = await read(id);
        await bench.happens(store, id, event);
        const order = await read(id);
        expect(order).toMatchObject({ status, refunded: status === "refunded" ? total : 0 });
        expect((await allOrders()).seen.get(id)?.vendorStatus).toBe(order.vendorStatus);
      });

      it("given back in part keeps its status and says how much, to the halala", async () => {
        const id = await buy();
        await bench.happens(store, id, "delivered");
        const before = await read(id);
        await bench.refundPart(store, id, 12_34);
        const after = await read(id);
        expect([after.status, after.total, after.refunded]).toEqual([before.status, before.total, 12_34]);
      });

      it("the platform does not know is null", async () => {
        const id = await buy();
        const unknown = id.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
        expect(await platform.readOrder(credential(), unknown)).toBeNull();
      });

      it("is on one of the pages, however many there are, and nothing older than what was asked for need be", async () => {
        const bought = new Set<string>();
        for (let count = 0; count < bench.twoPages; count += 1) bought.add(await buy());
        const { seen, pages } = await allOrders();
        expect(pages).toBeGreaterThan(1);
        expect([...bought].filter((id) => !seen.has(id))).toEqual([]);
        const tomorrow = new Date(Date.now() + 48 * 3_600_000);
        expect((await allOrders(tomorrow)).seen.size).toBe(0);
      });
    });

    describe("news", () => {
      it("comes to the door we named, proven, once it was asked for, and is about the order", async () => {
        const door = aDoor();
        await platform.subscribe(credential(), door);
        const id = await buy();
        const [delivery] = await ear.heardAt(door, (heard) => about(heard, door)?.kind === "order");
        const news = delivery && proven(delivery, door.secret);
        expect(news?.about).toEqual({ kind: "order", externalOrderId: id });
        expect([store.externalStoreId, null]).toContain(news?.externalStoreId ?? null);
      });

      it("that was changed on the way, or has another's proof or none, is nobody's", async () => {
        const door = aDoor();
        await platform.subscribe(credential(), door);
        await buy();
        const [delivery] = await ear.heardAt(door, (heard) => about(heard, door)?.kind === "order");
        if (!delivery) throw new Error("nothing came");
        const { headers, body } = delivery;
        const proofs = Object.keys(headers).filter((key) => /signature|hmac|authorization/.test(key));
        expect(proofs.length).toBeGreaterThan(0);
        for (const proof of proofs) {
          for (const value of [undefined, "", `${headers[proof]}x`, "Basic Zm9vOmJhcg=="])
            expect(proven({ headers: { ...headers, [proof]: value }, body }, door.secret)).toBeNull();
        }
        // A proof that is a password says who speaks, not what was said.
        if (!headers.authorization) {
          const changed = Buffer.concat([body, Buffer.from(" ")]);
          expect(proven({ headers, body: changed }, door.secret)).toBeNull();
        }
        if (platform.newsDoor === "store") {
          expect(proven(delivery, "t".repeat(32))).toBeNull();
          expect(platform.readNews({ ...delivery, secret: null })).toBeNull();
        }
        for (const nonsense of ["", "null", "[]", "{"])
          expect(proven({ headers, body: Buffer.from(nonsense) }, door.secret)?.about.kind).not.toBe("order");
      });

      it("that comes five times has one name", async () => {
        const door = aDoor();
        await platform.subscribe(credential(), door);
        await buy();
        const [delivery] = await ear.heardAt(door, (heard) => about(heard, door)?.kind === "order");
        if (!delivery) throw new Error("nothing came");
        const copies = Array.from({ length: 5 }, () => proven(delivery, door.secret));
        expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
        expect(copies[0]).not.toBeNull();
      });

      it("is asked for once however often we ask, and no more after we asked to be left alone", async () => {
        const door = aDoor();
        await platform.subscribe(credential(), door);
        const standing = await bench.countSubscriptions(store, door.address);
        expect(standing).toBeGreaterThan(0);
        await platform.subscribe(credential(), door);
        expect(await bench.countSubscriptions(store, door.address)).toBe(standing);
        await platform.unsubscribe(credential(), door);
        await platform.unsubscribe(credential(), door);
        expect(await bench.countSubscriptions(store, door.address)).toBe(0);
      });

      const about = (delivery: Heard, door: NewsDoor) => proven(delivery, door.secret)?.about;
    });

    describe("a bad day", () => {
      it("a busy platform says for how long, and is left alone until then", async () => {
        await bench.mishap("busy");
        const first = await platform.readShop(credential()).catch((error: unknown) => error);
        expect(isFault(first, "later") && first.retryAfterSeconds).toBe(bench.busySeconds);
        const second = await platform.readShop(credential()).catch((error: unknown) => error);
        expect(isFault(second, "later") && Number(second.retryAfterSeconds) > 0).toBe(true);
      });

      it.each(["down", "silence"] as const)("a platform that is %s is asked again later", async (kind) => {
        await bench.mishap(kind);
        await expect(platform.readShop(credential())).rejects.toMatchObject({ kind: "later" });
        expect((await platform.readShop(credential())).externalId).toBe(store.externalStoreId);
      });
    });
  });
}
