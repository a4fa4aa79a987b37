-- Files of customers: folders, versions, a trash, and uploads in parts (docs/decisions/0101).
alter table files
  alter column width drop not null,
  alter column height drop not null,
  -- Shared with this company.
  add column company_id bigint,
  add column folder text not null default 'logos' check (folder in ('logos', 'lists', 'own')),
  -- Null for files that are directly in `folder`.
  add column folder_id bigint,
  -- The first of its versions; null for itself.
  add column line_id bigint,
  -- Who added this version, if it isn't the customer whose file it is.
  add column added_by bigint,
  -- When a newer version took its place.
  add column replaced_at timestamptz,
  -- When it was moved to the trash.
  add column deleted_at timestamptz,
  -- Removed from the trash too, but a card or design still shows it.
  add column hidden_at timestamptz,
  add column expires_at timestamptz,
  add column scan text not null default 'not_scanned' check (scan in ('not_scanned', 'waiting', 'clean', 'infected')),
  add column import_id bigint;
create index files_of_customer on files (site_id, customer_id, folder);
create index files_of_company on files (site_id, company_id, folder) where company_id is not null;
create index file_versions on files (site_id, line_id) where line_id is not null;
create index files_in_folder on files (site_id, folder_id) where folder_id is not null;
create index files_expiring on files (expires_at) where expires_at is not null;
create index files_in_trash on files (deleted_at) where deleted_at is not null;
create index files_replaced on files (replaced_at) where replaced_at is not null;
create index files_to_scan on files (site_id) where scan = 'waiting';
select reveal_due_work('files', 'id, deleted_at, hidden_at, replaced_at, expires_at, scan');

create table file_folders (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  company_id bigint,
  folder text not null check (folder in ('logos', 'lists', 'own')),
  parent_id bigint,
  name text not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);
create unique index file_folder_names on file_folders (site_id, customer_id, folder, coalesce(parent_id, 0), lower(name))
  where company_id is null;
create unique index company_file_folder_names
  on file_folders (site_id, company_id, folder, coalesce(parent_id, 0), lower(name)) where company_id is not null;
select protect_tenant_table('file_folders');

create table file_uploads (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  -- The company that the customer acted for.
  company_id bigint,
  name text not null,
  bytes bigint not null,
  content_type text not null,
  sha256 text not null,
  folder text not null check (folder in ('logos', 'lists', 'own')),
  folder_id bigint,
  is_shared boolean not null,
  on_conflict text not null check (on_conflict in ('ask', 'keep_both', 'replace')),
  token_hash text not null,
  -- The beginning of its parts' keys in the file store.
  key text not null,
  -- What object storage calls it; '' if our server takes the parts.
  store_upload text not null default '',
  -- The file it became.
  file_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade
);
create index file_uploads_of_customer on file_uploads (site_id, customer_id);
create index file_uploads_expiring on file_uploads (expires_at);
select protect_tenant_table('file_uploads');
select reveal_due_work('file_uploads', 'id, expires_at');

create table file_upload_parts (
  site_id bigint not null references sites (id),
  upload_id bigint not null,
  number integer not null check (number between 1 and 10000),
  -- Where its bytes are in the file store.
  key text not null,
  bytes integer not null,
  etag text not null,
  primary key (site_id, upload_id, number),
  foreign key (site_id, upload_id) references file_uploads (site_id, id) on delete cascade
);
select protect_tenant_table('file_upload_parts');
