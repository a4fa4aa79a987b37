import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Fragment, useDeferredValue, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Figures } from '../../parts/Figures.tsx'
import { age, count, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { TextField } from '../../parts/TextField.tsx'
import {
  type Organization,
  type Organizations,
  type PlatformSite,
  platformQueries,
} from './platform.queries.ts'
import { ago, sizeOf } from './platform-words.ts'
import { HostsDialog, NewOrganizationDialog, NewSiteDialog, StateDialog } from './SiteDialogs.tsx'
import { type SiteAction, SiteHealth, SiteMenu, SiteStateTag } from './SiteParts.tsx'

type Asked = { about: 'organization' } | { about: 'site' } | { about: SiteAction; site: PlatformSite }

export function OrganizationsScreen() {
  const [search, setSearch] = useState('')
  const read = useQuery(platformQueries.organizations(useDeferredValue(search)))
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const organizations = read.data?.organizations ?? []
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="me-auto text-h2 narrow:w-full">Organizations</h1>
        <Button size="compact" onClick={() => setAsked({ about: 'organization' })}>
          New organization
        </Button>
        <Button
          size="compact"
          look="primary"
          isDisabled={organizations.length === 0}
          onClick={() => setAsked({ about: 'site' })}
        >
          New site
        </Button>
      </div>
      {read.error ? (
        <ReadProblem read={read} className="mt-6" />
      ) : read.data ? (
        <>
          <div className="mt-6">
            <Figures figures={figuresOf(read.data)} />
          </div>
          <TextField
            label="Organization, site, or address"
            before={<Icon of={Search} size={18} />}
            value={search}
            onChange={setSearch}
            className="mt-6 max-w-[26rem]"
          />
          {organizations.length === 0 ? (
            <p className="mt-8 text-muted">No matches. Search by any part of a name or an address.</p>
          ) : (
            <SiteTable organizations={organizations} onAsk={(about, site) => setAsked({ about, site })} />
          )}
        </>
      ) : (
        <Spinner />
      )}
      {asked?.about === 'organization' && <NewOrganizationDialog onClose={close} />}
      {asked?.about === 'site' && <NewSiteDialog organizations={organizations} onClose={close} />}
      {asked?.about === 'hosts' && <HostsDialog site={asked.site} onClose={close} />}
      {asked?.about === 'state' && <StateDialog site={asked.site} onClose={close} />}
    </>
  )
}

function figuresOf({ siteCounts, organizations, lastBackupAt, lastVerifiedAt, version }: Organizations) {
  const { settingUp, live, suspended } = siteCounts
  const oldest = organizations
    .flatMap(({ sites }) => sites)
    .filter(({ oldestWaitingAt, state }) => oldestWaitingAt !== null && state !== 'suspended')
    .toSorted((a, b) => a.oldestWaitingAt!.localeCompare(b.oldestWaitingAt!))[0]
  return [
    {
      label: 'Sites',
      value: count(settingUp + live + suspended),
      note: `${live} live, ${settingUp} setting up, ${suspended} suspended`,
    },
    {
      label: 'Oldest job waiting',
      value: oldest ? age(oldest.oldestWaitingAt!) : 'None',
      note: oldest?.name,
    },
    {
      label: 'Last backup',
      value: lastBackupAt === null ? 'None' : ago(lastBackupAt),
      note: <Link to="/platform/backups">See backups</Link>,
    },
    { label: 'Last verified restore', value: lastVerifiedAt === null ? 'Never' : ago(lastVerifiedAt) },
    { label: 'Version', value: version, note: <Link to="/platform/upgrades">See upgrades</Link> },
  ]
}

type SiteTableProps = {
  organizations: readonly Organization[]
  onAsk: (about: SiteAction, site: PlatformSite) => void
}

function SiteTable({ organizations, onAsk }: SiteTableProps) {
  return (
    <Table
      stacks
      aria-label="Organizations and their sites"
      className="mt-6"
      columns={[
        'Site',
        'Status',
        'Health',
        { title: 'Orders, 30 days', isNumber: true },
        { title: 'Jobs waiting', isNumber: true, className: 'mid:hidden' },
        { title: 'Storage', isNumber: true, className: 'mid:hidden' },
        { title: 'Actions', isUnseen: true },
      ]}
    >
      {organizations.map(({ id, name, sites }) => (
        <Fragment key={id}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={7}
              className="border-line border-b pt-6 pb-2.5 text-start font-semibold narrow:col-span-2 narrow:border-0 narrow:p-0"
            >
              {name}
              <span className="ms-2.5 font-normal text-muted text-small">{plural(sites.length, 'site')}</span>
            </th>
          </tr>
          {sites.map((site) => (
            <SiteRow key={site.id} site={site} onAsk={(about) => onAsk(about, site)} />
          ))}
        </Fragment>
      ))}
    </Table>
  )
}

function SiteRow({ site, onAsk }: { site: PlatformSite; onAsk: (about: SiteAction) => void }) {
  return (
    <tr>
      <Cell className="ps-5! narrow:ps-0!">
        <Link to="/platform/sites/$id" params={{ id: site.id }} className="font-semibold">
          {site.name}
        </Link>
        <span className="block wrap-anywhere text-muted text-small">{site.hosts.join(', ')}</span>
      </Cell>
      <Cell className="narrow:order-3">
        <SiteStateTag state={site.state} />
      </Cell>
      <Cell className="narrow:order-4 narrow:self-center narrow:justify-self-end">
        <SiteHealth site={site} />
      </Cell>
      <Cell isNumber className="narrow:hidden">
        {count(site.orders30Days)}
      </Cell>
      <Cell isNumber className="mid:hidden">
        {count(site.waitingJobs)}
      </Cell>
      <Cell isNumber className="mid:hidden">
        {sizeOf(site.storageBytes)}
      </Cell>
      <Cell className="w-0 narrow:w-auto narrow:justify-self-end">
        <SiteMenu site={site} onAsk={onAsk} />
      </Cell>
    </tr>
  )
}
