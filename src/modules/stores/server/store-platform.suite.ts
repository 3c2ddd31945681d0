import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isFault } from "#base/shared/adapter-fault.ts";
import { buyAt, type Purchase } from "../testing/platform-pages.ts";
import type { StorePlatformUnderTest, StoreUnderTest } from "../testing/store-under-test.ts";
import { openWebhookReceiver, type ReceivedWebhook } from "../testing/webhook-receiver.ts";
import type {
  AuthorizationRequest,
  StoreOrder,
  StorePlatform,
  WebhookDelivery,
  WebhookEndpoint,
} from "./store-platform.port.ts";

const distantPast = new Date("2020-01-01T00:00:00Z");
const clickId = "AbCdEfGhIjKlMnOpQrStUv";

/** The contract of the port, which every store platform's adapter must pass against its simulator. */
export function describeStorePlatformContract(name: string, start: () => Promise<StorePlatformUnderTest>) {
  describe(`${name} as a store platform`, () => {
    let harness: StorePlatformUnderTest;
    let platform: StorePlatform;
    let store: StoreUnderTest;
    let webhookReceiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
    let sequence = 0;

    beforeAll(async () => {
      harness = await start();
      platform = harness.platform;
      webhookReceiver = await openWebhookReceiver();
    });
    afterAll(async () => {
      await webhookReceiver?.close();
      await harness?.stop();
    });
    beforeEach(async () => {
      store = await harness.createStore();
    });

    const reconnects = { kind: "reconnect" };
    const credential = () => store.tokens.credential;
    const buy = async (purchase?: Purchase) => harness.toOrderId(store, await buyAt(store.link, purchase));
    const read = async (id: string): Promise<StoreOrder> => {
      const order = await platform.readOrder(credential(), id);
      if (!order) throw new Error(`the platform does not know order ${id}`);
      return order;
    };
    const anEndpoint = (): WebhookEndpoint => {
      sequence += 1;
      const secret = `${"s".repeat(30)}${String(sequence).padStart(2, "0")}`;
      return { address: `${webhookReceiver.url}/webhooks/${platform.platform}/endpoint-${sequence}`, secret };
    };
    const parseDelivery = (delivery: Omit<WebhookDelivery, "secret">, secret: string) =>
      platform.parseWebhook({ ...delivery, secret: platform.webhookEndpoint === "store" ? secret : null });
    const anAuthorizationRequest = (): AuthorizationRequest => ({
      state: "0123456789abcdef".repeat(4),
      redirectUri: `http://localhost:4599/oauth/${platform.platform}/callback`,
      codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      site: harness.site,
      serverCallbackUri: `${webhookReceiver.url}/server-callback`,
    });
    async function allOrders(since = distantPast) {
      const seen = new Map<string, { vendorStatus: string; listedTotal: number; order: StoreOrder | null }>();
      let pages = 0;
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const page: Awaited<ReturnType<StorePlatform["listOrders"]>> = await platform.listOrders(
          credential(),
          since,
          cursor,
        );
        for (const summary of page.items) seen.set(summary.externalId, summary);
        cursor = page.next;
        pages += 1;
      }
      return { seen, pages };
    }

    describe("the authorization", () => {
      it("gives tokens once the merchant agreed, and accepts its callback once", async () => {
        const request = anAuthorizationRequest();
        const { callback, serverGrant } = await harness.approve(request);
        expect(platform.parseCallback(callback)).toEqual({ state: request.state, outcome: "agreed" });
        const { redirectUri, site } = request;
        const exchange = { callback, redirectUri, site, codeVerifier: "v".repeat(43), serverGrant };
        const tokens = await platform.exchangeCode(exchange);
        expect((await platform.readShop(tokens.credential)).externalId).toMatch(/./);
        const again = await platform.exchangeCode({ ...exchange, serverGrant: null }).catch((error) => error);
        expect(isFault(again, "reconnect") || isFault(again, "rejected")).toBe(true);
      });

      it("may be denied, and a stranger's callback is neither agreed nor denied", async () => {
        const request = anAuthorizationRequest();
        const callback = await harness.deny(request);
        expect(platform.parseCallback(callback)).toEqual({ state: request.state, outcome: "denied" });
        expect(platform.parseCallback({})).toEqual({ state: "", outcome: "failed" });
      });
    });

    describe("access", () => {
      it("is renewed by its refresh token, as often as the platform allows", async () => {
        const { refreshToken } = store.tokens;
        if (harness.refreshes === "never" || refreshToken === null) {
          expect([harness.refreshes, refreshToken]).toEqual(["never", null]);
          await expect(platform.refresh("never-given")).rejects.toMatchObject(reconnects);
          return;
        }
        const renewed = await platform.refresh(refreshToken);
        expect((await platform.readShop(renewed.credential)).externalId).toBe(store.externalStoreId);
        const again = platform.refresh(refreshToken);
        if (harness.refreshes === "once") await expect(again).rejects.toMatchObject(reconnects);
        else expect((await again).credential).toMatch(/./);
        await expect(platform.refresh("never-given")).rejects.toMatchObject(reconnects);
      });

      it("that has expired or was revoked requires reconnecting", async () => {
        await harness.revokeAccess(store);
        await expect(platform.readShop(credential())).rejects.toMatchObject(reconnects);
        await expect(platform.listOrders(credential(), distantPast, null)).rejects.toMatchObject(reconnects);
        if (harness.refreshes === "never") return;
        store = await harness.createStore();
        await harness.expireTokens();
        await expect(platform.readShop(credential())).rejects.toMatchObject(reconnects);
        const { credential: renewedCredential } = await platform.refresh(store.tokens.refreshToken ?? "");
        expect((await platform.readShop(renewedCredential)).externalId).toBe(store.externalStoreId);
      });

      it("that was never granted opens nothing", async () => {
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
      it("carries the click that brought it, its tags and its amount, in the list as in its own read", async () => {
        const query = `utm_source=snapchat&utm_medium=paid_social&utm_campaign=48210377&utm_term=${clickId}&rwj=${clickId}`;
        const id = await buy({ query, pay: "cod" });
        const order = await read(id);
        expect(order).toMatchObject({ externalId: id, status: "placed", isCod: true, clickId, refunded: 0 });
        expect(order.utm).toMatchObject({ utm_source: "snapchat", utm_campaign: "48210377" });
        expect(order.total).toBeGreaterThan(0);
        const { seen } = await allOrders();
        const { vendorStatus, listedTotal } = order;
        expect(seen.get(id)).toMatchObject({ vendorStatus, listedTotal });
        const { order: listedOrder } = seen.get(id) ?? {};
        if (listedOrder) expect(listedOrder).toEqual(order);
      });

      it("names the city it is sent to, as our gazetteer knows it", async () => {
        const id = await buy();
        expect(await read(id)).toMatchObject({ cityKey: "riyadh", isSent: false });
      });

      it("is sent once it was delivered", async () => {
        const id = await buy();
        await harness.moveOrder(store, id, "delivered");
        expect((await read(id)).isSent).toBe(true);
      });

      it("names the coupon that was used, and none when none was", async () => {
        const plain = await read(await buy());
        const cheaper = await read(await buy({ coupon: harness.coupon }));
        expect(plain.couponCodes).toEqual([]);
        expect(cheaper.couponCodes).toEqual([harness.coupon]);
        expect(cheaper.total).toBeLessThan(plain.total);
      });

      it("that waits for its payment is unpaid, and placed once it was paid", async () => {
        const id = await buy({ pay: "bank" });
        expect((await read(id)).status).toBe("unpaid");
        await harness.moveOrder(store, id, "paid");
        expect((await read(id)).status).toBe("placed");
      });

      it.each([
        ["cod", "delivered", "delivered"],
        ["cod", "refused", "refused"],
        ["cod", "cancelled", "cancelled"],
        ["mada", "delivered", "delivered"],
        ["mada", "refunded", "refunded"],
      ] as const)("paid by %s and then %s is %s in our statuses", async (pay, event, status) => {
        const id = await buy({ pay });
        const { total } = await read(id);
        await harness.moveOrder(store, id, event);
        const order = await read(id);
        expect(order).toMatchObject({ status, refunded: status === "refunded" ? total : 0 });
        expect((await allOrders()).seen.get(id)?.vendorStatus).toBe(order.vendorStatus);
      });

      it("refunded in part keeps its status and gives the amount, to the halala", async () => {
        const id = await buy();
        await harness.moveOrder(store, id, "delivered");
        const before = await read(id);
        await harness.refundPart(store, id, 12_34);
        const after = await read(id);
        expect([after.status, after.total, after.refunded]).toEqual([before.status, before.total, 12_34]);
      });

      it("names its products as the list of products does, with units and amount", async () => {
        const id = await buy();
        const { lines } = await read(id);
        const { items } = await platform.readProducts(credential(), null);
        const product = items.find(({ externalId }) => externalId === lines?.[0]?.productId);
        expect(lines).toEqual([
          {
            productId: product?.externalId,
            quantity: 1,
            amount: product?.price,
            returned: lines?.[0]?.returned,
          },
        ]);
        expect((await allOrders()).seen.get(id)?.order?.lines ?? lines).toEqual(lines);
      });

      it("refunded in part says which units came back, where the platform does", async () => {
        const id = await buy();
        await harness.moveOrder(store, id, "delivered");
        const productId = (await read(id)).lines?.[0]?.productId ?? "";
        await harness.refundPart(store, id, 12_34, [{ product_id: productId, quantity: 1 }]);
        const { lines } = await read(id);
        expect(lines?.map(({ returned }) => returned)).toEqual([harness.namesReturns ? 1 : null]);
      });

      it("the platform does not know is null", async () => {
        const id = await buy();
        const unknown = id.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
        expect(await platform.readOrder(credential(), unknown)).toBeNull();
      });

      it("is on one of the pages, however many there are, and is left out when the list starts later", async () => {
        const boughtIds = new Set<string>();
        for (let count = 0; count < harness.ordersForTwoPages; count += 1) boughtIds.add(await buy());
        const { seen, pages } = await allOrders();
        expect(pages).toBeGreaterThan(1);
        expect([...boughtIds].filter((id) => !seen.has(id))).toEqual([]);
        const tomorrow = new Date(Date.now() + 48 * 3_600_000);
        expect((await allOrders(tomorrow)).seen.size).toBe(0);
      });
    });

    describe("a webhook", () => {
      it("comes to the subscribed endpoint, verifiable, and is about the order", async () => {
        const endpoint = anEndpoint();
        await platform.subscribe(credential(), endpoint);
        const id = await buy();
        const [delivery] = await webhookReceiver.waitForWebhooks(
          endpoint,
          (received) => subject(received, endpoint)?.kind === "order",
        );
        const event = delivery && parseDelivery(delivery, endpoint.secret);
        expect(event?.subject).toEqual({ kind: "order", externalOrderId: id });
        expect([store.externalStoreId, null]).toContain(event?.externalStoreId ?? null);
      });

      it("that was changed on the way, or has no valid signature, is refused", async () => {
        const endpoint = anEndpoint();
        await platform.subscribe(credential(), endpoint);
        await buy();
        const [delivery] = await webhookReceiver.waitForWebhooks(
          endpoint,
          (received) => subject(received, endpoint)?.kind === "order",
        );
        if (!delivery) throw new Error("nothing came");
        const { headers, body } = delivery;
        const signed = Object.keys(headers).filter((key) => /signature|hmac|authorization/.test(key));
        expect(signed.length).toBeGreaterThan(0);
        for (const header of signed) {
          for (const value of [undefined, "", `${headers[header]}x`, "Basic Zm9vOmJhcg=="])
            expect(
              parseDelivery({ headers: { ...headers, [header]: value }, body }, endpoint.secret),
            ).toBeNull();
        }
        // A password shows who sends, not that the content is unchanged.
        if (!headers.authorization) {
          const changed = Buffer.concat([body, Buffer.from(" ")]);
          expect(parseDelivery({ headers, body: changed }, endpoint.secret)).toBeNull();
        }
        if (platform.webhookEndpoint === "store") {
          expect(parseDelivery(delivery, "t".repeat(32))).toBeNull();
          expect(platform.parseWebhook({ ...delivery, secret: null })).toBeNull();
        }
        for (const malformed of ["", "null", "[]", "{"])
          expect(
            parseDelivery({ headers, body: Buffer.from(malformed) }, endpoint.secret)?.subject.kind,
          ).not.toBe("order");
      });

      it("that comes five times has one id", async () => {
        const endpoint = anEndpoint();
        await platform.subscribe(credential(), endpoint);
        await buy();
        const [delivery] = await webhookReceiver.waitForWebhooks(
          endpoint,
          (received) => subject(received, endpoint)?.kind === "order",
        );
        if (!delivery) throw new Error("nothing came");
        const copies = Array.from({ length: 5 }, () => parseDelivery(delivery, endpoint.secret));
        expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
        expect(copies[0]).not.toBeNull();
      });

      it("is subscribed once however often we subscribe, and no longer sent after unsubscribing", async () => {
        const endpoint = anEndpoint();
        await platform.subscribe(credential(), endpoint);
        const existing = await harness.countSubscriptions(store, endpoint.address);
        expect(existing).toBeGreaterThan(0);
        await platform.subscribe(credential(), endpoint);
        expect(await harness.countSubscriptions(store, endpoint.address)).toBe(existing);
        await platform.unsubscribe(credential(), endpoint);
        await platform.unsubscribe(credential(), endpoint);
        expect(await harness.countSubscriptions(store, endpoint.address)).toBe(0);
      });

      const subject = (delivery: ReceivedWebhook, endpoint: WebhookEndpoint) =>
        parseDelivery(delivery, endpoint.secret)?.subject;
    });

    describe("a coupon", () => {
      const day = (days: number) =>
        new Date(Date.now() + 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
      const spec = () => ({ code: "NOURA25", percent: 25, startsOn: day(0), endsOn: day(4) });
      const orderWith = async (coupon: string) => read(await buy({ coupon }));

      it("is created once, found in any case, and taken by the shop until it is stopped", async () => {
        const created = await platform.createCoupon(credential(), spec());
        expect(created).toMatchObject({ percent: 25 });
        const found = await platform.findCoupon(credential(), "noura25");
        expect(found?.externalId).toBe(created.externalId);
        expect(await platform.findCoupon(credential(), "NOURA")).toBeNull();
        const [used] = (await orderWith("noura25")).couponCodes;
        expect(used?.toUpperCase()).toBe("NOURA25");
        await platform.stopCoupon(credential(), { ...spec(), externalId: created.externalId });
        await platform.stopCoupon(credential(), { ...spec(), externalId: created.externalId });
        expect((await orderWith("NOURA25")).couponCodes).toEqual([]);
      });

      it("that the store has already is refused as taken", async () => {
        await platform.createCoupon(credential(), spec());
        await expect(platform.createCoupon(credential(), spec())).rejects.toMatchObject({
          kind: "rejected",
          messageKey: "stores:coupon_code_taken",
        });
      });
    });

    describe("a failing platform", () => {
      it("that is busy says for how long, and is not called until then", async () => {
        await harness.injectFault("busy");
        const first = await platform.readShop(credential()).catch((error: unknown) => error);
        expect(isFault(first, "later") && first.retryAfterSeconds).toBe(harness.busySeconds);
        const second = await platform.readShop(credential()).catch((error: unknown) => error);
        expect(isFault(second, "later") && Number(second.retryAfterSeconds) > 0).toBe(true);
      });

      it.each(["down", "silence"] as const)("a platform that is %s is retried later", async (kind) => {
        await harness.injectFault(kind);
        await expect(platform.readShop(credential())).rejects.toMatchObject({ kind: "later" });
        expect((await platform.readShop(credential())).externalId).toBe(store.externalStoreId);
      });
    });
  });
}
