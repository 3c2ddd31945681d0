-- Rules with further conditions, against a campaign's own last week, with hours and a season; two further actions.
alter table rules.control_rules
  -- What `value` is compared with: itself, or whole percent of the campaign's own seven days before the window.
  add column basis text not null default 'value' check (basis in ('value', 'own_week')),
  -- Conditions after the first: [{join: 'and' | 'or', target, comparison, basis, value}]; "and" binds closer.
  add column more_conditions jsonb not null default '[]',
  -- Hours of Riyadh in which it is evaluated, from the first up to the second; over midnight when that is earlier.
  add column hours_from integer check (hours_from between 0 and 23),
  add column hours_to integer check (hours_to between 0 and 23),
  -- Evaluated only on days of this season; null for all days.
  add column season text,
  add check ((hours_from is null) = (hours_to is null)),
  add check (hours_from <> hours_to),
  drop constraint control_rules_action_check,
  add constraint control_rules_action_check check (action in ('increase_budget', 'decrease_budget', 'restore_budget',
    'pause_until_tomorrow', 'stop_campaign')),
  drop constraint control_rules_check,
  add check ((action in ('increase_budget', 'decrease_budget')) = (change_unit is not null));

alter table rules.acts
  -- When a campaign that was paused until tomorrow runs again; null when that was done or given up.
  add column resume_at timestamptz,
  drop constraint acts_kind_check,
  add constraint acts_kind_check check (kind in ('set_budget', 'pause', 'stop')),
  add check (resume_at is null or kind = 'pause');
create index acts_to_resume on rules.acts (resume_at, merchant_id) where resume_at is not null;
