-- The customer left the payment page and the provider knew of no payment: the order is free at once.
alter table payments
  drop constraint payments_state_check,
  add constraint payments_state_check
    check (state in ('started', 'submitted', 'paid', 'settled', 'failed', 'expired', 'abandoned', 'refunded'));
-- What may still be paid on pages that were left is asked for every few minutes.
create index abandoned_payments on payments (site_id, updated_at) where state = 'abandoned';
