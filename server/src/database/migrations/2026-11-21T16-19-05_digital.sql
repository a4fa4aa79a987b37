alter table orders
  -- Everybody on the order's lists has their delivery: until then it is not said to be fulfilled.
  add column planned_at timestamptz,
  -- Its money went back, and somebody let it go on all the same.
  add column released_at timestamptz;
create index orders_under_way on orders (site_id, id) where status = 'approved';

alter table deliveries
  -- The sending its link to the card began with: sent again to the same address it carries the same link.
  add column link_attempt integer not null default 1 check (link_attempt > 0),
  -- How often the mail server was asked to take this sending and could not.
  add column tries integer not null default 0 check (tries >= 0),
  -- Until when the link opens the card.
  add column expires_at timestamptz,
  add column reminders_off boolean not null default false;
create index deliveries_to_remind on deliveries (site_id, expires_at)
  where status in ('sent', 'opened') and reminded_at is null and not reminders_off;
create index deliveries_by_email on deliveries (site_id, lower(email)) where email <> '';
create index cards_of_delivery on issued_cards (site_id, delivery_id, position);

alter table sites
  add column claim_within_days integer not null default 365 check (claim_within_days between 30 and 3650),
  -- Nobody is reminded where it is nothing.
  add column remind_before_days integer not null default 30 check (remind_before_days between 0 and 365),
  add column card_mail_subject text not null default '{first name}, a {amount} card is waiting for you';
grant update (claim_within_days, remind_before_days, card_mail_subject) on sites to laurel_app;

-- The books of the embedded issuer: what a number is worth is said here and nowhere else.
create table issuer_cards (
  site_id bigint not null references sites (id),
  -- The caller's own name for what was asked for: asked again, it is the same card.
  key text not null,
  value_cents bigint not null check (value_cents > 0),
  balance_cents bigint not null check (balance_cents >= 0 and balance_cents <= value_cents),
  status text not null default 'issued' check (status in ('issued', 'active', 'cancelled')),
  number_sealed text not null,
  number_digest text not null,
  pin_sealed text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, key),
  unique (number_digest)
);
select protect_tenant_table('issuer_cards');

-- How often something was done of late, by a name of its own; what is over its limit is refused.
create table use_counters (
  site_id bigint not null references sites (id) on delete cascade,
  key text not null,
  uses integer not null check (uses > 0),
  began_at timestamptz not null,
  primary key (site_id, key)
);
create index use_counters_by_age on use_counters (began_at);
select protect_tenant_table('use_counters');
