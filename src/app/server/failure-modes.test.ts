import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "#base/testing/free-port.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import {
  type Addresses,
  createCampaign,
  deposit,
  type Merchant,
  payDeposit,
  signUp,
  until,
  uploadPicture,
} from "../testing/merchant.ts";
import { spawnProduct, startProduct, type TestProduct } from "../testing/product.ts";

/** Failures a merchant must not notice: kills, restarts, repeated and reordered webhooks, a vendor that hangs. */

let sandbox: TestSandbox;
let product: TestProduct;
let addresses: Addresses;
/** Has paid, and closed the browser before coming back. */
let forgotten: Merchant;
let lastNumber = 502_000_100;
const newMerchant = () => {
  lastNumber += 1;
  return signUp(addresses, `0${lastNumber}`);
};

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
  product = await startProduct(sandbox);
  addresses = { product: product.url, sandbox: sandbox.url };
  forgotten = await newMerchant();
  await payDeposit(forgotten, 150);
});
afterAll(async () => {
  await product.stop();
  await sandbox.stop();
});

const loadBalance = async (merchant: Merchant) =>
  (await merchant.call<{ balance_halalas: number }>("GET Clients/Wallet/index")).balance_halalas;
const countDepositLines = async (merchant: Merchant) =>
  (
    await merchant.call<{ total: number }>("GET Clients/Wallet/transactions", {
      query: { charge_type: "deposit" },
    })
  ).total;

describe("a data folder", () => {
  it("has one owner: a second program stops at once and says why in a plain sentence", async () => {
    const second = spawnProduct({ ...product.settings, PORT: String(await freePort()) }, "pipe");
    const [stderrText, [code]] = await Promise.all([
      text(second.stderr ?? Readable.from([])),
      once(second, "exit"),
    ]);
    expect(code).toBe(1);
    expect(stderrText).toMatch(/is in use by another process\. .* stop the other one, or set DATABASE_URL/);
    expect(stderrText.trim().split("\n")).toHaveLength(1);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  it("whose first start was killed at any point opens at the next start", async () => {
    const { PORT: _taken, ...given } = product.settings;
    const settings = {
      ...given,
      DATA_DIR: await mkdtemp(join(tmpdir(), "rawaj-killed-")),
    };
    const tablesMade = async () =>
      (await readdir(join(settings.DATA_DIR, "database/base/5")).catch(() => [])).length;
    // Before the database is complete (300 files), and during the migrations (700 in the end).
    for (const files of [1, 320, 450, 600]) {
      const child = spawnProduct({ ...settings, PORT: String(await freePort()) });
      try {
        await until(
          `file ${files}`,
          async () => child.exitCode !== null || (await tablesMade()) >= files,
          60,
        );
        expect(child.exitCode).toBe(null);
      } finally {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    }
    const healed = await startProduct(sandbox, settings);
    const merchant = await signUp({ ...addresses, product: healed.url }, "0503999001");
    expect(await loadBalance(merchant)).toBe(0);
    await healed.stop();
  }, 120_000);
});

describe("an orderly shutdown", () => {
  it("finishes work in progress, closes streams and idle connections, and takes less than ten seconds", async () => {
    const merchant = await newMerchant();
    const stream = await fetch(`${product.url}/live`, {
      headers: { authorization: `Bearer ${merchant.token}` },
    });
    const idle = connect(Number(product.settings.PORT), "localhost");
    idle.on("error", () => {});
    const body = JSON.stringify({ amount_halalas: 10_000 });
    const slow = await halfSent(merchant, body);
    const exited = requestShutdown();
    await until("the closed port", async () => {
      const answer = await fetch(`${product.url}/readyz`).catch(() => undefined);
      return answer === undefined || answer.status === 503;
    });
    const answer = await slow.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).toContain('"error":false');
    expect(await exited).toBe(0); // after ten seconds it would have ended itself with 1
    await stream.body?.cancel().catch(() => {});
    await product.restart();
    const { total } = await merchant.call<{ total: number }>("GET Clients/Wallet/deposits");
    expect(total).toBe(1);
  }, 60_000);

  /** A deposit whose request is in progress: all but the last byte has been sent. */
  async function halfSent(merchant: Merchant, body: string) {
    const socket = connect(Number(product.settings.PORT), "localhost");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("utf8");
    });
    await once(socket, "connect");
    const head = [
      "POST /Clients/Wallet/deposit HTTP/1.1",
      "host: localhost",
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      `authorization: Bearer ${merchant.token}`,
      `idempotency-key: ${randomUUID()}`,
    ];
    await new Promise<void>((resolve) => {
      socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, -1)}`, () => resolve());
    });
    // Answered over another connection afterwards: the first one has been read by then.
    await merchant.call("GET Clients/Account/index");
    return {
      async finish() {
        socket.write(body.slice(-1));
        await until("the answer", async () => received.includes("\r\n\r\n{"));
        socket.destroy();
        return received;
      },
    };
  }

  function requestShutdown() {
    const child = product.child();
    const exited = once(child, "exit").then(([code]) => code as number | null);
    child.kill("SIGTERM");
    return exited;
  }
});

describe("money", () => {
  it("that is reported twenty times, by the gateway, the cardholder and after a kill, is credited once", async () => {
    const merchant = await newMerchant();
    const { depositId, paymentId } = await payDeposit(merchant, 300);
    const sendWebhook = (index: number) =>
      fetch(`${product.url}/webhooks/moyasar`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          id: `evt-${paymentId}-${index % 4}`,
          type: "payment_paid",
          secret_token: sandbox.credentials.MOYASAR_WEBHOOK_SECRET,
          live: false,
          data: { id: paymentId, status: "paid", amount: 99_999_900 },
        }),
      }).catch(() => undefined);
    const check = () =>
      merchant.call(`POST Clients/Wallet/deposit/${depositId}/check`).catch(() => undefined);
    const storm = () =>
      Promise.all(Array.from({ length: 20 }, (_, index) => [sendWebhook(index), check()]).flat());

    const first = storm();
    await fetch(`${product.url}/readyz`);
    await product.kill();
    await first;
    await product.restart();
    const answers = await storm();
    expect(answers.every((answer) => answer !== undefined)).toBe(true);

    await until("the credit", async () => (await loadBalance(merchant)) > 0);
    await check();
    expect(await loadBalance(merchant)).toBe(30_000);
    expect(await countDepositLines(merchant)).toBe(1);
    expect(await merchant.call("GET Clients/Wallet/audit")).toMatchObject({ passed: true });
  }, 60_000);
});

describe("a store's webhooks", () => {
  it("received five times and in any order leave every order as it is", async () => {
    const merchant = await newMerchant();
    const store = await connectStore(merchant);
    const facts = () =>
      merchant.call<{ orders: number; import: object | null }>(`GET Clients/Stores/${store.id}`);
    await until("the first import", async () => (await facts()).import === null, 60);
    await sandbox.control("clock", { step: "P1D" });
    type WebhookDelivery = { url: string; headers: Record<string, string>; body: string };
    const deliveries = await sandbox.control<WebhookDelivery[]>("webhooks?vendor=salla&limit=2000");
    const ours = deliveries.filter(({ url }) => url.startsWith(product.url));
    expect(ours.length).toBeGreaterThan(5);
    const settled = async () => {
      const seen = new Map<string, number>();
      return until("orders that no longer change", async () => {
        const now = JSON.stringify(await facts());
        seen.set(now, (seen.get(now) ?? 0) + 1);
        return (seen.get(now) ?? 0) > 5 && (JSON.parse(now) as { orders: number });
      });
    };
    const before = await settled();
    const shuffled = Array.from({ length: 5 }, () => ours)
      .flat()
      .map((delivery, index) => ({ delivery, sortKey: (index * 7919) % (ours.length * 5 + 1) }))
      .sort((one, other) => one.sortKey - other.sortKey);
    for (const { delivery } of shuffled) {
      const { url, headers, body } = delivery;
      expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
    }
    expect((await settled()).orders).toBe(before.orders);
    const forged = await fetch(`${product.url}/webhooks/salla`, {
      method: "POST",
      headers: { ...ours[0]?.headers },
      body: `${ours[0]?.body} `,
    });
    expect(forged.status).toBe(401);
  }, 120_000);
});

describe("a platform that hangs", () => {
  it("delays its own campaigns and nothing else", async () => {
    const merchant = await newMerchant();
    const store = await connectStore(merchant);
    const { id: adAccountId } = await linkAdAccount(merchant);
    await deposit(merchant, 5_000);
    const { id: mediaId } = await uploadPicture(merchant);
    await hang();
    const parts = { adAccountId, store, mediaId, dailyRiyals: 50 };
    const started: string[] = [];
    for (const name of ["أولى", "ثانية", "ثالثة"]) {
      const { id } = await createCampaign(merchant, parts, name);
      await merchant.call(`POST Clients/Campaigns/${id}/start`);
      started.push(id);
    }
    await until("a call that hangs", async () => (await waitingCalls()) > 0);
    const answers = await Promise.all([
      ...Array.from({ length: 40 }, () => merchant.call("GET Clients/Reports/home")),
      ...Array.from({ length: 10 }, () => merchant.call("GET Clients/Campaigns/index")),
      deposit(merchant, 100),
      newMerchant(),
    ]);
    expect(answers).toHaveLength(52);
    for (const id of started) {
      // Still pending: all of the above was answered while the platform hung.
      expect(await merchant.call(`GET Clients/Campaigns/${id}`)).toMatchObject({
        status: "active",
        sync: "pending",
      });
    }
    await fetch(`${sandbox.url}/control/faults?vendor=snapchat`, { method: "DELETE" });
  }, 90_000);

  const hang = () =>
    sandbox.control("faults", {
      vendor: "snapchat",
      kind: "timeout_before",
      method: "POST",
      path: "/campaigns",
    });
  const waitingCalls = async () => {
    const received = await sandbox.control<{ path: string; method: string }[]>("received?vendor=snapchat");
    return received.filter(({ method, path }) => method === "POST" && path.endsWith("/campaigns")).length;
  };
});

describe("money that nobody reported", () => {
  it("is found by the sweep, through every stop and restart since", async () => {
    await until("the credit", async () => (await loadBalance(forgotten)) === 15_000, 150);
    expect(await countDepositLines(forgotten)).toBe(1);
  }, 200_000);
});
