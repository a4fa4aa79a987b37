-- Reports that a company keeps under a name, and those that are mailed (docs/decisions/0090).
create table saved_reports (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  name text not null,
  -- { kind, range, from, until, by }
  settings jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- Null if it isn't mailed.
  every text check (every in ('daily', 'weekly', 'monthly')),
  day integer not null,
  -- `08:00`, in the company's time zone.
  time text not null,
  -- Customers who get it, while they can see reports.
  reader_ids jsonb not null,
  next_at timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  check ((every is null) = (next_at is null))
);
create index saved_reports_of_company on saved_reports (site_id, company_id);
create index saved_reports_due on saved_reports (next_at) where next_at is not null;
select protect_tenant_table('saved_reports');
select reveal_due_work('saved_reports', 'next_at');

-- The saved report that a file was made for, and when it was due; null if someone asked for it.
alter table report_files add column saved_id bigint;
alter table report_files add column due_at timestamptz;
create unique index one_report_when_due on report_files (site_id, saved_id, due_at) where due_at is not null;
alter table report_files alter column customer_id drop not null;
