-- What recipients get is in their language, else in the site's.
alter table sites
  add column language text not null default 'en' check (language in ('en', 'es'));
grant update (language) on sites to laurel_app;

alter table card_recipient_details add column language text not null default '';
alter table saved_people add column language text not null default '';
