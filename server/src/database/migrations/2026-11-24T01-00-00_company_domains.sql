-- A company's own roles, the email domains whose people may join it, and who asked to.
create table company_roles (
  site_id bigint not null references sites (id),
  company_id bigint not null,
  key text not null check (key like 'custom-%'),
  name text not null,
  capabilities text[] not null,
  created_at timestamptz not null default now(),
  primary key (site_id, company_id, key),
  foreign key (site_id, company_id) references companies (site_id, id)
);
create unique index company_roles_by_name on company_roles (site_id, company_id, lower(name));
select protect_tenant_table('company_roles');

alter table company_members drop constraint company_members_role_check;
alter table company_members add constraint company_members_role_check
  check (role in ('admin', 'buyer', 'approver', 'finance', 'viewer') or role like 'custom-%');
alter table company_invitations drop constraint company_invitations_role_check;
alter table company_invitations add constraint company_invitations_role_check
  check (role in ('admin', 'buyer', 'approver', 'finance', 'viewer') or role like 'custom-%');

-- How people of the verified domains join: not at all, after an approval, or at once.
alter table companies add column join_by_domain text not null default 'approval'
  check (join_by_domain in ('off', 'approval', 'open'));
alter table companies add column join_role text not null default 'viewer';
-- When admins were last mailed about requests, or will be.
alter table companies add column join_mail_at timestamptz;

create table company_domains (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  domain text not null,
  token text not null,
  -- A missing record is checked often for some days after this.
  asked_at timestamptz not null,
  checked_at timestamptz,
  -- What the last check found.
  outcome text check (outcome in ('found', 'missing', 'unreachable', 'taken')),
  -- Null once it's checked on request only.
  next_check_at timestamptz,
  verified_at timestamptz,
  missing_since timestamptz,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
create unique index domains_of_company on company_domains (site_id, company_id, domain);
-- One company has a domain. Another one that proves it too gets it once the first one's record is gone.
create unique index verified_domains on company_domains (site_id, domain) where verified_at is not null;
create index domains_to_check on company_domains (next_check_at) where next_check_at is not null;
select protect_tenant_table('company_domains');
select reveal_due_work('company_domains', 'next_check_at');

-- Who asked to join, was declined, or isn't in the company any longer: none of them joins without an approval.
create table company_join_requests (
  site_id bigint not null references sites (id),
  company_id bigint not null,
  customer_id bigint not null,
  state text not null check (state in ('open', 'declined', 'left')),
  at timestamptz not null,
  primary key (site_id, company_id, customer_id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id)
);
create index join_requests_of_customer on company_join_requests (site_id, customer_id);
select protect_tenant_table('company_join_requests');
