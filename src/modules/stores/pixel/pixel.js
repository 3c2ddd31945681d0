/*
 * Rawaj's pixel, for a shop's own site: says that one of our links opened a page, stores which link a visit began
 * with, and reports the order that follows. No cookie, no visitor id, nothing about other pages. One entry in this site's own storage, for thirty days,
 * and only when the visit came by a link; no entry while consent is required and not granted.
 *
 *   rawaj.push(["order", {id, total, currency, payment, coupon}])     rawaj.push(["consent", "granted" | "denied"])
 */
(() => {
  const tag = document.currentScript;
  if (!tag) return;
  const entry = "rawaj_visit";
  const retentionMs = 30 * 86_400_000;
  const needsConsent =
    tag.getAttribute("data-consent") === "required" || navigator.globalPrivacyControl === true;
  let isGranted = !needsConsent;

  const params = new URLSearchParams(location.search);
  const utm = {};
  for (const [name, value] of params)
    if (/^utm_(source|medium|campaign|term|content)$/.test(name)) utm[name] = value.slice(0, 200);
  const click = params.get("rwj") || "";
  const arrival = click || utm.utm_source ? { click, utm, at: Date.now() } : null;

  const storage = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null; // blocked by the browser: only this page's own arrival is known
    }
  };
  let isReported = false;
  // Says once that this click opened a page, so that programs which only follow links can be kept apart from people.
  const reportOpening = () => {
    const link = utm.utm_campaign || "";
    if (isReported || !isGranted || !/^\d{8}$/.test(link) || !/^[\w-]{22}$/.test(click)) return;
    isReported = true;
    navigator.sendBeacon?.(new URL("/t/opened", tag.src).href, `${link} ${click}`);
  };
  const remember = () => {
    reportOpening();
    if (isGranted && arrival) storage((store) => store.setItem(entry, JSON.stringify(arrival)));
    if (!isGranted) storage((store) => store.removeItem(entry));
  };
  const recall = () => {
    const visit = arrival || (isGranted && storage((store) => JSON.parse(store.getItem(entry))));
    return isGranted && visit && Date.now() - visit.at < retentionMs ? visit : { click: "", utm: {} };
  };

  const handlers = {
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
  const queued = Array.isArray(window.rawaj) ? window.rawaj : [];
  window.rawaj = {
    push(...commands) {
      for (const [name, value] of commands) handlers[name]?.(value);
    },
  };
  window.rawaj.push(...queued);
})();
