-- Which orders of a company need an approval, and whose (docs/decisions/0068). `conditions` and `steps` are those of
-- domain/src/approval-rules.ts.
create table approval_rules (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  position integer not null,
  name text not null,
  conditions jsonb not null,
  steps jsonb not null,
  is_on boolean not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
create index rules_of_company on approval_rules (site_id, company_id, position);
select protect_tenant_table('approval_rules');

-- Read with other facts of the order that is paid, so that companies without rules take no query.
alter table companies add column has_approval_rules boolean not null default false;

create table approval_requests (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  order_id bigint not null,
  -- SHA-256 of what it costs, who gets it, and what it looks like.
  hash text not null,
  state text not null check (state in ('open', 'approved', 'returned', 'withdrawn', 'expired')),
  name text not null,
  amount_cents bigint not null,
  card_count integer not null,
  method_code text not null,
  note text not null,
  comment text not null default '',
  asked_by bigint not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, order_id) references orders (site_id, id)
);
create unique index one_live_approval on approval_requests (site_id, order_id) where state in ('open', 'approved');
create index approvals_of_order on approval_requests (site_id, order_id);
create index approvals_open on approval_requests (site_id, company_id, id) where state = 'open';
select protect_tenant_table('approval_requests');

create table approval_steps (
  site_id bigint not null references sites (id),
  request_id bigint not null,
  position integer not null,
  state text not null check (state in ('waiting', 'open', 'approved', 'returned')),
  -- Who is asked: a step of a rule. Who that is today follows from the company's people.
  asked jsonb not null,
  -- The rules that asked, and why they applied.
  rules jsonb not null,
  -- The people who were mailed, by ID.
  told jsonb not null default '[]',
  due_at timestamptz,
  is_escalated boolean not null default false,
  decided_by bigint,
  decided_at timestamptz,
  comment text not null default '',
  primary key (site_id, request_id, position),
  foreign key (site_id, request_id) references approval_requests (site_id, id)
);
create index approvals_decided on approval_steps (site_id, decided_by, request_id) where decided_by is not null;
select protect_tenant_table('approval_steps');

create table approval_delegates (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  customer_id bigint not null,
  delegate_id bigint not null,
  -- Days in the company's time zone.
  starts_on text not null,
  ends_on text not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
create index delegates_of_company on approval_delegates (site_id, company_id);
select protect_tenant_table('approval_delegates');

-- An order that awaits its company's approval is frozen and not placed. Its buyer has another cart.
alter table orders
  drop constraint orders_status_check,
  add check (status in ('cart', 'awaiting_approval', 'in_review', 'pending_payment', 'approved', 'fulfilled', 'declined',
    'top_up')),
  add constraint orders_awaiting_approval_check
    check (status <> 'awaiting_approval' or (company_id is not null and placed_at is null));
