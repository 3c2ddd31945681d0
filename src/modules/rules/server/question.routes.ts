import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { readCookie } from "#base/server/http/cookies.ts";
import type { Language } from "#base/shared/language.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { type Answer, answers } from "../contract/enums.ts";
import { answerQuestion } from "./answer-question.ts";
import { findRule } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { questionPath } from "./question-links.ts";
import { type QuestionPage, questionPageStyle, renderQuestionPage } from "./question-page.ts";
import { toQuestionWords } from "./question-words.ts";
import { claimLink, findQuestion, type QuestionRecord } from "./questions.store.ts";
import { toRefusalText } from "./rules.present.ts";

type Deps = Pick<
  RulesDeps,
  "db" | "worldClock" | "systemClock" | "campaigns" | "merchants" | "messages" | "questionLinks" | "publicUrl"
>;
type Request = FastifyRequest<{ Params: { token: string } }>;

/** The style of this page only; no script. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(questionPageStyle).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
const cookieName = "rule_question";
const statuses: Partial<Record<QuestionPage["kind"], number>> = {
  not_valid: 404,
  forwarded: 403,
  answered: 410,
  late: 410,
  overtaken: 410,
};
const closedKinds = {
  "rules.question_answered": "answered",
  "rules.question_late": "late",
  "rules.question_overtaken": "overtaken",
} as const;

/**
 * Where a merchant answers a rule's question, signed out: the address is the right to answer that one, once. Opening it
 * changes nothing, because programs open links to preview them: its buttons do. The first browser that opens it keeps it.
 */
export function mountQuestions(app: FastifyInstance, deps: Deps): void {
  app.register(async (own) => {
    own.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 1_024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    own.get(`${questionPath}:token`, (request: Request, reply) => respond(deps, request, reply, null));
    own.post(`${questionPath}:token`, (request: Request, reply) => {
      const given = request.body instanceof URLSearchParams ? request.body.get("answer") : null;
      return respond(deps, request, reply, answers.find((one) => one === given) ?? null);
    });
  });
}

async function respond(deps: Deps, request: Request, reply: FastifyReply, answer: Answer | null) {
  const { token } = request.params;
  const signed = deps.questionLinks.read(token);
  const ctx = signed && systemContext(deps.db, signed.merchantId, deps.worldClock.now());
  const question = ctx && (await findQuestion(ctx, signed.questionId));
  if (!question) return send(deps, reply, { kind: "not_valid" }, "ar");
  const language = await deps.merchants.loadLanguage(ctx);
  if (!(await isOwnBrowser(deps, ctx, { request, reply, question })))
    return send(deps, reply, { kind: "forwarded" }, language);
  const page = answer
    ? await carryOut(deps, ctx, { question, answer, language })
    : await toPage(deps, ctx, question, language);
  return send(deps, reply, page, language);
}

function send({ publicUrl }: Deps, reply: FastifyReply, page: QuestionPage, language: Language) {
  return reply
    .code(statuses[page.kind] ?? 200)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    })
    .send(renderQuestionPage(page, language, publicUrl));
}

type Opening = { request: Request; reply: FastifyReply; question: QuestionRecord };

/** A forwarded link opens in another browser. What previews links is no browser that navigates, and keeps nothing. */
async function isOwnBrowser(
  { publicUrl }: Deps,
  ctx: ReadContext,
  { request, reply, question }: Opening,
): Promise<boolean> {
  const known = readCookie(request.headers.cookie, cookieName);
  const isBrowser = request.headers["sec-fetch-dest"] === "document" || request.method === "POST";
  if (!isBrowser && known === undefined) return question.opened_by === null;
  const browser = known ?? randomBytes(16).toString("base64url");
  const hash = createHash("sha256").update(browser).digest("base64url");
  if (!(await transact(ctx, (ctx) => claimLink(ctx, { id: question.id, browser: hash })))) return false;
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  if (known === undefined)
    reply.header(
      "set-cookie",
      `${cookieName}=${browser}; Path=${questionPath}; Max-Age=86400; HttpOnly; SameSite=Lax${secure}`,
    );
  return true;
}

async function carryOut(
  deps: Deps,
  ctx: ReadContext,
  { question, answer, language }: { question: QuestionRecord; answer: Answer; language: Language },
): Promise<QuestionPage> {
  try {
    const { act } = await answerQuestion(deps)(ctx, { id: question.id, answer });
    if (act?.refusal) return { kind: "refused", reason: toRefusalText(deps.messages, language, act.refusal) };
    const words = await toQuestionWords(deps)(ctx, question, { language });
    return {
      kind: answer === "no" ? "declined" : answer === "always" ? "always" : "accepted",
      act: words.act,
    };
  } catch (error) {
    const kind = error instanceof Refusal ? closedKinds[error.code as keyof typeof closedKinds] : undefined;
    if (!kind) throw error;
    return { kind };
  }
}

async function toPage(
  deps: Deps,
  ctx: ReadContext,
  question: QuestionRecord,
  language: Language,
): Promise<QuestionPage> {
  if (question.state === "overtaken") return { kind: "overtaken" };
  if (question.state === "accepted" || question.state === "declined") return { kind: "answered" };
  if (question.state !== "open" || question.expires_at <= deps.systemClock.now()) return { kind: "late" };
  const rule = await findRule(ctx, question.rule_id);
  if (rule?.updated_at.getTime() !== question.rule_updated_at.getTime()) return { kind: "overtaken" };
  const words = await toQuestionWords(deps)(ctx, question, { language });
  return { kind: "open", ...words, rule: rule.name, until: toRiyadhTime(question.expires_at) };
}

/** "14:05", in Riyadh. */
const toRiyadhTime = (at: Date): string => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(11, 16);
