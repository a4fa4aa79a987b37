-- Who of the staff stopped an order; empty when its money did. What a person stopped another may let go on
-- without a word about its money.
alter table orders add column held_by text not null default '';

create table order_notes (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  order_id bigint not null,
  text text not null check (char_length(text) between 1 and 2000),
  written_by text not null,
  at timestamptz not null,
  edited_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);
create index notes_of_order on order_notes (site_id, order_id, id);

-- What a member of staff looks at again and again: a name for what the list's address says.
create table order_views (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  staff_id bigint not null,
  name text not null check (char_length(name) between 1 and 60),
  is_shared boolean not null default false,
  filters jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, staff_id) references staff_accounts (site_id, id) on delete cascade
);
create unique index order_view_names on order_views (site_id, staff_id, lower(name));
create index order_views_shared on order_views (site_id) where is_shared;

-- What somebody's list begins with.
create table order_view_defaults (
  site_id bigint not null references sites (id),
  staff_id bigint not null,
  view_id bigint not null,
  primary key (site_id, staff_id),
  foreign key (site_id, staff_id) references staff_accounts (site_id, id) on delete cascade,
  foreign key (site_id, view_id) references order_views (site_id, id) on delete cascade
);
create index defaults_of_view on order_view_defaults (site_id, view_id);

select protect_tenant_table('order_notes');
select protect_tenant_table('order_views');
select protect_tenant_table('order_view_defaults');

-- What an order's history tells of its deliveries: not that 10,000 mails were sent, but what went wrong, and what
-- was done about it.
create index events_told_of_order on delivery_events (site_id, order_id, id)
  where event in ('bounced', 'returned', 'replaced', 'fixed', 'mailed')
    or (event = 'queued' and facts @> '{"again": true}');
