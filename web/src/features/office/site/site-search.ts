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

export function readSiteSearch({ part }: Record<string, unknown>): SiteSearch {
  const known = SITE_PARTS.find(({ value }) => value === part && value !== 'general')
  return known ? { part: known.value } : {}
}
