/** Style and script of the phone page: polls every second, one tap copies a code. */
export const phoneStyle = `
.stage{max-width:30rem}
.phone{background:#fff;border:10px solid #1d1b17;border-radius:44px;min-height:78vh;overflow:hidden;box-shadow:0 18px 50px #1d1b1726}
.bar{display:flex;justify-content:space-between;align-items:center;padding:.45rem 1.3rem;font-size:.8rem;color:var(--soft)}
.bar i{width:84px;height:20px;background:#1d1b17;border-radius:12px}
.phone header{padding:.2rem 1rem .8rem;border-bottom:1px solid var(--line)}.phone h1{font-size:1.5rem;margin:.2rem 0 .5rem}
.phone input{width:100%;background:var(--sand);border-color:transparent;text-align:start}
ol{list-style:none;margin:0;padding:.6rem 1rem 2rem}#none{padding:2rem 1.4rem;text-align:center}
li{margin:.9rem 0}.who{display:flex;justify-content:space-between;gap:.5rem;font-size:.82rem;color:var(--soft)}
.bubble{background:var(--palm-soft);border-radius:18px;border-start-start-radius:6px;padding:.6rem .9rem;white-space:pre-wrap;overflow-wrap:anywhere}
.whatsapp .bubble{background:#e3f5d8}.whatsapp .who b::after{content:" · واتساب";font-weight:400;color:var(--soft)}
.links{display:grid;gap:.3rem;margin-top:.3rem}.links a,.links span{display:block;text-align:center;padding:.5rem;border:1px solid var(--line);border-radius:14px;color:var(--palm);text-decoration:none;font-weight:600}
.code{font:700 1.25rem ui-monospace,Menlo,Consolas,monospace;letter-spacing:.15em;margin-top:.4rem;width:100%;color:var(--palm);border-color:var(--palm)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(max-width:430px){.phone{border-width:0;border-radius:24px}}
`;

export const phoneScript = `
const list = document.getElementById("list"), none = document.getElementById("none"), to = document.getElementById("to");
const shown = new Set(); let filter = null;
to.value = new URLSearchParams(location.search).get("to") || "";
const el = (tag, cls, text) => { const n = document.createElement(tag); if (cls) n.className = cls; if (text) n.textContent = text; return n; };
const when = new Intl.DateTimeFormat("ar-SA-u-ca-gregory-nu-latn", { hour: "numeric", minute: "2-digit", timeZone: "Asia/Riyadh" });
async function copy(button, code) {
  try { await navigator.clipboard.writeText(code); } catch {
    const area = el("textarea"); area.value = code; document.body.append(area); area.select(); document.execCommand("copy"); area.remove();
  }
  button.textContent = "تم النسخ"; setTimeout(() => { button.textContent = code; }, 1200);
}
function item(m) {
  const li = el("li"); li.dataset.id = m.id;
  const who = el("div", "who"), num = el("bdi", "", m.to); num.dir = "ltr";
  who.append(el("b", "", m.sender), num, el("time", "", when.format(new Date(m.at))));
  const bubble = el("div", "bubble", m.text); bubble.dir = "auto";
  li.append(who, bubble);
  if (m.channel === "whatsapp") li.className = "whatsapp";
  if (m.buttons) {
    const links = el("div", "links");
    for (const one of m.buttons) {
      const link = el(one.url ? "a" : "span", "", one.label);
      if (one.url) { link.href = one.url; link.target = "_blank"; link.rel = "noopener"; }
      links.append(link);
    }
    li.append(links);
  }
  const code = m.channel === "sms" && (m.text.match(/(?<![0-9,.])[0-9]{4,8}(?![0-9,.])/) || [])[0];
  if (code) { const b = el("button", "code", code); b.dir = "ltr"; b.setAttribute("aria-label", "نسخ الرمز " + code); b.onclick = () => copy(b, code); li.append(b); }
  return li;
}
async function refresh() {
  try {
    if (filter !== to.value) { filter = to.value; shown.clear(); list.replaceChildren(); }
    const requested = filter;
    const messages = await (await fetch("/control/messages?limit=50&channel=sms,whatsapp&to=" + encodeURIComponent(requested))).json();
    if (requested !== to.value) return;
    for (const m of messages.reverse()) if (!shown.has(m.id)) { shown.add(m.id); list.prepend(item(m)); }
    none.hidden = shown.size > 0;
  } catch { none.hidden = false; none.textContent = "البيئة التجريبية لا تجيب الآن."; }
  document.getElementById("clock").textContent = when.format(new Date());
}
to.oninput = refresh; refresh(); setInterval(refresh, 1000);
`;
