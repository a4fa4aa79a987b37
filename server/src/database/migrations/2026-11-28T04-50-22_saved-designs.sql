-- Designs that a company keeps, to start cards with them: what a card item has, without an order.
create table saved_designs (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  saved_by bigint not null,
  name text not null,
  reward_type text not null check (reward_type in ('bulk', 'direct', 'digital')),
  reward_id bigint not null,
  reward_card_template_id bigint not null,
  design jsonb not null,
  message text not null,
  sender_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When a card was started with it.
  last_used_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, saved_by) references customers (site_id, id),
  foreign key (site_id, reward_id) references rewards (site_id, id),
  foreign key (site_id, reward_card_template_id) references reward_card_templates (site_id, id)
);
create unique index saved_design_names on saved_designs (site_id, company_id, lower(name));
create index saved_designs_by_logo on saved_designs (site_id, (design ->> 'logo_file_key'))
  where design ->> 'logo_file_key' is not null;
select protect_tenant_table('saved_designs');
