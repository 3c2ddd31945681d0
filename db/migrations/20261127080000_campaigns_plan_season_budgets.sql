-- The season budgets of a plan's campaigns that were accepted as one share an id, and are cancelled as one.

alter table campaigns.season_budgets add column plan_budget_id text;
create index season_budgets_of_plan_budget on campaigns.season_budgets (merchant_id, plan_budget_id)
  where plan_budget_id is not null;
