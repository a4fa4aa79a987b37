-- Groups of a company's people, such as regions. A person is in one at most.
create table company_teams (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  name text not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
create unique index one_team_by_name on company_teams (site_id, company_id, lower(name));
select protect_tenant_table('company_teams');

alter table company_members add column team_id bigint;

-- Null for the site's. Read with other facts of the order that is paid, so that companies without budgets take no query.
alter table companies add column time_zone text;
alter table companies add column has_budgets boolean not null default false;

-- What people may order for in a period: everyone of the company, of a team, or one person.
create table company_budgets (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  name text not null,
  team_id bigint,
  customer_id bigint,
  period text not null check (period in ('month', 'quarter', 'year')),
  amount_cents bigint not null check (amount_cents > 0),
  rolls_over boolean not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  check (team_id is null or customer_id is null)
);
create index budgets_of_company on company_budgets (site_id, company_id, id) where ended_at is null;
select protect_tenant_table('company_budgets');

-- The sums of a budget's entries by period, changed under a lock of the budget.
create table budget_periods (
  site_id bigint not null references sites (id),
  budget_id bigint not null,
  -- The first day, `2026-10-01`, in the company's time zone.
  starts_on text not null,
  amount_cents bigint not null,
  -- What earlier periods left, if the budget rolls over.
  carried_cents bigint not null,
  reserved_cents bigint not null default 0,
  spent_cents bigint not null default 0,
  primary key (site_id, budget_id, starts_on),
  foreign key (site_id, budget_id) references company_budgets (site_id, id)
);
select protect_tenant_table('budget_periods');

create table budget_entries (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  budget_id bigint not null,
  starts_on text not null,
  order_id bigint not null,
  event text not null check (event in ('reserved', 'spent', 'returned')),
  -- What it follows from: `payment:5`, `order:7`, `refund:2`.
  source text not null,
  reserved_cents bigint not null,
  spent_cents bigint not null,
  at timestamptz not null,
  primary key (site_id, id),
  -- Each event is entered once, however often it is told.
  unique (site_id, order_id, source, event, budget_id),
  foreign key (site_id, budget_id, starts_on) references budget_periods (site_id, budget_id, starts_on),
  foreign key (site_id, order_id) references orders (site_id, id)
);
select protect_tenant_table('budget_entries');
revoke update, delete on budget_entries from laurel_app;

-- Whether the order has entries: others are paid, closed, and refunded without looking for them.
alter table orders add column is_budgeted boolean not null default false;
