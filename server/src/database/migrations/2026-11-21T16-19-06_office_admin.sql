-- Two of the office edit the same thing: the second says which version they saw, and is told.
do $$ declare name text; begin
  foreach name in array array['sites', 'staff_accounts', 'rewards', 'reward_infos', 'reward_card_templates',
    'predefined_amounts', 'predefined_messages', 'heard_about_options', 'landing_components', 'shipping_options',
    'organization_payment_providers'] loop
    execute format('alter table %I add column version integer not null default 1', name);
  end loop;
end $$;

-- A request changes its own site and no other. Every host is looked up before a site is known, so all are
-- read. The owner of the table (migrations, the demo) stands outside: it is no request's role.
alter table sites enable row level security;
create policy read_by_host on sites for select using (true);
create policy change_own on sites for update using (id = current_site()) with check (id = current_site());
grant update (hosts, name, short_name, favicon, site_primary_color, site_secondary_color, site_tertiary_color,
  iso_logo, site_logo, negative_logo, card_mark, support_email, support_phone, support_hours, time_zone,
  legal_texts, accounts, limits, card_fee_cents, auto_approve_below_cents, ach_hold_days, retention_days,
  money_rules, version, updated_at) on sites to laurel_app;

-- A one-time password is good for some days only.
alter table staff_accounts add column password_expires_at timestamptz;

alter table api_credentials
  add column created_by text not null default '',
  add column last_used_at timestamptz,
  add column revoked_at timestamptz;

-- Searched by event, person, subject and time; a page is found by where the one before ended.
create index audit_by_time on audit_entries (site_id, at, id);
create index audit_by_event on audit_entries (site_id, event, at, id);
create index audit_by_actor on audit_entries (site_id, actor, at, id);
create index audit_by_subject on audit_entries (site_id, subject, at, id);

alter table customers
  -- Staff shut the account out; no token opens it while this is set.
  add column disabled_at timestamptz,
  add column disabled_reason text not null default '';
create table customer_notes (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  text text not null,
  written_by text not null,
  at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);
create index notes_of_customer on customer_notes (site_id, customer_id, id);
select protect_tenant_table('customer_notes');

-- Switched off: no longer offered, still there for what was ordered with it.
alter table predefined_amounts add column active boolean not null default true;
alter table predefined_messages add column active boolean not null default true;
alter table heard_about_options add column active boolean not null default true;
alter table landing_components add column active boolean not null default true;
-- What a placed order shows is never edited: its successor is, and the list shows that one.
alter table rewards add column replaced_by bigint;
alter table reward_card_templates add column replaced_by bigint;
create index items_of_reward on card_items (site_id, reward_id);
create index items_of_template on card_items (site_id, reward_card_template_id);

-- Pictures of the site itself belong to no customer.
alter table files alter column customer_id drop not null;

-- Whom a site's mail comes from, and the key it is signed with.
create table mail_senders (
  site_id bigint not null references sites (id) on delete cascade,
  from_address text not null,
  dkim_selector text not null,
  dkim_public_key text not null,
  dkim_private_key_sealed text not null,
  checked_at timestamptz,
  -- What the domain's records said when they were last asked for.
  check_result jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (site_id)
);
select protect_tenant_table('mail_senders');
