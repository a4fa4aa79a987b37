-- What leaves the house after approval: one row per recipient of direct and digital cards, one per
-- order for the bulk parcel. It keeps its own copy of the address: a fixed address is fixed here, and
-- the order stays as it was ordered.
create table batches (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  number text not null,
  kind text not null check (kind in ('direct', 'bulk')),
  status text not null default 'making'
    check (status in ('making', 'ready', 'printed', 'mailed', 'failed', 'cancelled')),
  delivery_count integer not null check (delivery_count >= 0),
  card_count integer not null check (card_count >= 0),
  -- Keys in the file store: cards and letters to print, and the list that goes with them.
  print_key text not null default '',
  manifest_key text not null default '',
  problem text not null default '',
  -- How often it was printed: the second time is asked for with a reason.
  prints integer not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  printed_at timestamptz,
  mailed_at timestamptz,
  primary key (site_id, id),
  unique (site_id, number)
);

create table deliveries (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  -- Null for the bulk parcel, which carries every bulk card of its order.
  card_item_id bigint,
  recipient_id bigint,
  -- What it was made for, so that it is made once: `recipient:7`, `bulk`, `instead:12`.
  source text not null,
  reward_type text not null check (reward_type in ('bulk', 'direct', 'digital')),
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'opened', 'claimed',
    'bounced', 'printing', 'mailed', 'delivered', 'returned', 'replaced', 'cancelled')),
  card_count integer not null default 1 check (card_count > 0),
  value_cents bigint not null check (value_cents > 0),
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  email text not null default '',
  phone text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  due_at timestamptz not null,
  -- Each sending is another attempt: the first, and every one after a fix.
  attempt integer not null default 1 check (attempt > 0),
  -- A digest of what the link to a digital card carries; the link itself is kept nowhere.
  claim_hash text,
  problem_code text not null default '',
  problem text not null default '',
  batch_id bigint,
  batch_position integer,
  carrier text not null default '',
  tracking_number text not null default '',
  -- The delivery this one was made instead of.
  replaces_id bigint,
  sent_at timestamptz,
  opened_at timestamptz,
  claimed_at timestamptz,
  bounced_at timestamptz,
  mailed_at timestamptz,
  delivered_at timestamptz,
  returned_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, order_id, source),
  foreign key (site_id, order_id) references orders (site_id, id),
  foreign key (site_id, card_item_id) references card_items (site_id, id),
  foreign key (site_id, batch_id) references batches (site_id, id),
  foreign key (site_id, replaces_id) references deliveries (site_id, id)
);
create index deliveries_of_order on deliveries (site_id, order_id, status, id);
create index deliveries_of_recipient on deliveries (site_id, recipient_id);
create index deliveries_of_batch on deliveries (site_id, batch_id, batch_position);
create index deliveries_queued on deliveries (site_id, reward_type, due_at, id) where status = 'queued';
create index deliveries_sending on deliveries (site_id, updated_at) where status = 'sending';
create index deliveries_in_trouble on deliveries (site_id, updated_at desc, id desc)
  where status in ('bounced', 'returned');
create index deliveries_under_way on deliveries (site_id, mailed_at) where status = 'mailed';
create unique index deliveries_by_claim on deliveries (site_id, claim_hash) where claim_hash is not null;
create index deliveries_by_tracking on deliveries (site_id, tracking_number) where tracking_number <> '';

-- What happened to a delivery, in the order it happened.
create table delivery_events (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  delivery_id bigint not null,
  order_id bigint not null,
  event text not null,
  facts jsonb not null default '{}',
  actor text not null,
  at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, delivery_id) references deliveries (site_id, id) on delete cascade
);
create index events_of_delivery on delivery_events (site_id, delivery_id, id);

-- A card with money on it. Number and PIN are sealed; the digest finds a number without opening any.
create table issued_cards (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  delivery_id bigint not null,
  -- Which card of its delivery: a parcel carries many.
  position integer not null check (position > 0),
  card_item_id bigint not null,
  order_id bigint not null,
  value_cents bigint not null check (value_cents > 0),
  balance_cents bigint not null check (balance_cents >= 0),
  status text not null default 'issued' check (status in ('issued', 'active', 'cancelled')),
  number_sealed text not null,
  number_digest text not null,
  last4 text not null,
  pin_sealed text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  -- Once each, however often it is asked for.
  unique (site_id, delivery_id, position),
  unique (number_digest),
  foreign key (site_id, delivery_id) references deliveries (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id)
);
create index cards_of_order on issued_cards (site_id, order_id, id);

-- A label bought from a carrier, or asked for: kept before the carrier is asked, so that an answer
-- that got lost is looked for and never bought again.
create table shipments (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  delivery_id bigint not null,
  batch_id bigint not null,
  carrier text not null check (carrier in ('UPS', 'USPS')),
  service text not null default '',
  status text not null default 'asked' check (status in ('asked', 'made', 'unknown', 'void', 'failed')),
  -- Ours, sent to the carrier and asked for by; theirs.
  request_key text not null,
  carrier_shipment_id text not null default '',
  tracking_number text not null default '',
  label_key text not null default '',
  cost_cents bigint not null default 0 check (cost_cents >= 0),
  problem text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (request_key),
  foreign key (site_id, delivery_id) references deliveries (site_id, id),
  foreign key (site_id, batch_id) references batches (site_id, id)
);
create unique index one_live_shipment on shipments (site_id, delivery_id) where status in ('asked', 'made', 'unknown');
create index shipments_of_batch on shipments (site_id, batch_id, id);
create index shipments_unknown on shipments (updated_at) where status in ('asked', 'unknown');

-- How a site signs in at a carrier; without one, labels are made elsewhere and their numbers typed.
create table carrier_accounts (
  site_id bigint not null references sites (id),
  carrier text not null check (carrier in ('UPS', 'USPS')),
  settings_sealed text not null,
  enabled boolean not null default true,
  updated_at timestamptz not null,
  primary key (site_id, carrier)
);

-- What integrators are told, in the order it was committed: `tx` orders what ran side by side.
create table site_events (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  primary key (site_id, id)
);
create index site_events_in_order on site_events (site_id, tx, id);

select protect_tenant_table('batches');
select protect_tenant_table('deliveries');
select protect_tenant_table('delivery_events');
select protect_tenant_table('issued_cards');
select protect_tenant_table('shipments');
select protect_tenant_table('carrier_accounts');
select protect_tenant_table('site_events');
-- Written once: a log that changes cannot be read again.
revoke update, delete on site_events, delivery_events from laurel_app;
