-- Approvers hear when a recipient of an order that they approved is corrected.
alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('order_placed', 'payment_arrived', 'order_approved', 'order_declined',
    'refunded', 'cards_sent', 'letters_mailed', 'parcel_mailed', 'cards_bounced', 'letters_returned',
    'parcel_returned', 'parcel_arrived', 'order_fulfilled', 'all_arrived', 'person_joined', 'join_requested',
    'budget_low', 'budget_exhausted', 'balance_low', 'balance_topped_up', 'recipient_changed'));
