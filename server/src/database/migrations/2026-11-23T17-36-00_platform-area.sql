-- Failed sign-ins of the same account, or of strangers, share a row for each hour, which counts them.
alter table platform_log add column folded text unique;
alter table platform_log add column count integer not null default 1;

-- What operators see of a running process. Empty for versions before this one.
alter table running_servers add column version text not null default '';
alter table running_servers add column started_at timestamptz not null default now();
