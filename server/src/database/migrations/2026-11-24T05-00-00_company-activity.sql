-- The company that an entry of the audit log is about, for its own page of activity. It is part of the entry's hash;
-- entries without one are hashed as before.
alter table audit_entries add column company_id bigint;
create index audit_by_company on audit_entries (site_id, company_id, at, id) where company_id is not null;
