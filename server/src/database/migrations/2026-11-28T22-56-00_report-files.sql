-- Files of companies' reports, made by jobs (docs/decisions/0090).
create table report_files (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  -- Who asked for it.
  customer_id bigint not null,
  name text not null,
  -- { kind, range, from, until, by }, and the days that the range meant then.
  settings jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  state text not null check (state in ('waiting', 'making', 'ready', 'failed')),
  row_count bigint not null default 0,
  tries integer not null default 0,
  -- Where the current attempt writes; '' before the first.
  key text not null default '',
  seal text not null default '',
  bytes bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id)
);
create index report_files_of_company on report_files (site_id, company_id, id desc);
create index report_files_to_remove on report_files (expires_at);
select protect_tenant_table('report_files');
select reveal_due_work('report_files', 'expires_at');
