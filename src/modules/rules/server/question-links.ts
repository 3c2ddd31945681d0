import { makeSignedPayloads } from "#base/server/signed-payload.ts";

/** Where a merchant answers one question, signed out: the address is the right to answer it, once. */
export type QuestionLinks = ReturnType<typeof makeQuestionLinks>;
export type SignedQuestion = { merchantId: string; questionId: string };

export const questionPath = "/rule-question/";

/** `keys`: the present key first; the others only verify. */
export function makeQuestionLinks(keys: readonly Buffer[]) {
  const signed = makeSignedPayloads(keys);
  return {
    /** Without a slash before it. */
    toPath: ({ merchantId, questionId }: SignedQuestion): string =>
      `${questionPath.slice(1)}${signed.seal([merchantId, questionId])}`,
    /** Null when it is forged or changed. */
    read(token: string): SignedQuestion | null {
      const [merchantId, questionId] = signed.open(token) ?? [];
      return merchantId && questionId ? { merchantId, questionId } : null;
    },
  };
}
