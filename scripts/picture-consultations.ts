import { randomUUID } from "node:crypto";
import type { ConsultationFields } from "#modules/consultations/contract/staff-catalogue.calls.ts";
import type { Merchant } from "../src/app/testing/merchant.ts";

const choice = (id: string, label_ar: string, label_en: string) => ({ id, label_ar, label_en });

const questions: ConsultationFields["questions"] = [
  {
    id: "goal",
    kind: "text",
    label_ar: "ما الذي تريد أن يتغيّر خلال شهر؟",
    label_en: "What should be different in a month?",
    choices: [],
    is_required: true,
  },
  {
    id: "spend",
    kind: "single_choice",
    label_ar: "كم تنفق على الإعلانات شهريًا؟",
    label_en: "How much do you spend on ads a month?",
    choices: [
      choice("small", "أقل من 5,000 ر.س", "Less than SAR 5,000"),
      choice("middle", "من 5,000 إلى 20,000 ر.س", "SAR 5,000 to 20,000"),
      choice("large", "أكثر من 20,000 ر.س", "More than SAR 20,000"),
    ],
    is_required: true,
  },
];

const offered: Omit<ConsultationFields, "consultant_id">[] = [
  {
    title_ar: "مراجعة الحملات",
    title_en: "Campaign review",
    outcome_ar: "قائمة بما يوقف وما يُزاد، مرتبة حسب ما توفّره من ريالات.",
    outcome_en: "A list of what to stop and what to raise, ordered by the riyals it saves.",
    price_halalas: 29_900,
    minutes: 45,
    scheduling_url: "https://cal.com/rawaj/review",
    questions,
    is_active: true,
  },
  {
    title_ar: "خطة موسم رمضان",
    title_en: "A plan for Ramadan",
    outcome_ar: "ميزانية لكل أسبوع، ومواعيد الإطلاق، والعرض الذي تبدأ به.",
    outcome_en: "A budget for each week, the launch dates, and the offer to begin with.",
    price_halalas: 54_900,
    minutes: 90,
    scheduling_url: "https://calendly.com/rawaj/ramadan",
    questions: [],
    is_active: true,
  },
];

type Ids = { consultation: string; consultationOrder: string };

/** What our staff offer, and three orders of the established merchant: one waits, one has a time, one was rejected. */
export async function addConsultations(product: string, staff: string, merchant: Merchant): Promise<Ids> {
  const call = (name: string, body?: object) => callAsStaff(product, staff, name, body);
  const { id: consultant_id = "" } = await call("GET Staff/Account/me");
  const made: string[] = [];
  for (const fields of offered)
    made.push((await call("POST Staff/Consultations/create", { ...fields, consultant_id })).id ?? "");
  const [consultation = ""] = made;
  const place = async () => {
    const path = `Clients/Consultations/${consultation}/order`;
    const answers = { goal: "مبيعات أكثر في نهاية الأسبوع بالميزانية نفسها.", spend: "middle" };
    return merchant.call<{ id: string }>(`POST ${path}`, {
      body: { answers, expected_price_halalas: offered[0]?.price_halalas },
    });
  };
  const rejected = await place();
  const reason = { reason: "مواعيد هذا الأسبوع ممتلئة. اطلبها مجددًا الأسبوع القادم." };
  await call(`POST Staff/ConsultationOrders/${rejected.id}/reject`, reason);
  const { id: consultationOrder } = await place();
  await call(`POST Staff/ConsultationOrders/${consultationOrder}/accept`);
  await call(`POST Staff/ConsultationOrders/${consultationOrder}/confirm`, {
    starts_at: new Date(Date.now() + 400 * 86_400_000).toISOString(),
    meeting_url: "https://meet.example/rawaj-review",
  });
  await place();
  return { consultation, consultationOrder };
}

async function callAsStaff(
  product: string,
  token: string,
  name: string,
  body?: object,
): Promise<Record<string, string>> {
  const [method = "GET", path = ""] = name.split(" ");
  const answer = await fetch(`${product}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": randomUUID(),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${name} was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, string> }).data;
}
