-- Every condition of a rule is kept with what it saw, as it was then: [{join, target, comparison, basis, value, seen}].
alter table rules.evaluations add column conditions jsonb not null default '[]';
alter table rules.acts add column conditions jsonb not null default '[]';
update rules.evaluations set conditions = jsonb_build_array(jsonb_build_object('join', null, 'target', target,
    'comparison', comparison, 'basis', basis, 'value', value, 'seen', seen))
  from rules.control_rules rule where rule.merchant_id = evaluations.merchant_id and rule.id = evaluations.rule_id;
update rules.acts set conditions = jsonb_build_array(jsonb_build_object('join', null, 'target', target,
    'comparison', comparison, 'basis', basis, 'value', value, 'seen', seen))
  from rules.control_rules rule where rule.merchant_id = acts.merchant_id and rule.id = acts.rule_id;
alter table rules.evaluations drop column seen;
alter table rules.acts drop column seen;

-- A rule for all campaigns whose ads lead to one product's page.
alter table rules.control_rules
  add column product_id text,
  drop constraint control_rules_reach_check,
  add constraint control_rules_reach_check check (reach in ('all', 'platform', 'product', 'campaigns')),
  add check ((reach = 'product') = (product_id is not null));
