import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { CommunicationEvaluation, CommunicationRule } from "../../contract/communication.calls.ts";
import { communicationRuleFields } from "../../contract/communication-rule.ts";
import type { RulesDeps } from "../deps.ts";
import { decodeAfter, encodeAfter } from "../page-after.ts";
import { listCommunicationEvaluations, listLatestCommunication } from "./communication-evaluations.store.ts";
import {
  type CommunicationRecord,
  findCommunicationRule,
  listCommunicationRules,
} from "./communication-rules.store.ts";

type Deps = Pick<RulesDeps, "texts" | "merchants" | "billing">;

export const showCommunicationRules = (deps: Deps) => async (ctx: ReadContext) => {
  const { items: stock } = await deps.billing.loadStock(ctx);
  const left = (service: "whatsapp" | "sms") =>
    stock.find((one) => one.service === service)?.available_units ?? null;
  return {
    items: await present(deps)(ctx, await listCommunicationRules(ctx)),
    recipient: (await deps.merchants.loadMobile(ctx)).replace(/^\+966/, "0"),
    has_whatsapp: deps.texts.hasWhatsApp,
    texts_left: { whatsapp: left("whatsapp"), sms: left("sms") },
  };
};

export const showCommunicationRule =
  (deps: Deps) =>
  async (ctx: ReadContext, rule: CommunicationRecord): Promise<CommunicationRule> => {
    const [presented] = await present(deps)(ctx, [rule]);
    return presented ?? baseRefusals.refuse("base.not_found");
  };

const present =
  ({ texts }: Deps) =>
  async (ctx: ReadContext, rules: readonly CommunicationRecord[]): Promise<CommunicationRule[]> => {
    const latest = new Map((await listLatestCommunication(ctx)).map((row) => [row.rule_id, row]));
    const findText = await loadTexts(
      texts,
      ctx,
      [...latest.values()].map(({ text_key }) => text_key),
    );
    return rules.map((rule) => ({
      ...communicationRuleFields.parse(rule),
      id: rule.id,
      status: rule.status,
      last_evaluated_at: latest.get(rule.id)?.last_at.toISOString() ?? null,
      sent_at: rule.fired_at?.toISOString() ?? null,
      text: findText(latest.get(rule.id)?.text_key ?? null),
    }));
  };

export const showCommunicationEvaluations =
  ({ texts }: Deps) =>
  async (ctx: ReadContext, ruleId: string, { after, size }: { after?: string | undefined; size: number }) => {
    if (!(await findCommunicationRule(ctx, ruleId))) baseRefusals.refuse("base.not_found");
    const rows = await listCommunicationEvaluations(ctx, { ruleId, after: decodeAfter(after), size });
    const findText = await loadTexts(
      texts,
      ctx,
      rows.map(({ text_key }) => text_key),
    );
    const last = rows.length < size ? undefined : rows.at(-1);
    return {
      items: rows.map(
        (row): CommunicationEvaluation => ({
          first_at: row.first_at.toISOString(),
          last_at: row.last_at.toISOString(),
          times: row.times,
          decision: row.decision as CommunicationEvaluation["decision"],
          value_now: row.value_now,
          value_before: row.value_before,
          read_at: row.read_at?.toISOString() ?? null,
          text: findText(row.text_key),
          numbers_left_out: row.numbers_left_out,
        }),
      ),
      next: last ? encodeAfter({ at: last.first_at, id: last.rule_id }) : null,
    };
  };

async function loadTexts(texts: Deps["texts"], ctx: ReadContext, keys: readonly (string | null)[]) {
  const known = keys.filter((key) => key !== null);
  const found = known.length === 0 ? [] : await texts.findTexts(ctx, known);
  const byKey = new Map(found.map((text) => [text.key, text]));
  return (key: string | null): CommunicationRule["text"] => {
    const text = key === null ? undefined : byKey.get(key);
    return text ? { channel: text.channel, state: text.state } : null;
  };
}
