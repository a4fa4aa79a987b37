-- Pages and mails for a customer are in this language; empty text means the browser's or the site's.
alter table customers
  add column language text not null default '' check (language in ('', 'en', 'es'));
