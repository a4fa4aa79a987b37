-- Staff merge companies that are one business (docs/decisions/0080). A merged company stays, empty, so that the merge can
-- be undone and old links lead somewhere.
create table company_merges (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  into_id bigint not null,
  state text not null check (state in ('asked', 'merged', 'undone')),
  -- Who asked, if a second person was needed.
  asked_by text not null default '',
  asked_at timestamptz,
  merged_by text not null default '',
  merged_at timestamptz,
  undo_asked_by text not null default '',
  undo_asked_at timestamptz,
  undone_by text not null default '',
  undone_at timestamptz,
  -- What changed: the keys of rows by table, and what they were before. An undo reverses exactly that.
  moved jsonb not null default '{}',
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, into_id) references companies (site_id, id)
);
create index merges_of_company on company_merges (site_id, company_id, id);
create unique index one_live_merge on company_merges (site_id, company_id) where state <> 'undone';
select protect_tenant_table('company_merges');

alter table companies add column merged_into bigint;
create index companies_merged_into on companies (site_id, merged_into) where merged_into is not null;
