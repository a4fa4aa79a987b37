export const SITE_STATES = ['setting_up', 'live', 'suspended'] as const
/** Customers can use a live site only. */
export type SiteState = (typeof SITE_STATES)[number]

/** A suspended site that wasn't live before is being set up again when it resumes. */
export function siteStateOf(site: { live_at: Date | null; suspended_at: Date | null }): SiteState {
  if (site.suspended_at !== null) return 'suspended'
  return site.live_at === null ? 'setting_up' : 'live'
}
