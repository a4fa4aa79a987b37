-- The role every request works under: never the owner, so row-level security binds it.
-- Roles belong to the whole server: another database may be making it at this moment.
do $$ begin
  if not exists (select from pg_roles where rolname = 'laurel_app') then
    create role laurel_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
-- An administrator may have granted it to an owner who may not.
do $$ begin
  grant laurel_app to current_user;
exception
  when unique_violation then null;
  when insufficient_privilege then
    if not pg_has_role(current_user, 'laurel_app', 'member') then raise; end if;
end $$;
grant usage on schema public to laurel_app;

-- One wall of two: a row is visible only under its own site (the other wall is each query's filter).
-- An unset site gives null, so nothing is visible and nothing can be written.
create function current_site() returns bigint language sql stable
  return nullif(current_setting('app.site_id', true), '')::bigint;

create function protect_tenant_table(name text) returns void language plpgsql as $$ begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy of_this_site on %I using (site_id = current_site()) with check (site_id = current_site())', name);
  execute format('grant select, insert, update, delete on %I to laurel_app', name);
end $$;

-- Found by host before a site is known, so these two stand outside the wall and are read-only to requests.
create table organizations (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table sites (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id),
  slug text not null unique,
  hosts text[] not null,
  name text not null,
  short_name text not null,
  favicon text not null default '',
  site_primary_color text not null check (site_primary_color ~ '^#[0-9a-fA-F]{6}$'),
  site_secondary_color text not null check (site_secondary_color ~ '^#[0-9a-fA-F]{6}$'),
  site_tertiary_color text not null check (site_tertiary_color ~ '^#[0-9a-fA-F]{6}$'),
  iso_logo text not null default '',
  site_logo text not null default '',
  negative_logo text not null default '',
  card_mark jsonb not null,
  network_name text not null default 'meridian',
  support_email text not null default '',
  support_phone text not null default '',
  support_hours text not null default '',
  time_zone text not null default 'America/Chicago',
  legal_texts jsonb not null default '[]',
  accounts jsonb not null,
  limits jsonb not null,
  card_fee_cents jsonb not null,
  auto_approve_below_cents bigint not null default 0 check (auto_approve_below_cents >= 0),
  ach_hold_days integer not null default 4 check (ach_hold_days >= 0),
  retention_days integer not null default 730,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sites_hosts on sites using gin (hosts);
grant select on organizations, sites to laurel_app;

create table site_counters (
  site_id bigint not null references sites (id) on delete cascade,
  name text not null,
  value bigint not null,
  primary key (site_id, name)
);

create table customers (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  identity_subject text not null,
  email text not null,
  email_verified boolean not null default false,
  phone text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  legal_business_name text not null default '',
  business_address1 text not null default '',
  business_address2 text not null default '',
  business_city text not null default '',
  business_state text not null default '',
  business_zip text not null default '',
  tax_number_sealed text not null default '',
  tax_number_last4 text not null default '',
  heard_about text not null default '',
  referral_source text not null default '',
  purpose_of_order text not null default '',
  business_logo text not null default '',
  registration_complete boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  unique (site_id, identity_subject)
);

create table rewards (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  name text not null,
  network text not null,
  description text not null,
  image text not null default '',
  reward_types text[] not null,
  min_value_cents bigint not null check (min_value_cents > 0),
  max_value_cents bigint not null check (max_value_cents >= min_value_cents),
  position integer not null default 0,
  active boolean not null default true,
  primary key (site_id, id)
);

create table reward_infos (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  name text not null check (name in ('bulk', 'direct', 'digital')),
  title text not null,
  description text not null,
  needs text not null,
  good_for text not null,
  arrives text not null,
  primary key (site_id, id),
  unique (site_id, name)
);

create table reward_card_templates (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  name text not null,
  background jsonb not null,
  gradient jsonb not null,
  fulfillment_layout jsonb not null,
  user_layout jsonb not null,
  preview text not null default '',
  position integer not null default 0,
  active boolean not null default true,
  primary key (site_id, id)
);

create table predefined_amounts (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  value_cents bigint not null check (value_cents > 0),
  primary key (site_id, id),
  unique (site_id, value_cents)
);

create table predefined_messages (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  occasion text not null,
  text text not null,
  position integer not null default 0,
  primary key (site_id, id)
);

create table heard_about_options (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  name text not null,
  position integer not null default 0,
  primary key (site_id, id)
);

create table landing_components (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  kind text not null,
  position integer not null default 0,
  content jsonb not null,
  primary key (site_id, id)
);

create table shipping_options (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  reward_type text not null check (reward_type in ('bulk', 'direct', 'digital')),
  carrier text not null check (carrier in ('UPS', 'USPS', 'email')),
  service text not null,
  price_cents bigint not null check (price_cents >= 0),
  per text not null check (per in ('shipment', 'recipient')),
  min_days integer not null default 0,
  max_days integer not null default 0,
  position integer not null default 0,
  active boolean not null default true,
  primary key (site_id, id)
);

create table files (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  key text not null unique,
  name text not null,
  content_type text not null,
  bytes integer not null check (bytes > 0),
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);

create table registered_addresses (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  label text not null default '',
  name text not null,
  company text not null default '',
  address1 text not null,
  address2 text not null default '',
  city text not null,
  state text not null,
  zip text not null,
  phone text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);
create unique index one_default_address on registered_addresses (site_id, customer_id) where is_default;
create index addresses_of_customer on registered_addresses (site_id, customer_id);

create table orders (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  number text,
  status text not null default 'cart'
    check (status in ('cart', 'in_review', 'pending_payment', 'approved', 'fulfilled', 'declined')),
  is_shipped boolean not null default false,
  po_number text not null default '',
  decline_reason text not null default '',
  bulk_address_id bigint,
  -- The order as it was priced when its payment started: lines, fees, delivery (docs/architecture.md).
  priced jsonb,
  total_cents bigint not null default 0 check (total_cents >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  placed_at timestamptz,
  primary key (site_id, id),
  unique (site_id, number),
  foreign key (site_id, customer_id) references customers (site_id, id),
  foreign key (site_id, bulk_address_id) references registered_addresses (site_id, id) on delete set null (bulk_address_id)
);
create unique index one_cart_per_customer on orders (site_id, customer_id) where status = 'cart';
create index orders_of_customer on orders (site_id, customer_id, id desc);

create table order_moves (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  status text not null,
  note text not null default '',
  at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);
create index moves_of_order on order_moves (site_id, order_id, id);

create table card_items (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'in_cart')),
  reward_type text not null check (reward_type in ('bulk', 'direct', 'digital')),
  reward_id bigint not null,
  reward_card_template_id bigint not null,
  design jsonb not null,
  denomination_cents bigint check (denomination_cents > 0),
  quantity integer check (quantity > 0),
  message text not null default '',
  sender_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade,
  foreign key (site_id, reward_id) references rewards (site_id, id),
  foreign key (site_id, reward_card_template_id) references reward_card_templates (site_id, id)
);
create index items_of_order on card_items (site_id, order_id, id);

create table card_recipient_details (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  card_item_id bigint not null,
  position integer not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  amount_cents bigint check (amount_cents >= 0),
  message text not null default '',
  problems jsonb not null default '[]',
  needs_attention boolean not null default false,
  delivery_state text not null default 'waiting',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, card_item_id) references card_items (site_id, id) on delete cascade
);
create unique index recipients_in_order on card_recipient_details (site_id, card_item_id, position);
create index recipients_needing_attention on card_recipient_details (site_id, card_item_id, position) where needs_attention;

-- How many people of a list hold which amount, in blocks of 512 positions: totals and the start of
-- any page are read from here, so neither grows with the list. A missing amount is the item's own.
create table recipient_tallies (
  site_id bigint not null references sites (id),
  card_item_id bigint not null,
  block integer not null,
  amount_cents bigint,
  people integer not null check (people >= 0),
  needing_attention integer not null check (needing_attention >= 0),
  unique nulls not distinct (site_id, card_item_id, block, amount_cents),
  foreign key (site_id, card_item_id) references card_items (site_id, id) on delete cascade
);

-- By trigger, so that no way of writing recipients can leave the tallies (and a price) behind.
create function tally_recipients() returns trigger language plpgsql as $$ begin
  -- Added before removed: on its way a count never passes below zero.
  if tg_op <> 'DELETE' then
    insert into recipient_tallies as t (site_id, card_item_id, block, amount_cents, people, needing_attention)
      select site_id, card_item_id, position / 512, amount_cents, count(*), count(*) filter (where needs_attention)
      from added group by 1, 2, 3, 4
    on conflict (site_id, card_item_id, block, amount_cents) do update
      set people = t.people + excluded.people, needing_attention = t.needing_attention + excluded.needing_attention;
  end if;
  if tg_op <> 'INSERT' then
    update recipient_tallies t
      set people = t.people - gone.people, needing_attention = t.needing_attention - gone.needing_attention
      from (
        select site_id, card_item_id, position / 512 as block, amount_cents, count(*) as people,
          count(*) filter (where needs_attention) as needing_attention
        from removed group by 1, 2, 3, 4
      ) gone
      where t.site_id = gone.site_id and t.card_item_id = gone.card_item_id and t.block = gone.block
        and t.amount_cents is not distinct from gone.amount_cents;
  end if;
  return null;
end $$;
create trigger recipients_added after insert on card_recipient_details
  referencing new table as added for each statement execute function tally_recipients();
create trigger recipients_changed after update on card_recipient_details
  referencing old table as removed new table as added for each statement execute function tally_recipients();
create trigger recipients_removed after delete on card_recipient_details
  referencing old table as removed for each statement execute function tally_recipients();

create table csv_card_item_imports (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  card_item_id bigint not null,
  file_name text not null default '',
  mode text not null check (mode in ('append', 'replace')),
  state text not null check (state in ('finished', 'failed')),
  rows_read integer not null default 0,
  rows_added integer not null default 0,
  rows_needing_attention integer not null default 0,
  ignored_columns jsonb not null default '[]',
  errors jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, card_item_id) references card_items (site_id, id) on delete cascade
);
create index imports_of_item on csv_card_item_imports (site_id, card_item_id);

create table shipping_orders (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  reward_type text not null check (reward_type in ('bulk', 'direct', 'digital')),
  shipping_option_id bigint not null,
  address jsonb,
  send_at timestamptz,
  state text not null default 'chosen',
  carrier text not null,
  service text not null,
  price_cents bigint not null check (price_cents >= 0),
  per text not null check (per in ('shipment', 'recipient')),
  tracking_number text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  unique (site_id, order_id, reward_type),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade,
  foreign key (site_id, shipping_option_id) references shipping_options (site_id, id)
);

create table organization_payment_providers (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  method_code text not null
    check (method_code in ('self_hosted_check', 'self_hosted_bank', 'elavon_cc', 'elavon_ach')),
  title text not null,
  instructions text not null default '',
  enabled boolean not null default true,
  settings_sealed text not null default '',
  position integer not null default 0,
  primary key (site_id, id),
  unique (site_id, method_code)
);

create table payments (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  method_code text not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'started'
    check (state in ('started', 'submitted', 'paid', 'settled', 'failed', 'expired', 'refunded')),
  -- Ours, sent to the provider and asked for by; theirs, believed once only.
  transaction_id text not null,
  provider_transaction_id text,
  masked_account text not null default '',
  message text not null default '',
  token_sealed text not null default '',
  verification jsonb,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id, id),
  unique (transaction_id),
  unique (provider_transaction_id),
  foreign key (site_id, order_id) references orders (site_id, id)
);
create unique index one_live_payment_per_order on payments (site_id, order_id)
  where state in ('started', 'submitted', 'paid', 'settled');
create index payments_of_order on payments (site_id, order_id, id);
create index open_payments on payments (expires_at) where state in ('started', 'submitted');

create table idempotency_keys (
  site_id bigint not null references sites (id),
  actor text not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  status integer,
  -- Sealed: an answer may carry a payment page’s token.
  body_sealed text,
  locked_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (site_id, actor, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table staff_accounts (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'fulfillment', 'finance', 'support', 'viewer')),
  password_hash text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (site_id, id)
);
create unique index staff_email on staff_accounts (site_id, lower(email));

create table staff_sessions (
  site_id bigint not null references sites (id),
  token_hash text not null,
  staff_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, token_hash),
  foreign key (site_id, staff_id) references staff_accounts (site_id, id) on delete cascade
);

create table api_credentials (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  name text not null,
  username text not null,
  secret_hash text not null,
  scopes text[] not null default '{catalog}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (site_id, id),
  unique (site_id, username)
);

create table audit_entries (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  actor text not null,
  event text not null,
  subject text not null default '',
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  previous_hash text not null,
  hash text not null,
  primary key (site_id, id)
);

select protect_tenant_table(c.relname) from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname;

-- The trail is written once: nobody under the request's role changes or removes an entry.
revoke update, delete on audit_entries from laurel_app;
