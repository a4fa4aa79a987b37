import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useSite } from '../../../app/site.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { officeQueries } from '../office.queries.ts'
import { goToSite, type OtherSite } from '../site-switch.ts'
import { placeAt } from './places.ts'

/** Leads to the organization's other sites where this person works; hidden if there are none. */
export function SiteSwitcher() {
  const { data: sites = [] } = useQuery(officeQueries.sites())
  const { pathname } = useLocation()
  const { name } = useSite()
  if (sites.length === 0) return null
  return (
    <Menu
      label={`Switch site, at ${name}`}
      buttonClassName="grid size-11 shrink-0 place-items-center rounded-control text-white hover:bg-white/8"
      button={<Icon of={ChevronsUpDown} size={18} />}
      entries={sites.map((site) => ({
        id: site.url,
        label: site.name,
        picture: <SiteTile site={site} />,
        onPress: () => goToSite(site, placeAt(pathname)?.to ?? '/office'),
      }))}
    />
  )
}

/** Drawn here, because this site's pages load no pictures of other hosts. */
function SiteTile({ site }: { site: OtherSite }) {
  const { paths } = site.cardMark
  if (paths.length === 0) {
    return (
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" className="shrink-0">
        <rect width="32" height="32" rx="8" fill={site.sitePrimaryColor} />
      </svg>
    )
  }
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" className="shrink-0">
      {paths.map(({ d, second }) => (
        <path key={d} d={d} fill={second ? site.siteSecondaryColor : site.sitePrimaryColor} />
      ))}
    </svg>
  )
}
