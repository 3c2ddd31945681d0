/** Style and script of the control page. Everything goes through the control API. */
export const controlStyle = `
.control header{justify-content:space-between;align-items:flex-start;flex-wrap:nowrap}
.now{font-size:1.5rem;font-weight:700;font-variant-numeric:tabular-nums}
.steps{margin-top:.6rem}.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.6rem;align-items:end}
.fields select,.fields input{width:100%}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.6rem;margin:0}
dl div{background:var(--sand);border-radius:12px;padding:.5rem .75rem}dt{font-size:.82rem;color:var(--soft)}dd{margin:0;font-weight:700;font-variant-numeric:tabular-nums}
dd small{font-weight:400}
ul{padding-inline-start:1.1rem}#faults li{margin:.3rem 0}
details{border-bottom:1px solid var(--line);padding:.35rem 0}summary{cursor:pointer;display:flex;gap:.6rem;align-items:baseline;overflow:hidden}
summary code{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;flex:1}.bad{color:#b3372b;font-weight:700}.fine{color:#2c7a4b;font-weight:700}
`;

export const controlScript = `
const $ = (id) => document.getElementById(id);
const el = (tag, text, attrs) => { const n = document.createElement(tag); if (text !== undefined) n.textContent = text; Object.assign(n, attrs || {}); return n; };
const locale = pageData.lang === "ar" ? "ar-SA-u-ca-gregory-nu-latn" : "en-GB";
const number = new Intl.NumberFormat("en"), riyals = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const when = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone: "Asia/Riyadh" });
const note = (text) => { $("note").textContent = text || ""; };
async function call(path, body, method) {
  const response = await fetch(path, body === undefined ? { method: method || "GET" } : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error || response.status);
  return answer;
}
async function act(work) { note(pageData.words.working); try { await work(); note(""); } catch (error) { note(error.message); } await refresh(); }
function showClock(clock) {
  $("now").textContent = when.format(new Date(clock.now));
  $("pace").textContent = clock.paused ? pageData.words.stopped : clock.speed + "×";
  for (const b of $("speeds").children) b.setAttribute("aria-pressed", String(Number(b.dataset.speed) === (clock.paused ? 0 : clock.speed)));
}
function showTotals(t) {
  const names = pageData.words.counts.split("|"), unit = pageData.lang === "ar" ? " ر.س" : " SAR";
  const money = (h) => riyals.format(h / 100) + unit, both = (s) => [number.format(s.count), money(s.halalas)];
  const values = [[number.format(t.impressions)], [number.format(t.clicks)], [number.format(t.valid_clicks)], [number.format(t.bot_clicks)], [money(t.spend_halalas)], [number.format(t.visits)], [number.format(t.lost)], both(t.orders), both(t.orders_from_ads), both(t.deliveries), both(t.refusals), both(t.cancellations), both(t.refunds)];
  $("totals").replaceChildren(...values.map(([first, second], i) => { const d = el("div"), dd = el("dd", first); if (second) dd.append(el("br"), el("small", second)); d.append(el("dt", names[i]), dd); return d; }));
}
let faultsShown = "";
function showFaults({ faults }) {
  if (faultsShown === JSON.stringify(faults)) return;
  faultsShown = JSON.stringify(faults);
  const rows = faults.map((f) => { const li = el("li"), b = el("button", pageData.words.remove);
    b.onclick = () => act(() => call("/control/faults?id=" + f.id, undefined, "DELETE"));
    li.append(f.vendor + " · " + (pageData.kinds[f.kind] || f.kind) + (f.times === null ? "" : " × " + f.times) + (f.path ? " · " + f.path : "") + " ", b); return li; });
  $("faults").replaceChildren(...(rows.length ? rows : [el("li", pageData.words.none)]));
}
let vendor = "", newest = null;
function showReceived(calls) {
  const key = vendor + (calls[0] ? calls[0].id + ":" + calls[0].status : "");
  if (newest === key) return; newest = key;
  const open = new Set([...document.querySelectorAll("#received details[open]")].map((d) => d.dataset.id));
  $("received").replaceChildren(...calls.map((c) => { const d = el("details"), s = el("summary"), status = el("span", c.status === null ? "—" : String(c.status));
    d.dataset.id = c.id; d.open = open.has(String(c.id)); status.className = c.status === null || c.status >= 400 ? "bad" : "fine";
    s.append(status, el("code", c.method + " /" + c.host + c.path)); 
    const headers = Object.entries(c.headers).map(([k, v]) => k + ": " + v).join("\\n");
    d.append(s, el("pre", (c.fault ? "fault: " + c.fault + "\\n" : "") + c.at + "\\n" + headers + "\\n\\n" + c.body), el("pre", c.answer || "—")); return d; }));
}
let shopsShown = "";
function showShops(stores) {
  if (shopsShown === JSON.stringify(stores)) return; shopsShown = JSON.stringify(stores);
  $("shops").replaceChildren(...stores.map((s) => { const li = el("li"); li.append(el("a", s.name, { href: s.url }), " ", el("small", s.installed ? "✓ " + number.format(s.orders) : "")); return li; }));
}
async function refresh() {
  try {
    const [clock, truth, faults, calls, shops] = await Promise.all([call("/control/clock"), call("/control/truth?limit=0"), call("/control/faults"), call("/control/received?limit=30" + (vendor ? "&vendor=" + vendor : "")), call("/control/salla/stores")]);
    showClock(clock); showTotals(truth.totals); showFaults(faults); showReceived(calls); showShops(shops);
    if ($("note").textContent === pageData.words.lost) note("");
  } catch { note(pageData.words.lost); }
}
$("speeds").onclick = (e) => { const s = e.target.dataset.speed; if (s !== undefined) act(() => call("/control/clock", s === "0" ? { paused: true } : { speed: Number(s), paused: false })); };
document.querySelector(".steps").onclick = (e) => { if (e.target.dataset.step) act(() => call("/control/clock", { step: e.target.dataset.step })); };
$("fault").onsubmit = (e) => { e.preventDefault(); const f = new FormData(e.target);
  act(() => call("/control/faults", { vendor: f.get("vendor"), kind: f.get("kind"), times: f.get("times") ? Number(f.get("times")) : null, ...(f.get("path") ? { path: f.get("path") } : {}) })); };
$("retry").onclick = () => act(() => call("/control/webhooks", { retry: "now" }));
$("filter").onclick = (e) => { if (e.target.dataset.vendor === undefined) return; vendor = e.target.dataset.vendor;
  for (const b of $("filter").children) b.setAttribute("aria-pressed", String(b === e.target)); refresh(); };
$("seed").onsubmit = (e) => { e.preventDefault(); const reset = e.submitter && e.submitter.name === "reset"; if (reset && !confirm(pageData.words.resetAsk)) return;
  act(() => call("/control/seed", { seed: e.target.elements.seed.value || "rawaj", reset: Boolean(reset) })); };
call("/control/seed").then((s) => { $("seed").elements.seed.value = s.seed; }).catch(() => {});
refresh(); setInterval(refresh, 1500);
`;
