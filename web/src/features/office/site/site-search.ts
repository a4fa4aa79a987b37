import { oneOf, searchParams } from '../../../app/search-params.ts'
export const SITE_PARTS = [
  { value: 'general', label: 'Name and addresses' },
  { value: 'brand', label: 'Logos and colors' },
  { value: 'texts', label: 'Texts' },
  { value: 'limits', label: 'Limits and fees' },
  { value: 'cards', label: 'Digital cards' },
  { value: 'accounts', label: 'Accounts' },
  { value: 'payments', label: 'Ways to pay' },
  { value: 'carriers', label: 'Carriers' },
  { value: 'sender', label: 'Mail' },
] as const
export type SitePart = (typeof SITE_PARTS)[number]['value']
export type SiteSearch = { part?: SitePart }

export const readSiteSearch = searchParams<SiteSearch>({
  part: oneOf(...SITE_PARTS.map(({ value }) => value).filter((part) => part !== 'general')),
})
