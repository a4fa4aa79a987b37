-- What recipients write back to the sender of their card, and the notice about it.
alter table deliveries
  add column thanks text not null default '' check (length(thanks) <= 500),
  add column thanked_at timestamptz;
create index deliveries_with_thanks on deliveries (site_id, order_id, id) where thanked_at is not null;

alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('order_placed', 'payment_arrived', 'order_approved', 'order_declined',
    'refunded', 'cards_sent', 'letters_mailed', 'parcel_mailed', 'cards_bounced', 'letters_returned',
    'parcel_returned', 'parcel_arrived', 'order_fulfilled', 'all_arrived', 'cards_thanked', 'person_joined',
    'join_requested', 'budget_low', 'budget_exhausted', 'balance_low', 'balance_topped_up', 'recipient_changed',
    'program_stuck', 'program_late', 'report_failed', 'list_sync_failed', 'list_sync_held'));
