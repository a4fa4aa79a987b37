-- What a customer is told of their orders, in the shop and by mail. Written in the transaction of what it
-- tells, one row for an order and a statement however many cards that moved; rows of one kind that nobody
-- has seen yet are shown as one. No reference to the order: checking one takes a lock on its row, and
-- whoever declines the order holds that while waiting for the deliveries that moved here.
create table notices (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  order_id bigint not null,
  kind text not null check (kind in ('order_placed', 'payment_arrived', 'order_approved', 'order_declined',
    'refunded', 'cards_sent', 'letters_mailed', 'parcel_mailed', 'cards_bounced', 'letters_returned',
    'parcel_returned', 'parcel_arrived', 'order_fulfilled', 'all_arrived')),
  -- The one delivery it tells of; null when there are more, or when it tells of the order.
  delivery_id bigint,
  card_count integer not null default 0 check (card_count >= 0),
  amount_cents bigint not null default 0 check (amount_cents >= 0),
  created_at timestamptz not null,
  seen_at timestamptz,
  -- When its mail is due; null where that kind has a mail of its own.
  mail_at timestamptz,
  -- When its mail was promised, in the transaction that promised it.
  mailed_at timestamptz,
  primary key (site_id, id)
);
create index notices_of_customer on notices (site_id, customer_id, id desc);
create index notices_unseen on notices (site_id, customer_id, order_id, kind) where seen_at is null;
create index notices_to_mail on notices (site_id, mail_at) where mail_at is not null and mailed_at is null;
-- Told once for an order, however often somebody looks whether it is so.
create unique index notices_once on notices (site_id, order_id, kind) where kind in ('cards_sent', 'all_arrived');

select protect_tenant_table('notices');
