/** Style and script of the mailbox: polls every second, one tap opens an e-mail, one more copies its code. */
export const mailboxStyle = `
.mail{max-width:44rem;margin:0 auto}.mail header{padding:1rem 0}.mail h1{font-size:1.5rem;margin:0 0 .5rem}
.mail input{width:100%;text-align:start}ol{list-style:none;margin:0;padding:0}
li{background:#fff;border:1px solid var(--line);border-radius:16px;margin:.8rem 0;overflow:hidden}
summary{padding:.8rem 1rem;cursor:pointer;display:grid;gap:.15rem}summary b{font-size:1.05rem}
.who{display:flex;justify-content:space-between;gap:.5rem;font-size:.85rem;color:var(--soft);flex-wrap:wrap}
iframe{width:100%;border:0;border-top:1px solid var(--line);height:34rem;background:#fff}
.foot{padding:.6rem 1rem;font-size:.8rem;color:var(--soft);overflow-wrap:anywhere}
.code{font:700 1.25rem ui-monospace,Menlo,Consolas,monospace;letter-spacing:.15em;margin:.4rem 1rem 1rem;color:var(--palm);border-color:var(--palm)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}#none{text-align:center;padding:2rem}
`;

export const mailboxScript = `
const list = document.getElementById("list"), none = document.getElementById("none"), to = document.getElementById("to");
const shown = new Map(); let filter = null;
to.value = new URLSearchParams(location.search).get("to") || "";
const el = (tag, cls, text) => { const n = document.createElement(tag); if (cls) n.className = cls; if (text) n.textContent = text; return n; };
const when = new Intl.DateTimeFormat("ar-SA-u-ca-gregory-nu-latn", { dateStyle: "short", timeStyle: "short", timeZone: "Asia/Riyadh" });
function item(m) {
  const li = el("li"); li.dataset.id = m.id;
  const details = el("details"), summary = el("summary"), who = el("div", "who"), num = el("bdi", "", m.to); num.dir = "ltr";
  const subject = el("b", "", m.email.subject); subject.dir = "auto";
  who.append(el("bdi", "", m.sender), num, el("time", "", when.format(new Date(m.at))));
  summary.append(subject, who); details.append(summary);
  details.ontoggle = () => {
    if (!details.open || details.querySelector("iframe")) return;
    const frame = el("iframe"); frame.title = m.email.subject; frame.setAttribute("sandbox", "allow-popups"); frame.src = "/mail/" + m.id;
    details.append(frame);
    const foot = el("div", "foot"); foot.dir = "ltr";
    foot.textContent = m.email.message_id + (m.email.list_unsubscribe ? " · List-Unsubscribe: " + m.email.list_unsubscribe : "");
    details.append(foot);
  };
  const code = (m.text.match(/(?<![0-9])[0-9]{6}(?![0-9])/) || [])[0];
  li.append(details);
  if (code && !m.email.list_unsubscribe) { const b = el("button", "code", code); b.dir = "ltr"; b.setAttribute("aria-label", "نسخ الرمز " + code); b.onclick = () => navigator.clipboard.writeText(code); li.append(b); }
  return li;
}
async function refresh() {
  try {
    if (filter !== to.value) { filter = to.value; shown.clear(); list.replaceChildren(); }
    const requested = filter;
    const messages = await (await fetch("/control/messages?limit=50&channel=email&to=" + encodeURIComponent(requested))).json();
    if (requested !== to.value) return;
    for (const m of messages.reverse()) if (!shown.has(m.id)) { shown.set(m.id, true); list.prepend(item(m)); }
    none.hidden = shown.size > 0;
  } catch { none.hidden = false; none.textContent = "البيئة التجريبية لا تجيب الآن."; }
}
to.oninput = refresh; refresh(); setInterval(refresh, 1000);
`;
