/**
 * Every route that is no call of a contract, by the beginning of its path, and why. A test finds a route that is
 * neither here nor in a contract.
 */
export const routesOutside: Readonly<Record<string, string>> = {
  "/healthz": "For the machine that runs the process; it must answer when nothing else does.",
  "/readyz": "For the load balancer, as /healthz.",
  "/metrics": "For operators, with a token of their own, in the format of Prometheus.",
  "/t/": "Shoppers follow it from an ad: the busiest path, which redirects, and answers people with a page.",
  "/report-link": "Anybody reports a link of abuse: a form without a script, which posts as forms do.",
  "/p/":
    "Shoppers read landing pages signed out, and go on to the store: pages without a script, their pictures and a redirect.",
  "/help": "Anybody reads the help centre signed out: pages without a script, searched by a form.",
  "/about":
    "Anybody reads who we are signed out, as the law on electronic commerce asks; likewise the next three.",
  "/contact": "How to reach us, as /about.",
  "/terms": "What merchants agree to, as /about.",
  "/privacy": "What is kept of a merchant, as /about.",
  "/csp-reports": "Browsers send what a page's policy stopped, signed out and in formats of their own.",
  "/px": "The pixel's events; a shop's signature covers the raw bytes, and pages read no answer.",
  "/webhooks/": "Vendors send what they define, and their signatures cover the raw bytes.",
  "/.well-known/apple-developer-merchantid-domain-association":
    "Apple reads it as plain text before its pay button works on our domain.",
  "/.well-known/security.txt": "Who finds a weakness reads here whom to write to (RFC 9116).",
  "/verify-proof.mjs":
    "The script that checks proof files: anybody who is given one downloads it, and reads its text as it is.",
  "/unsubscribe/":
    "Readers of e-mail open it signed out, and mail programs send it a form (RFC 8058): it answers with a page.",
  "/rule-question/":
    "Merchants answer what a rule asks them from a text on their phone, signed out: it answers with a page.",
  "/oauth/":
    "A vendor's consent page sends the browser or its server here; browsers are redirected or see a page.",
  "/openapi.json": "The description of the calls itself.",
  "/docs": "The description of the calls, for people.",
  "/*": "The built web: its files, and its page at every other address.",
};
