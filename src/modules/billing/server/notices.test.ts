import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadMessages, type Messages } from "#base/server/messages.ts";
import { type CountedFeature, countedFeatures, planFeatures } from "../contract/enums.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { listNotices } from "./notices.ts";

let messages: Messages;
beforeAll(async () => {
  messages = await loadMessages(join(import.meta.dirname, ".."));
});

type Used = Partial<Record<CountedFeature, number>>;
const say = (language: "ar" | "en", used: Used, days_left = 3) => {
  const trial = {
    day: 14 - days_left,
    days: 14,
    days_left,
    used: Object.entries(used).map(([feature, units]) => ({ feature: feature as CountedFeature, units })),
  };
  const shown = {
    state: "trial",
    trial,
    open_period: null,
    next: null,
    ended_by: null,
    returned_halalas: 0,
  } as const;
  const [notice] = listNotices(messages, shown, language);
  // Without the marks that keep figures in order.
  return notice?.text.replaceAll(/[\u2066-\u2069]/g, "");
};

describe("the notice that a trial ends", () => {
  it("says what was used of it, in both languages", () => {
    const used = { writer_words: 1_200, designer_pictures: 2, messages: 30 };
    expect(say("ar", used)).toBe(
      "تنتهي تجربتك المجانية بعد 3 أيام. استخدمت منها حتى الآن 1,200 كلمة من كاتب الإعلانات وصورتين من المصمم و30 رسالة للعملاء. لا يُخصم شيء من نفسه، اختر باقة لتكمل.",
    );
    expect(say("en", used, 1)).toBe(
      "Your free trial ends in one day. So far you have used 1,200 ad writer words, 2 designer pictures, and 30 messages to customers. Nothing is charged by itself; choose a plan to go on.",
    );
  });

  it("says that nothing was used", () => {
    expect(say("ar", {}, 1)).toContain("بعد يوم واحد. لم تستخدم منها شيئًا بعد. لا يُخصم");
    expect(say("en", {})).toContain("in 3 days. You have not used any of it yet. Nothing");
  });

  it("names what is counted and nothing else: no campaign by AI, rule or page, which nothing counts yet", () => {
    expect(countedFeatures).toEqual(["writer_words", "designer_pictures", "messages", "consultations"]);
    for (const texts of [ar, en]) {
      const named = planFeatures.filter((feature) =>
        Object.keys(texts).some((key) => key.startsWith(`trial_usage_${feature}`)),
      );
      expect(named).toEqual(countedFeatures);
    }
  });

  it.each([
    [1, "كلمة واحدة من كاتب الإعلانات"],
    [2, "كلمتين من كاتب الإعلانات"],
    [3, "3 كلمات من كاتب الإعلانات"],
    [11, "11 كلمة من كاتب الإعلانات"],
    [100, "100 كلمة من كاتب الإعلانات"],
    [1_003, "1,003 كلمات من كاتب الإعلانات"],
  ])("counts %i words as Arabic does", (writer_words, words) => {
    expect(say("ar", { writer_words })).toContain(`حتى الآن ${words}.`);
  });

  it.each([
    [1, "صورة واحدة من المصمم ورسالة واحدة للعملاء"],
    [2, "صورتين من المصمم ورسالتين للعملاء"],
    [10, "10 صور من المصمم و10 رسائل للعملاء"],
    [99, "99 صورة من المصمم و99 رسالة للعملاء"],
  ])("counts %i pictures and messages as Arabic does", (units, words) => {
    expect(say("ar", { designer_pictures: units, messages: units })).toContain(`حتى الآن ${words}.`);
  });
});
