-- Where a site gets mail: laws ask for it in its emails.
alter table sites add column postal_address text not null default '';
grant update (postal_address) on sites to laurel_app;
