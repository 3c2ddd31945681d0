import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Harness, type Json, openHarness } from "./testing.ts";

let browser: Browser;
let harness: Harness;
let shop: Server;
let page: Page;
let faults: string[];

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
});
afterAll(() => browser.close());

beforeEach(async () => {
  harness = await openHarness();
  shop = await openShop();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/content security|integrity|cross-origin/i.test(message.text())) faults.push(message.text());
  });
});
afterEach(async () => {
  await page.context().close();
  shop.close();
  await harness.sandbox.close();
});

const shopUrl = () => `http://localhost:${(shop.address() as AddressInfo).port}`;

/** A merchant's page under a strict policy: pinned scripts and styles of the CDN, nothing inline, no eval. */
async function openShop(): Promise<Server> {
  const cdn = `${harness.sandbox.url}/moyasar-cdn/mpf/1.15.0`;
  const pins = (await (await fetch(`${cdn}/integrity.json`)).json()) as Record<string, string>;
  const policy = `default-src 'none'; script-src 'self' ${harness.sandbox.url}; style-src ${harness.sandbox.url}; connect-src ${harness.sandbox.url}; base-uri 'none'`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://shop");
    if (pathname === "/init.js") {
      response.setHeader("content-type", "text/javascript");
      return response.end(`
        window.heard = [];
        Moyasar.init({ element: "#pay", amount: ${searchParams.get("amount") ?? "11500"}, currency: "SAR", description: "Deposit",
          publishable_api_key: "pk_test_rawaj", callback_url: location.origin + "/back",
          methods: ["creditcard", "stcpay", "applepay"], supported_networks: ["mada", "visa", "mastercard"],
          language: "${searchParams.get("lang")}", credit_card: { save_card: true },
          apple_pay: { country: "SA", label: "Rawaj", validate_merchant_url: "${harness.sandbox.url}/moyasar/v1/applepay/initiate" },
          metadata: { deposit_id: "d9" },
          on_initiating: () => { heard.push("initiating"); },
          on_completed: async (payment) => {
            await new Promise((resolve) => setTimeout(resolve, 50));
            sessionStorage.setItem("completed", payment.id + " " + payment.status);
          },
          on_failed: (reason) => { heard.push("failed: " + reason); } });`);
    }
    response.setHeader("content-type", "text/html");
    response.setHeader("content-security-policy", policy);
    const lang = searchParams.get("lang") ?? "ar";
    response.end(`<!doctype html><html lang="${lang}"><head><title>Pay</title>
      <link rel="stylesheet" href="${cdn}/moyasar.css" crossorigin integrity="${pins["moyasar.css"]}"></head>
      <body><main><h1>Pay</h1><div id="pay"></div></main>
      <script src="${cdn}/moyasar.js" crossorigin integrity="${pins["moyasar.js"]}"></script>
      <script src="/init.js?lang=${lang}&amount=${searchParams.get("amount") ?? "11500"}"></script></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return server;
}

const labels = {
  ar: ["الاسم على البطاقة", "رقم البطاقة", "تاريخ الانتهاء (شهر/سنة)", "رمز الأمان (CVC)"],
  en: ["Name on card", "Card number", "Expiry date (MM/YY)", "Security code (CVC)"],
} as const;

async function fill(lang: "ar" | "en", number: string): Promise<void> {
  const [name, card, expiry, cvc] = labels[lang];
  await page.getByLabel(name).fill("Noura Test");
  await page.getByLabel(card).fill(number);
  await page.getByLabel(expiry).fill("12/30");
  await page.getByLabel(cvc).fill("123");
}

const press = () => page.locator(".mysr-form button[type=submit]").click();

describe.each(["ar", "en"] as const)("the card form in %s", (lang) => {
  test("pays through the issuer's page, after notifying the merchant's page", async () => {
    await page.goto(`${shopUrl()}/?lang=${lang}`);
    expect(await page.locator(".mysr").getAttribute("dir")).toBe(lang === "ar" ? "rtl" : "ltr");
    await fill(lang, "4201320111111010");
    await press();
    await page.waitForURL(/card_auth/);
    await page.locator("button[value=AUTHENTICATED]").click();
    await page.waitForURL(/\/back\?/);
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    expect(await page.evaluate("sessionStorage.getItem('completed')")).toBe(`${id} initiated`);
    const paid = await harness.read(id);
    expect(paid).toMatchObject({ status: "paid", amount: 11_500, metadata: { deposit_id: "d9" } });
    expect((paid.source as Json).token).toMatch(/^token_/);
    expect(faults).toEqual([]);
  });
});

test("an invalid form shows the error beside each field and sends nothing", async () => {
  await page.goto(`${shopUrl()}/?lang=ar`);
  await press();
  const errors = await page.locator(".mysr-error").allTextContents();
  expect(errors.filter(Boolean)).toHaveLength(4);
  expect(await page.locator("[aria-invalid=true]").count()).toBe(4);
  expect(await page.evaluate("document.activeElement.getAttribute('name')")).toBe("name");
  expect(harness.sandbox.world.received.list({ vendor: "moyasar", path: "/v1/payments", limit: 10 })).toEqual(
    [],
  );
});

test("the brand is detected while typing, also in Arabic digits, and an unsupported network is refused", async () => {
  await page.goto(`${shopUrl()}/?lang=ar`);
  const number = page.getByLabel(labels.ar[1]);
  await number.fill("٤٢٠١٣٢٠١١١١١١٠١٠");
  expect(await page.locator("[data-brand]").getAttribute("data-brand")).toBe("mada");
  expect(await number.inputValue()).toBe("4201 3201 1111 1010");
  await number.fill("340000000900000");
  await press();
  expect(await page.locator(".mysr-field-number .mysr-error").textContent()).toContain("غير مقبولة");
});

test("a declined card notifies the merchant's page and allows another try", async () => {
  await page.goto(`${shopUrl()}/?lang=ar`);
  await fill("ar", "4000000000000002");
  await press();
  await page.locator(".mysr-message").filter({ hasText: "لم يوافق البنك" }).waitFor();
  expect(await page.evaluate("window.heard")).toEqual(["initiating", "failed: DECLINED"]);
  expect(await page.locator(".mysr-form button").isEnabled()).toBe(true);
});

test("an unticked box saves no card", async () => {
  await page.goto(`${shopUrl()}/?lang=en`);
  await fill("en", "4201320111111010");
  await page.getByLabel("Save this card for later payments").uncheck();
  await press();
  await page.waitForURL(/card_auth/);
  const { payments } = (await harness.call("sk", "GET", "/payments")).body as {
    payments: { source: Json }[];
  };
  expect(payments[0]?.source.token).toBeNull();
});

test("STC Pay asks for the phone's code", async () => {
  await page.goto(`${shopUrl()}/?lang=en`);
  await page.getByLabel("STC Pay").first().check();
  await page.getByLabel("Mobile number").fill("0551234567");
  await press();
  await page.getByLabel("One-time code").fill("123456");
  await press();
  await page.waitForURL(/\/back\?/);
  expect(new URL(page.url()).searchParams.get("status")).toBe("paid");
});

/** A browser with Apple Pay: its sheet approves by itself once the site is validated. */
const withApplePay = () => {
  const opened: unknown[] = [];
  class Session {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    onvalidatemerchant: (event: object) => void = () => {};
    onpaymentauthorized: (event: object) => void = () => {};
    constructor(_version: number, request: unknown) {
      opened.push(request);
    }
    begin() {
      this.onvalidatemerchant({ validationURL: "https://apple-pay-gateway.apple.com/paymentservices/start" });
    }
    completeMerchantValidation(session: object) {
      opened.push(session);
      this.onpaymentauthorized({ payment: { token: { paymentData: { version: "EC_v1" } } } });
    }
    completePayment(result: { status: number }) {
      opened.push(result.status);
      sessionStorage.setItem("sheet", JSON.stringify(opened));
    }
    abort() {}
  }
  Object.assign(globalThis, { ApplePaySession: Session });
};

describe("Apple Pay", () => {
  test("is not offered by a browser without it", async () => {
    await page.goto(`${shopUrl()}/?lang=en`);
    await page.getByLabel("Card number").waitFor();
    expect(await page.getByText("Apple Pay").count()).toBe(0);
  });

  test("validates the site, pays by the device's token, and returns", async () => {
    await page.addInitScript(withApplePay);
    await page.goto(`${shopUrl()}/?lang=en&amount=25000`);
    await page.getByRole("radio", { name: "Apple Pay" }).click();
    await page.getByRole("button", { name: "Apple Pay" }).click();
    await page.waitForURL(/\/back\?.*status=paid/);
    const sheet = JSON.parse(await page.evaluate<string>("sessionStorage.getItem('sheet')")) as Json[];
    expect(sheet[0]).toMatchObject({ countryCode: "SA", currencyCode: "SAR", total: { amount: "250.00" } });
    expect(sheet[2]).toBe(0);
    expect(faults).toEqual([]);
  });

  test("that is declined says so, and closes the sheet as failed", async () => {
    await page.addInitScript(withApplePay);
    await page.goto(`${shopUrl()}/?lang=en&amount=115000`);
    await page.getByRole("radio", { name: "Apple Pay" }).click();
    await page.getByRole("button", { name: "Apple Pay" }).click();
    await page.getByText("The Apple Pay payment did not go through.").waitFor();
    expect(await page.evaluate("window.heard")).toEqual(["failed: INSUFFICIENT FUNDS"]);
  });
});
