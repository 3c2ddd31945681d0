/**
 * The namespace of a file of messages by its path. It is the name of the folder that has `messages`, in snake_case
 * (`src/modules/ad-accounts/messages/ar.json`: `ad_accounts`); a part of a module's pages has the module's name before
 * its own (`src/modules/campaigns/web/form/messages/ar.json`: `campaigns_form`).
 */
export function toNamespace(path: string): string {
  const [, , part = "", web, module, modules] = path.split(/[/\\]/).reverse();
  const isPart = modules === "modules" && web === "web";
  return (isPart ? `${module}_${part}` : part).replaceAll("-", "_");
}
