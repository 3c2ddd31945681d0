import type { ReadContext } from "#base/server/context.ts";

/** The same reading, once for each id however often it is asked: for one preview of many campaigns. */
export function rememberById<Answer>(
  read: (ctx: ReadContext, id: string) => Answer,
): (ctx: ReadContext, id: string) => Answer {
  const answers = new Map<string, Answer>();
  return (ctx, id) => {
    const answer = answers.get(id) ?? read(ctx, id);
    answers.set(id, answer);
    return answer;
  };
}
