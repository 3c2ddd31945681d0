import type { Audience } from "./audience.ts";

/** The actions on each subject that a module guards. `manage` includes every other action on the subject. */
type Actions = Readonly<Record<string, readonly string[]>>;

/** What one module declares. */
export type DeclaredAbilities<Subjects extends Actions = Actions> = {
  audience: Audience;
  subjects: Subjects;
};

/**
 * Declares the abilities that a module's calls ask for: a merchant's owner holds all that any module declares for
 * `Clients`, and none of those for `Staff`. The module adds them to the registry, so that a call, an operation or a
 * button names a declared pair or does not compile:
 *
 *     declare module "#base/shared/abilities.ts" {
 *       interface AbilityRegistry extends AbilitiesOf<typeof walletAbilities> {}
 *     }
 */
export function defineAbilities<const Subjects extends Actions>(
  audience: Audience,
  subjects: Subjects,
): DeclaredAbilities<Subjects> {
  return { audience, subjects };
}

/** Actions by subject, of all modules. */
// biome-ignore lint/suspicious/noEmptyInterface: every module's contract adds its abilities
export interface AbilityRegistry {}

export type AbilitiesOf<Declared extends DeclaredAbilities> = {
  [Subject in keyof Declared["subjects"] & string]: Declared["subjects"][Subject][number];
};

export type AbilitySubject = keyof AbilityRegistry;

/** A declared subject and action: the same pair that a call requires and a button checks. */
export type Ability = {
  [Subject in AbilitySubject]: { subject: Subject; action: AbilityRegistry[Subject] };
}[AbilitySubject];

/** A pair that a session holds: data, so it may be older than the declarations. The subject `all` means every subject. */
export type HeldAbility = { subject: string; action: string };

/** Whether `held` includes `required`. */
export function allows(held: HeldAbility, required: HeldAbility): boolean {
  const subject = held.subject === "all" || held.subject === required.subject;
  return subject && (held.action === "manage" || held.action === required.action);
}

/** Every pair that modules declare for this audience. Throws when two of them declare the same subject. */
export function listAbilities(declared: readonly DeclaredAbilities[], audience: Audience): HeldAbility[] {
  const subjects = declared.flatMap((one) => Object.keys(one.subjects));
  const twice = subjects.find((subject, index) => subjects.indexOf(subject) !== index);
  if (twice) throw new Error(`abilities on "${twice}" are declared twice`);
  return declared
    .filter((one) => one.audience === audience)
    .flatMap((one) =>
      Object.entries(one.subjects).flatMap(([subject, actions]) =>
        actions.map((action) => ({ subject, action })),
      ),
    );
}
