-- Every registered customer is in a company. Until now it was made with their next request, as it still is for those
-- who register later.
insert into companies (site_id, name, founded_by)
  select c.site_id, c.legal_business_name, c.id from customers c
  left join company_members m on m.site_id = c.site_id and m.customer_id = c.id
  where c.registration_complete and c.closed_at is null and m.customer_id is null;

-- A company that a founder left has other people.
insert into company_members (site_id, company_id, customer_id, role)
  select o.site_id, max(o.id), o.founded_by, 'admin' from companies o
  join customers c on c.site_id = o.site_id and c.id = o.founded_by
  left join company_members m on m.site_id = o.site_id and m.customer_id = o.founded_by
  left join company_members p on p.site_id = o.site_id and p.company_id = o.id
  where c.registration_complete and c.closed_at is null and m.customer_id is null and p.customer_id is null
  group by o.site_id, o.founded_by;
