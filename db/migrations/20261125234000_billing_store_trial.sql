-- A trial ends when a store is connected that had one with another merchant; nothing opens it again.
alter table billing.subscriptions drop constraint subscriptions_ended_by_check;
alter table billing.subscriptions add constraint subscriptions_ended_by_check
  check (ended_by in ('refund', 'chargeback', 'store_trial'));
alter table billing.subscriptions drop constraint subscriptions_ended_by_return;
alter table billing.subscriptions add constraint subscriptions_ended_by_return
  check ((ended_by is null or ended_by = 'store_trial') = (reopens_as is null)
    and (ended_by is null or state = 'expired'));
