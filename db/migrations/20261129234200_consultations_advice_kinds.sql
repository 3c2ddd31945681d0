-- A consultant proposes a budget, a control rule or an ad. What is accepted of the last two becomes a draft.
alter table consultations.advice
  add column kind text not null default 'budget' check (kind in ('budget', 'rule', 'ad')),
  -- {name, target, comparison, value, action, change_percent, window_days}
  add column rule jsonb,
  -- {headline, text}
  add column ad jsonb,
  -- The rule or the draft that acceptance made.
  add column made_id text,
  alter column to_halalas drop not null,
  drop constraint advice_accepted,
  add constraint advice_kind check (
    (kind = 'budget') = (to_halalas is not null) and (kind = 'rule') = (rule is not null) and (kind = 'ad') = (ad is not null)),
  add constraint advice_accepted check (state <> 'accepted' or (accepted_on is not null
    and (kind = 'budget') = (from_halalas is not null) and (kind <> 'budget') = (made_id is not null)));
alter table consultations.advice alter column kind drop default;
