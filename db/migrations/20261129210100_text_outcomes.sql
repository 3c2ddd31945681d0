-- A text may also be left out because the merchant's plan and stock have no units for it.

alter table notifications.notifications drop constraint notifications_text_outcome_check,
  add constraint notifications_text_outcome_check check (text_outcome in ('queued', 'over_limit', 'no_stock'));
