const maxRemembered = 2_000;

/**
 * Remembers what was read from the user agents seen last: nearly all clicks come from a few hundred, and reading one takes
 * longer than all else that is decided about a click.
 */
export function byUserAgent<Answer>(read: (userAgent: string) => Answer): (userAgent: string) => Answer {
  const known = new Map<string, Answer>();
  return (userAgent) => {
    const answer = known.get(userAgent);
    if (answer !== undefined) return answer;
    const fresh = read(userAgent);
    if (known.size >= maxRemembered) known.clear();
    known.set(userAgent, fresh);
    return fresh;
  };
}
