import type { SiteState } from '@laurel/domain/site-state'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { count, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag, type TagTone } from '../../parts/Tag.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { type Organization, type PlatformSite, platformQueries } from './platform.queries.ts'
import { HostsDialog, NewOrganizationDialog, NewSiteDialog, StateDialog } from './SiteDialogs.tsx'

type Asked = { about: 'organization' } | { about: 'site' } | { about: 'hosts' | 'state'; site: PlatformSite }

export function OrganizationsScreen() {
  const [search, setSearch] = useState('')
  const read = useQuery(platformQueries.organizations(useDeferredValue(search)))
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const organizations = read.data?.organizations ?? []
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="me-auto text-h2">Organizations</h1>
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
          <Figures {...read.data} />
          <TextField
            label="Organization, site, or address"
            before={<Icon of={Search} size={18} />}
            value={search}
            onChange={setSearch}
            className="mt-6 max-w-[26rem]"
          />
          {organizations.length === 0 ? (
            <p className="mt-8 text-muted">Nothing matches. Search by any part of a name or an address.</p>
          ) : (
            organizations.map((one) => (
              <OrganizationPart
                key={one.id}
                organization={one}
                onAsk={(about, site) => setAsked({ about, site })}
              />
            ))
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

type FiguresProps = {
  organizationCount: number
  siteCounts: { settingUp: number; live: number; suspended: number }
  version: string
}

function Figures({ organizationCount, siteCounts, version }: FiguresProps) {
  const { settingUp, live, suspended } = siteCounts
  const figures = [
    {
      name: 'Sites',
      value: count(settingUp + live + suspended),
      detail: `${live} live, ${settingUp} setting up, ${suspended} suspended`,
    },
    { name: 'Organizations', value: count(organizationCount), detail: '' },
    { name: 'Version', value: version, detail: '' },
  ]
  return (
    <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-4">
      {figures.map(({ name, value, detail }) => (
        <div key={name}>
          <dt className="text-muted text-small">{name}</dt>
          <dd className="font-semibold text-h3">{value}</dd>
          {detail && <dd className="text-muted text-small">{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}

const STATES: Record<SiteState, { word: string; tone: TagTone }> = {
  live: { word: 'Live', tone: 'good' },
  setting_up: { word: 'Setting up', tone: 'wait' },
  suspended: { word: 'Suspended', tone: 'plain' },
}

type OrganizationPartProps = {
  organization: Organization
  onAsk: (about: 'hosts' | 'state', site: PlatformSite) => void
}

function OrganizationPart({ organization: { id, name, sites }, onAsk }: OrganizationPartProps) {
  return (
    <section aria-labelledby={`organization-${id}`} className="mt-8">
      <h2 id={`organization-${id}`} className="text-h3">
        {name} <span className="font-normal text-muted text-small">{plural(sites.length, 'site')}</span>
      </h2>
      {sites.length > 0 && (
        <Table
          stacks
          aria-label={`Sites of ${name}`}
          columns={[
            'Site',
            'State',
            { title: 'Orders, 30 days', isNumber: true },
            { title: 'Jobs waiting', isNumber: true },
            { title: 'Storage', isNumber: true, className: 'mid:hidden' },
            { title: 'Actions', isUnseen: true },
          ]}
        >
          {sites.map((site) => (
            <SiteRow key={site.id} site={site} onAsk={(about) => onAsk(about, site)} />
          ))}
        </Table>
      )}
    </section>
  )
}

function SiteRow({ site, onAsk }: { site: PlatformSite; onAsk: (about: 'hosts' | 'state') => void }) {
  const { word, tone } = STATES[site.state]
  const isSuspended = site.state === 'suspended'
  return (
    <tr>
      <Cell>
        <span className="block font-semibold">{site.name}</span>
        <span className="block wrap-anywhere text-muted text-small">{site.hosts.join(', ')}</span>
      </Cell>
      <Cell className="narrow:order-3">
        <Tag tone={tone}>{word}</Tag>
      </Cell>
      <Cell isNumber className="narrow:hidden">
        {count(site.orders30Days)}
      </Cell>
      <Cell isNumber className="narrow:hidden">
        {count(site.waitingJobs)}
        {site.oldestWaitingAt && (
          <span className="block text-muted text-small">
            since{' '}
            {new Date(site.oldestWaitingAt).toLocaleString('en-US', {
              dateStyle: 'medium',
              timeStyle: 'short',
            })}
          </span>
        )}
      </Cell>
      <Cell isNumber className="mid:hidden">
        {sizeOf(site.storageBytes)}
      </Cell>
      <Cell className="w-0 narrow:w-auto narrow:justify-self-end">
        <Menu
          label={`Actions for ${site.name}`}
          button={<Icon of={Ellipsis} />}
          buttonClassName="grid size-11 place-items-center rounded-control hover:bg-sunken"
          entries={[
            { id: 'hosts', label: 'Change addresses', onPress: () => onAsk('hosts') },
            {
              id: 'state',
              label: isSuspended ? 'Resume site' : 'Suspend site',
              isBad: !isSuspended,
              onPress: () => onAsk('state'),
            },
          ]}
        />
      </Cell>
    </tr>
  )
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return `${megabytes.toLocaleString('en-US', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`
}
