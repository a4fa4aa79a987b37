-- Endpoints of companies: their admins add them, and they get the company's own events (docs/decisions/0087). Those of
-- the site have no company.
alter table webhook_endpoints add column company_id bigint;
alter table webhook_endpoints add foreign key (site_id, company_id) references companies (site_id, id);
create index webhook_endpoints_by_company on webhook_endpoints (site_id, company_id) where company_id is not null;

-- Whose event it is, set with its number.
alter table site_events add column company_id bigint;
create index site_events_of_company on site_events (site_id, company_id, number) where company_id is not null;
grant update (company_id) on site_events to laurel_app;
