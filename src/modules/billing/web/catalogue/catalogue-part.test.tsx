import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { CataloguePart } from "./catalogue-part.tsx";
import en from "./messages/en.json" with { type: "json" };

const base = "/Staff/Billing";
const plan = {
  code: "growth",
  revision: 1,
  version: 1,
  is_trial: true,
  name_ar: "النمو",
  name_en: "Growth",
  description_ar: "",
  description_en: "",
  price_1_halalas: 24_900,
  price_3_halalas: 70_900,
  price_6_halalas: 134_400,
  price_12_halalas: 249_000,
  writer_words: 50_000,
  designer_pictures: 100,
  rules: null,
  messages: 1_000,
  consultations: 1,
  ai_campaigns: 30,
  members: 3,
  landing_pages: 5,
  is_offered: true,
};
const pro = { ...plan, code: "pro", name_en: "Pro", is_trial: false };
const { code: _, version: __, is_trial: ___, ...planBody } = plan;
const item = {
  id: "pkg_1",
  revision: 3,
  service: "sms",
  units: 500,
  price_halalas: 7_900,
  valid_days: 365,
  title_ar: "500 رسالة",
  title_en: "500 texts",
  description_ar: "",
  description_en: "",
  is_active: true,
};
const coupon = {
  id: "cpn_1",
  revision: 1,
  code: "EID20",
  percent_basis_points: 2_000,
  amount_halalas: null,
  starts_on: null,
  ends_on: "2026-12-31",
  scope: "plans",
  max_uses: 10,
  max_uses_per_merchant: null,
  is_first_purchase_only: false,
  is_active: true,
  uses: 3,
  created_at: "2026-11-21T09:00:00Z",
};

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    [`${base}/plans`]: { items: [plan, pro] },
    [`${base}/packages`]: { items: [item] },
    [`${base}/coupons`]: { items: [coupon], page: 1, size: 10, total: 1 },
    [`${base}/plans/growth`]: plan,
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { billing_catalogue: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const listChanges = () =>
  sent
    .filter(({ method }) => method !== "GET")
    .map(({ method, name, body }) => [`${method} ${name.replace(`${base}/`, "")}`, body]);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
async function retype(label: string, text: string) {
  const input = await field(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}
async function openTab(tab?: string) {
  await openPages({ "/": CataloguePart }, "/");
  if (tab) await userEvent.click(await screen.findByRole("radio", { name: tab }));
}

describe("plans", () => {
  const edit = async () => {
    await openTab();
    await press("Edit Growth");
  };

  it("say that current subscribers keep what they bought, and are switched off as they stand", async () => {
    await openTab();
    expect(await screen.findByText(en.plans.who_has_it)).toBeTruthy();
    await userEvent.click(await screen.findByRole("switch", { name: "On sale: Growth" }));
    expect(listChanges()).toEqual([["PUT plans/growth", { ...planBody, is_offered: false }]]);
  });

  it("change places, named with the revision that was seen", async () => {
    await openTab();
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Move Growth up" })).disabled).toBe(
      true,
    );
    await press("Move Growth down");
    const items = [
      { code: "pro", revision: 1 },
      { code: "growth", revision: 1 },
    ];
    expect(listChanges()).toEqual([["POST plans/reorder", { items }]]);
  });

  it("are priced in riyals, with the VAT beside the price", async () => {
    await edit();
    await retype(en.plan.price_1_halalas, "٢٦٩");
    const price = (await field(en.plan.price_1_halalas)).closest(".mantine-TextInput-root") as HTMLElement;
    expect(price.textContent).toContain("35.09");
    expect(price.textContent).toContain("233.91");
    await press(en.save);
    expect(listChanges()).toEqual([["PUT plans/growth", { ...planBody, price_1_halalas: 26_900 }]]);
  });

  it("mark a field as the server says", async () => {
    answers[`PUT ${base}/plans/growth`] = refuse(400, {
      code: "billing.price_not_rising",
      fields: { price_3_halalas: ["A longer period costs more than a shorter one."] },
    });
    await edit();
    await retype(en.plan.price_3_halalas, "100");
    await press(en.save);
    expect(await screen.findByText("A longer period costs more than a shorter one.")).toBeTruthy();
    expect((await field(en.plan.price_3_halalas)).getAttribute("aria-invalid")).toBe("true");
  });

  it("do not take an empty number for one without limit", async () => {
    await edit();
    const rules = await field(en.plan.rules);
    expect(rules.disabled).toBe(true);
    await userEvent.click(await field(`${en.plan.rules}: ${en.unlimited}`));
    await press(en.save);
    expect(rules.getAttribute("aria-invalid")).toBe("true");
    expect(listChanges()).toEqual([]);
    await userEvent.type(rules, "0");
    await userEvent.click(await field(`${en.plan.members}: ${en.unlimited}`));
    await press(en.save);
    expect(listChanges()).toEqual([["PUT plans/growth", { ...planBody, rules: 0, members: null }]]);
  });

  describe("that a colleague saved meanwhile", () => {
    const theirs = { ...plan, revision: 2, price_1_halalas: 25_900 };
    const collide = async () => {
      answers[`PUT ${base}/plans/growth`] = refuse(409, {
        code: "billing.edited_meanwhile",
        current: theirs,
      });
      await edit();
      await retype(en.plan.name_en, "Growing");
      await press(en.save);
      const changed = await screen.findByRole("list", { name: en.conflict.changed });
      expect(within(changed).getByText(en.plan.price_1_halalas)).toBeTruthy();
      expect(within(changed).queryByText(en.plan.name_en)).toBeNull();
      answers[`PUT ${base}/plans/growth`] = theirs;
    };

    it("keep what was typed, and are saved over theirs only when that is chosen", async () => {
      await collide();
      await press(en.conflict.keep);
      await press(en.save);
      expect(listChanges().at(-1)).toEqual([
        "PUT plans/growth",
        { ...planBody, revision: 2, name_en: "Growing" },
      ]);
    });

    it("show theirs when that is chosen", async () => {
      await collide();
      await press(en.conflict.take);
      expect((await field(en.plan.name_en)).value).toBe("Growth");
      expect((await field(en.plan.price_1_halalas)).value).toBe("259");
      await press(en.save);
      expect(listChanges().at(-1)).toEqual([
        "PUT plans/growth",
        { ...planBody, revision: 2, price_1_halalas: 25_900 },
      ]);
    });
  });

  it("are created with a code", async () => {
    await openTab();
    await press(en.plans.new);
    await press(en.save);
    expect((await field(en.plan.price_1_halalas)).getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(await field(en.plan.code), "scale");
    await userEvent.type(await field(en.plan.name_ar), "التوسع");
    await userEvent.type(await field(en.plan.name_en), "Scale");
    for (const [months, riyals] of Object.entries({ 1: "10", 3: "29", 6: "57", 12: "110" }))
      await userEvent.type(await field(en.plan[`price_${months as "1" | "3" | "6" | "12"}_halalas`]), riyals);
    const features = ["writer_words", "designer_pictures", "rules", "messages", "ai_campaigns"] as const;
    for (const feature of [...features, "consultations", "members", "landing_pages"] as const)
      await userEvent.type(await field(en.plan[feature]), "1");
    await press(en.save);
    expect(listChanges()).toMatchObject([
      [
        "POST plans",
        { code: "scale", name_en: "Scale", price_12_halalas: 11_000, rules: 1, is_offered: true },
      ],
    ]);
  });
});

describe("packages", () => {
  it("say that what was sold stays, and are edited", async () => {
    await openTab(en.tabs.packages);
    expect(await screen.findByText(en.packages.who_has_it)).toBeTruthy();
    await press("Edit 500 texts");
    await retype(en.package.units, "400");
    await userEvent.click(await field(`${en.package.valid_days}: ${en.packages.no_end}`));
    await press(en.save);
    const { id: _, ...body } = item;
    expect(listChanges()).toEqual([["PUT packages/pkg_1", { ...body, units: 400, valid_days: null }]]);
  });

  it("are created", async () => {
    await openTab(en.tabs.packages);
    await press(en.packages.new);
    await userEvent.type(await field(en.package.units), "1000");
    await userEvent.type(await field(en.package.price_halalas), "139");
    await userEvent.type(await field(en.package.valid_days), "90");
    await userEvent.type(await field(en.package.title_ar), "1000 كلمة");
    await userEvent.type(await field(en.package.title_en), "1,000 words");
    await press(en.save);
    expect(listChanges()).toMatchObject([
      ["POST packages", { service: "writer_words", units: 1_000, price_halalas: 13_900, valid_days: 90 }],
    ]);
  });
});

describe("coupons", () => {
  it("show how often they were used, and until when they count", async () => {
    await openTab(en.tabs.coupons);
    const row = (await screen.findByText("EID20")).closest("li") as HTMLElement;
    expect(row.textContent).toContain("20%");
    expect(row.textContent).toContain("used 3 times of at most 10");
    expect(row.textContent).toContain("31 December 2026");
  });

  it("are created with an amount, however the code is typed", async () => {
    await openTab(en.tabs.coupons);
    await press(en.coupons.new);
    await userEvent.type(await field(en.coupon.code), "eid20");
    await userEvent.click(await screen.findByRole("radio", { name: en.coupon.amount_halalas }));
    await press(en.save);
    expect((await field(en.coupons.amount)).getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(await field(en.coupons.amount), "15");
    await userEvent.type(await field(en.coupon.starts_on), "01/12/2026");
    await userEvent.click(await field(`${en.coupon.max_uses}: ${en.unlimited}`));
    await userEvent.click(await field(en.coupon.is_first_purchase_only));
    await press(en.save);
    expect(listChanges()).toEqual([
      [
        "POST coupons",
        {
          code: "eid20",
          percent_basis_points: null,
          amount_halalas: 1_500,
          starts_on: "2026-12-01",
          ends_on: null,
          scope: "all",
          max_uses: null,
          max_uses_per_merchant: 1,
          is_first_purchase_only: true,
          is_active: true,
        },
      ],
    ]);
  });

  it("are edited in percent, without their code", async () => {
    await openTab(en.tabs.coupons);
    await press("Edit EID20");
    expect(screen.queryByLabelText(en.coupon.code)).toBeNull();
    await retype(en.coupons.percent, "12.5");
    await press(en.save);
    const { id: _, code: __, uses: ___, created_at: ____, ...body } = coupon;
    expect(listChanges()).toEqual([["PUT coupons/cpn_1", { ...body, percent_basis_points: 1_250 }]]);
  });

  it("are none, which is said with what one is", async () => {
    answers[`${base}/coupons`] = { items: [], page: 1, size: 10, total: 0 };
    await openTab(en.tabs.coupons);
    expect(await screen.findByText(en.coupons.none)).toBeTruthy();
  });
});
