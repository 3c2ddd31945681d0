import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { CallOptions } from "#base/testing/http.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { setUpBilling } from "../../testing/billing-harness.ts";
import { aSubscription, listPeriodRows } from "../../testing/builders.ts";

const billing = setUpBilling({ at: "2026-12-01T09:00:00Z" });

/** `call("PUT plans/growth", { … })`: as a member of the staff, with a key of its own. */
const call = (name: string, body?: object, options: CallOptions = {}) =>
  billing.server.call(name.replace(" ", " Staff/Billing/"), {
    as: "stf_noura",
    key: randomUUID(),
    ...(body ? { body } : {}),
    ...options,
  });
const callAsMerchant = (name: string, body?: object) =>
  billing.server.call(name.replace(" ", " Clients/Billing/"), {
    as: "mer_1",
    key: randomUUID(),
    ...(body ? { body } : {}),
  });
type Item = { revision: number } & Record<string, unknown>;
const list = async (name: string) => ((await call(`GET ${name}`)).data as { items: Item[] }).items;
const findItem = async (name: string, key: string, value: string): Promise<Item> => {
  const found = (await list(name)).find((item) => item[key] === value);
  if (!found) throw new Error(`there is no ${value}`);
  return found;
};
const audit = () =>
  billing.db.many<{ member_id: string; action: string; details: object }>(
    sql`select member_id, action, details from staff.audit_log order by id`,
  );

/** What a form sends of an item that it was opened with. */
const toBody = (
  {
    code: _,
    id: __,
    version: ___,
    is_trial: ____,
    uses: _____,
    created_at: ______,
    ...body
  }: Record<string, unknown>,
  change: object = {},
) => ({ ...body, ...change });

const newPlan = {
  code: "scale",
  name_ar: "التوسع",
  name_en: "Scale",
  description_ar: "",
  description_en: "",
  price_1_halalas: 99_900,
  price_3_halalas: 284_700,
  price_6_halalas: 539_400,
  price_12_halalas: 999_000,
  writer_words: null,
  designer_pictures: 900,
  rules: null,
  messages: 9_000,
  consultations: 2,
  ai_campaigns: null,
  members: 20,
  landing_pages: 0,
  is_offered: true,
};

describe("a plan", () => {
  const find = (code: string) => findItem("plans", "code", code);
  const change = async (code: string, changes: object) =>
    call(`PUT plans/${code}`, toBody(await find(code), changes));
  const offered = async () =>
    ((await callAsMerchant("GET plans")).data as { items: { code: string; prices: object[] }[] }).items;

  it("with another price is sold at it from now on; who subscribed pays what they bought, renewals too", async () => {
    await billing.addMerchant();
    await aSubscription(billing.own(), { plan: "plv_growth_1", source: "card" });
    const { data } = await change("growth", { price_1_halalas: 26_900 });
    expect(data).toMatchObject({ code: "growth", version: 2, revision: 2, price_1_halalas: 26_900 });
    expect((await offered())[1]?.prices[0]).toMatchObject({ price_halalas: 26_900 });
    await billing.advance("2027-01-01T09:01:00Z");
    expect(await listPeriodRows(billing.db)).toMatchObject([
      { kind: "first", price_halalas: 24_900 },
      { kind: "renewal", price_halalas: 24_900, plan_version_id: "plv_growth_1" },
    ]);
  });

  it("is in the audit log with what it was and what it is", async () => {
    await change("growth", { price_1_halalas: 26_900, name_en: "Growing" });
    expect(await audit()).toEqual([
      {
        member_id: "stf_noura",
        action: "billing.plan_changed",
        details: {
          code: "growth",
          before: { price_1_halalas: 24_900, name_en: "Growth" },
          after: { price_1_halalas: 26_900, name_en: "Growing" },
        },
      },
    ]);
    const { created_by } = await billing.db.one<{ created_by: string }>(
      sql`select created_by from billing.plan_versions where plan_code = 'growth' and version = 2`,
    );
    expect(created_by).toBe("stf_noura");
  });

  it("edited by two at once is saved once: the second is told what stands", async () => {
    const opened = await find("growth");
    const answers = await Promise.all(
      [26_900, 27_900].map((price_1_halalas) =>
        call("PUT plans/growth", toBody(opened, { price_1_halalas })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const saved = answers.find(({ status }) => status === 200)?.data;
    expect(answers.find(({ status }) => status === 409)?.envelope).toMatchObject({
      code: "billing.edited_meanwhile",
      current: saved,
    });
    expect(await find("growth")).toEqual(saved);
    expect(await audit()).toHaveLength(1);
  });

  it("saved as it stands is not a new version", async () => {
    const before = await find("growth");
    expect((await change("growth", {})).data).toEqual(before);
    expect(await audit()).toEqual([]);
  });

  it("is switched off without another version, and nobody new subscribes", async () => {
    const { data } = await change("start", { is_offered: false });
    expect(data).toMatchObject({ version: 1, revision: 2, is_offered: false });
    expect((await offered()).map(({ code }) => code)).toEqual(["growth", "pro"]);
    const details = { code: "start", before: { is_offered: true }, after: { is_offered: false } };
    expect(await audit()).toMatchObject([{ details }]);
  });

  it("is created as the largest, once for a repeated request and for a code", async () => {
    const key = randomUUID();
    const first = await call("POST plans", newPlan, { key });
    expect(first.data).toMatchObject({ ...newPlan, revision: 1, version: 1, is_trial: false });
    expect((await call("POST plans", newPlan, { key })).data).toEqual(first.data);
    expect((await offered()).map(({ code }) => code)).toEqual(["start", "growth", "pro", "scale"]);
    const again = await call("POST plans", newPlan);
    expect(again.envelope).toMatchObject({
      code: "billing.plan_code_taken",
      fields: { code: [expect.any(String)] },
    });
    const { code, ...after } = newPlan;
    expect(await audit()).toMatchObject([{ action: "billing.plan_created", details: { code, after } }]);
  });

  it("with prices that cannot be is refused at each of them, before anything is written", async () => {
    const prices = { price_3_halalas: 24_900, price_12_halalas: 2_490_000 };
    const { status, envelope } = await call("PUT plans/growth", toBody(await find("growth"), prices));
    expect(status).toBe(400);
    expect(Object.keys((envelope as { fields: object }).fields)).toEqual(Object.keys(prices));
    expect((await call("POST plans", { ...newPlan, price_6_halalas: 100 })).status).toBe(400);
    expect(await find("growth")).toMatchObject({ version: 1 });
  });

  it.each([
    [{ name_ar: " " }, "name_ar"],
    [{ price_1_halalas: 99 }, "price_1_halalas"],
    [{ price_12_halalas: 100_000_001 }, "price_12_halalas"],
    [{ price_6_halalas: null }, "price_6_halalas"],
    [{ rules: -1 }, "rules"],
    [{ members: 3_000_000_000 }, "members"],
    [{ code: "Scale!" }, "code"],
  ])("with %o is refused on that field, in the reader's language", async (changes, field) => {
    const { status, envelope } = await call("POST plans", { ...newPlan, ...changes }, { language: "ar" });
    expect(status).toBe(400);
    expect((envelope as { fields: object }).fields).toEqual({ [field]: [expect.stringMatching(/[ء-ي]/)] });
  });

  it("that does not exist is not found", async () => {
    const { code: _, ...fields } = newPlan;
    expect((await call("PUT plans/nothing", { ...fields, revision: 1 })).status).toBe(404);
  });

  it("stands in the order that was chosen, which is one of all plans as they stand", async () => {
    const [start, growth, pro] = (await list("plans")).map(({ code, revision }) => ({ code, revision }));
    const { data } = await call("POST plans/reorder", { items: [growth, start, pro] });
    expect((data as { items: Item[] }).items).toMatchObject([
      { code: "growth", revision: 2 },
      { code: "start", revision: 2 },
      { code: "pro", revision: 1 },
    ]);
    expect((await offered()).map(({ code }) => code)).toEqual(["growth", "start", "pro"]);
    // A second order that was made from the first list, one without a plan, and one with a plan twice.
    for (const items of [[pro, start, growth], [pro], [pro, pro, pro]]) {
      const { envelope } = await call("POST plans/reorder", { items });
      expect(envelope).toMatchObject({ code: "billing.edited_meanwhile", current: data });
    }
    expect(await audit()).toMatchObject([
      {
        action: "billing.plans_reordered",
        details: {
          before: { codes: ["start", "growth", "pro"] },
          after: { codes: ["growth", "start", "pro"] },
        },
      },
    ]);
  });
});

describe("a package", () => {
  const find = (id: string) => findItem("packages", "id", id);
  const offered = async () =>
    ((await callAsMerchant("GET packages")).data as { items: { id: string }[] }).items.map(({ id }) => id);
  const newPackage = {
    service: "sms",
    units: 1_000,
    price_halalas: 13_900,
    valid_days: null,
    title_ar: "1,000 رسالة نصية",
    title_en: "1,000 text messages",
    description_ar: "",
    description_en: "",
    is_active: true,
  };

  it("changes for those who buy it next; an order keeps what it bought", async () => {
    await aWallet(billing.db, "mer_1", 100_000);
    const order = {
      lines: [{ kind: "package", package_id: "pkg_sms_500", quantity: 1 }],
      checkout_id: randomUUID(),
      expected_total_halalas: 7_900,
      payment: { method: "balance" },
    };
    const { data } = (await callAsMerchant("POST orders", order)) as { data: { order: { id: string } } };
    const body = toBody(await find("pkg_sms_500"), {
      units: 400,
      price_halalas: 8_900,
      title_en: "400 texts",
    });
    expect((await call("PUT packages/pkg_sms_500", body)).data).toMatchObject({ revision: 2, units: 400 });
    expect((await callAsMerchant(`GET orders/${data.order.id}`)).data).toMatchObject({
      total_halalas: 7_900,
      lines: [{ units: 500, title: "500 text messages" }],
    });
    expect(await audit()).toMatchObject([
      {
        action: "billing.package_changed",
        details: {
          id: "pkg_sms_500",
          before: { units: 500, price_halalas: 7_900, title_en: "500 text messages" },
          after: { units: 400, price_halalas: 8_900, title_en: "400 texts" },
        },
      },
    ]);
    // The revision that this form was opened with is an older one now.
    expect((await call("PUT packages/pkg_sms_500", body)).envelope).toMatchObject({
      code: "billing.edited_meanwhile",
      current: { revision: 2, units: 400 },
    });
  });

  it("is created as the last, switched off, and never deleted", async () => {
    const created = (await call("POST packages", newPackage)).data as Item;
    expect(created).toMatchObject({ ...newPackage, revision: 1 });
    expect((await offered()).at(-1)).toBe(created.id);
    await call(`PUT packages/${created.id}`, toBody(created, { is_active: false }));
    expect(await offered()).not.toContain(created.id);
    expect((await call(`DELETE packages/${created.id}`)).status).toBe(404);
    expect((await list("packages")).at(-1)).toMatchObject({ id: created.id, is_active: false });
    expect((await audit()).map(({ action }) => action)).toEqual([
      "billing.package_created",
      "billing.package_changed",
    ]);
  });

  it("stands where it was put", async () => {
    const items = (await list("packages")).map(({ id, revision }) => ({ id, revision }));
    const turned = items.toReversed();
    expect((await call("POST packages/reorder", { items: turned })).status).toBe(200);
    expect(await offered()).toEqual(turned.map(({ id }) => id));
    expect((await call("POST packages/reorder", { items })).envelope).toMatchObject({
      code: "billing.edited_meanwhile",
    });
    expect(await audit()).toMatchObject([{ action: "billing.packages_reordered" }]);
  });

  it.each([
    [{ units: 0 }, "units"],
    [{ valid_days: 0 }, "valid_days"],
    [{ service: "gold" }, "service"],
    [{ title_en: "" }, "title_en"],
  ])("with %o is refused on that field", async (changes, field) => {
    const { status, envelope } = await call("POST packages", { ...newPackage, ...changes });
    expect([status, Object.keys((envelope as { fields: object }).fields)]).toEqual([400, [field]]);
  });

  it("is one of 200 at most", async () => {
    await billing.db.run(sql`
      insert into billing.packages (id, service, units, price_halalas, title_ar, title_en, updated_at)
      select 'pkg_' || n, 'sms', 1, 100, 'ر', 'm', now() from generate_series(1, 192) n`);
    expect((await call("POST packages", newPackage)).envelope).toMatchObject({
      code: "billing.too_many_packages",
    });
  });
});

describe("a coupon", () => {
  const newCoupon = {
    code: " eid ٢٠ ",
    percent_basis_points: 2_000,
    amount_halalas: null,
    starts_on: null,
    ends_on: null,
    scope: "all",
    max_uses: 10,
    max_uses_per_merchant: 1,
    is_first_purchase_only: false,
    is_active: true,
  };
  const create = async (changes: object = {}) =>
    (await call("POST coupons", { ...newCoupon, ...changes })).data as Item;
  const lines = [{ kind: "package", package_id: "pkg_sms_500", quantity: 1 }];
  const preview = () => callAsMerchant("POST orders/preview", { lines, coupon: "EID20" });

  it("is created however its code is written, and shows how often it was used", async () => {
    const created = await create();
    expect(created).toMatchObject({ code: "EID20", percent_basis_points: 2_000, uses: 0, revision: 1 });
    await aWallet(billing.db, "mer_1", 100_000);
    const order = { lines, coupon: "eid20", checkout_id: randomUUID(), payment: { method: "balance" } };
    const bought = await callAsMerchant("POST orders", { ...order, expected_total_halalas: 6_320 });
    expect(bought.status).toBe(200);
    expect(await list("coupons")).toMatchObject([{ id: created.id, uses: 1 }]);
    expect(await audit()).toMatchObject([{ action: "billing.coupon_created", details: { id: created.id } }]);
  });

  it("counts from the beginning of its first day in Riyadh to the end of its last", async () => {
    const created = await create({ starts_on: "2026-12-02", ends_on: "2026-12-03" });
    expect(created).toMatchObject({ starts_on: "2026-12-02", ends_on: "2026-12-03" });
    const codes = [];
    for (const at of ["01T20:59:59", "01T21:00:00", "03T20:59:59", "03T21:00:00"]) {
      billing.clock.set(`2026-12-${at}Z`);
      codes.push(((await preview()).envelope as { code?: string }).code);
    }
    expect(codes).toEqual(["billing.coupon_not_begun", undefined, undefined, "billing.coupon_ended"]);
  });

  it("is changed and switched off, over the revision that stands", async () => {
    const created = await create();
    const body = toBody(created, { is_active: false, percent_basis_points: null, amount_halalas: 1_500 });
    expect((await call(`PUT coupons/${created.id}`, body)).data).toMatchObject({
      code: "EID20",
      revision: 2,
      is_active: false,
      amount_halalas: 1_500,
    });
    expect((await preview()).envelope).toMatchObject({ code: "billing.coupon_unknown" });
    expect((await call(`PUT coupons/${created.id}`, body)).envelope).toMatchObject({
      code: "billing.edited_meanwhile",
      current: { revision: 2 },
    });
    expect((await audit()).at(-1)).toMatchObject({
      action: "billing.coupon_changed",
      details: {
        code: "EID20",
        before: { is_active: true, percent_basis_points: 2_000, amount_halalas: null },
        after: { is_active: false, percent_basis_points: null, amount_halalas: 1_500 },
      },
    });
  });

  it("has a code of its own, also when the other one is switched off", async () => {
    await create({ is_active: false });
    const { status, envelope } = await call("POST coupons", { ...newCoupon, code: "EID20" });
    expect(status).toBe(409);
    expect(envelope).toMatchObject({
      code: "billing.coupon_code_taken",
      fields: { code: [expect.any(String)] },
    });
  });

  it.each([
    [{ amount_halalas: 500 }, "amount_halalas"],
    [{ percent_basis_points: null }, "percent_basis_points"],
    [{ percent_basis_points: 10_001 }, "percent_basis_points"],
    [{ starts_on: "2026-12-03", ends_on: "2026-12-02" }, "ends_on"],
    [{ ends_on: "tomorrow" }, "ends_on"],
    [{ max_uses: 0 }, "max_uses"],
    [{ code: "a b" }, "code"],
    [{ code: "no/slash" }, "code"],
  ])("with %o is refused on that field", async (changes, field) => {
    const { status, envelope } = await call("POST coupons", { ...newCoupon, ...changes });
    expect([status, Object.keys((envelope as { fields: object }).fields)]).toEqual([400, [field]]);
  });

  it("is listed page by page, newest first", async () => {
    for (const code of ["ONE", "TWO", "THREE"]) {
      await create({ code });
      billing.passMinutes(1);
    }
    const { data } = await call("GET coupons", undefined, { query: { page: "2", size: "2" } });
    expect(data).toMatchObject({ total: 3, items: [{ code: "ONE" }] });
  });
});
