-- Whom a company's orders are billed to. Without a row, it's as the profile of the person who founded the company says.
create table company_billing (
  site_id bigint not null references sites (id),
  company_id bigint not null,
  legal_business_name text not null,
  attention text not null default '',
  business_address1 text not null,
  business_address2 text not null default '',
  business_city text not null,
  business_state text not null,
  business_zip text not null,
  email text not null default '',
  changed_at timestamptz not null default now(),
  primary key (site_id, company_id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
select protect_tenant_table('company_billing');

-- A company that its founder left is billed to the first of its admins.
insert into company_billing (
    site_id, company_id, legal_business_name, business_address1, business_address2, business_city, business_state,
    business_zip)
  select distinct on (o.site_id, o.id) o.site_id, o.id, c.legal_business_name, c.business_address1, c.business_address2,
    c.business_city, c.business_state, c.business_zip
  from companies o
  join company_members m on m.site_id = o.site_id and m.company_id = o.id and m.role = 'admin'
  join customers c on c.site_id = m.site_id and c.id = m.customer_id
  left join company_members f on f.site_id = o.site_id and f.company_id = o.id and f.customer_id = o.founded_by
  where f.customer_id is null and c.legal_business_name <> ''
  order by o.site_id, o.id, m.joined_at, m.customer_id;
