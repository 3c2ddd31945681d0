/*
 * Rawaj's pixel, for a shop's own site: remembers which of our links a visit began with, and tells of the order that
 * came of it. No cookie, no name for the visitor, nothing about other pages. One entry in this site's own storage, for
 * thirty days, and only when the visit came by a link; none at all while consent is denied.
 *
 *   rawaj.push(["order", {id, total, currency, payment, coupon}])     rawaj.push(["consent", "granted" | "denied"])
 */
(() => {
  const tag = document.currentScript;
  if (!tag) return;
  const entry = "rawaj_visit";
  const keptMs = 30 * 86_400_000;
  const isAsked = tag.getAttribute("data-consent") === "required" || navigator.globalPrivacyControl === true;
  let isGranted = !isAsked;

  const params = new URLSearchParams(location.search);
  const utm = {};
  for (const [name, value] of params)
    if (/^utm_(source|medium|campaign|term|content)$/.test(name)) utm[name] = value.slice(0, 200);
  const click = params.get("rwj") || "";
  const arrival = click || utm.utm_source ? { click, utm, at: Date.now() } : null;

  const storage = (work) => {
    try {
      return work(localStorage);
    } catch {
      return null; // blocked by the browser: this page's own arrival is all there is
    }
  };
  const remember = () => {
    if (isGranted && arrival) storage((kept) => kept.setItem(entry, JSON.stringify(arrival)));
    if (!isGranted) storage((kept) => kept.removeItem(entry));
  };
  const recall = () => {
    const visit = arrival || (isGranted && storage((kept) => JSON.parse(kept.getItem(entry))));
    return isGranted && visit && Date.now() - visit.at < keptMs ? visit : { click: "", utm: {} };
  };

  const commands = {
    consent(answer) {
      isGranted = answer === "granted";
      remember();
    },
    order({ id, total, currency, payment, coupon } = {}) {
      const visit = recall();
      const order = {
        id: `${id}`,
        total: Number(total).toFixed(2),
        currency: currency || "SAR",
        payment,
        coupon,
      };
      const body = JSON.stringify({
        site: tag.getAttribute("data-site"),
        order,
        click: visit.click,
        utm: visit.utm,
      });
      const url = new URL("/px", tag.src).href;
      const isSent = navigator.sendBeacon?.(url, body);
      if (!isSent) fetch(url, { method: "POST", body, mode: "no-cors", keepalive: true }).catch(() => {});
    },
  };

  remember();
  const waiting = Array.isArray(window.rawaj) ? window.rawaj : [];
  window.rawaj = {
    push(...said) {
      for (const [name, value] of said) commands[name]?.(value);
    },
  };
  window.rawaj.push(...waiting);
})();
