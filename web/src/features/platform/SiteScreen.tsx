import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../app/call.ts'
import { Figures } from '../../parts/Figures.tsx'
import { count, moment } from '../../parts/format.ts'
import { PlatformPart, PlatformScreen } from './PlatformScreen.tsx'
import { platformQueries } from './platform.queries.ts'
import { ago, sizeOf } from './platform-words.ts'
import { HostsDialog, StateDialog } from './SiteDialogs.tsx'
import { type SiteAction, SiteHealth, SiteMenu, SiteStateTag } from './SiteParts.tsx'

type Site = AnswerOf<'getPlatformSite'>

/** One site's use, health, and limits. */
export function SiteScreen({ id }: { id: number }) {
  const read = useQuery(platformQueries.site(id))
  const [asked, setAsked] = useState<SiteAction>()
  const site = read.data
  const close = () => setAsked(undefined)
  return (
    <>
      <p className="mb-1 text-small">
        <Link to="/platform" activeOptions={{ exact: true }}>
          Organizations
        </Link>
      </p>
      <PlatformScreen
        title={site?.name ?? 'Site'}
        read={read}
        actions={site && <SiteMenu site={site} onAsk={setAsked} />}
      >
        {(site) => (
          <>
            <p className="mt-1 wrap-anywhere text-muted">
              {site.organizationName} · {site.hosts.join(', ')}
            </p>
            <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <SiteStateTag state={site.state} />
              <SiteHealth site={site} />
            </p>
            <div className="mt-6">
              <Figures figures={figuresOf(site)} />
            </div>
            <div className="grid grid-cols-2 gap-x-14 mid:grid-cols-1">
              <PlatformPart title="Background work">
                <Facts facts={workOf(site)} />
              </PlatformPart>
              <PlatformPart title="Limits">
                <Facts facts={limitsOf(site)} />
                <p className="mt-3 text-muted text-small">
                  Staff set a site’s limits in Site settings. <code>RATE_LIMIT_PER_MINUTE</code> is the same
                  for all sites.
                </p>
              </PlatformPart>
            </div>
          </>
        )}
      </PlatformScreen>
      {site && asked === 'hosts' && <HostsDialog site={site} onClose={close} />}
      {site && asked === 'state' && <StateDialog site={site} onClose={close} />}
    </>
  )
}

function figuresOf(site: Site) {
  return [
    { label: 'Orders', value: count(site.orders), note: `${count(site.orders30Days)} in the last 30 days` },
    { label: 'Cards', value: count(site.cards), note: 'In approved orders' },
    {
      label: 'Customers',
      value: count(site.customers),
      note: `${count(site.recipients)} recipients, ${count(site.staff)} staff`,
    },
    { label: 'Storage', value: sizeOf(site.storageBytes), note: 'Uploaded by customers' },
    {
      label: 'Last order',
      value: site.lastOrderAt === null ? 'None' : ago(site.lastOrderAt),
      note: site.lastOrderAt !== null && moment(site.lastOrderAt),
    },
  ]
}

function workOf({ mailsWaiting, waitingJobs, failedJobs, oldestWaitingAt }: Site) {
  return {
    'Emails waiting': count(mailsWaiting),
    'Jobs waiting': count(waitingJobs),
    'Oldest waiting since': oldestWaitingAt === null ? 'None' : moment(oldestWaitingAt),
    'Failed jobs': failedJobs === 0 ? '0' : <b className="text-bad">{count(failedJobs)}</b>,
  }
}

function limitsOf({ limits, requestsPerMinute }: Site) {
  return {
    'Card value': `${formatCents(limits.minValueCents)} to ${formatCents(limits.maxValueCents)}`,
    'Cards per design': count(limits.maxQuantity),
    'Recipients per list': count(limits.maxRecipients),
    'Order value': formatCents(limits.maxOrderCents),
    'Requests per person or network': `${count(requestsPerMinute)} per minute`,
  }
}

function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="mt-2">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 border-line border-b py-2.5">
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
