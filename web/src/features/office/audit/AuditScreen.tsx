import { api } from '@laurel/contract/routes'
import { auditEventWords, auditPartyWords } from '@laurel/domain/audit-words'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { useSite } from '../../../app/site.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { ExportButton, Older } from '../../../parts/LongList.tsx'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { Progress } from '../../../parts/Progress.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Loaded, ScreenHead } from '../ListParts.tsx'
import type { AuditSearch } from '../screen-searches.ts'
import { officeMoment } from '../times.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { type AuditLine, auditQueries, soughtOf } from './audit.queries.ts'

/** The audit log, and a check that it hasn't been tampered with. */
export function AuditScreen({ search }: { search: AuditSearch }) {
  const navigate = useNavigate()
  const { timeZone } = useSite()
  const read = useQuery(auditQueries.page(search, timeZone))
  const isFiltered = Object.keys(search).some((name) => name !== 'before')
  const go = (before: string | undefined) => {
    const { before: _, ...sought } = search
    void navigate({ to: '/office/audit', search: { ...sought, ...(before && { before }) } })
  }

  return (
    <>
      <ScreenHead
        title="Audit log"
        text="Who did what, and when. Each entry is sealed, so changing or removing one shows."
      >
        <ExportButton
          name="audit.csv"
          fetchFile={() => call(api.exportAudit, { query: soughtOf(search, timeZone) })}
        />
      </ScreenHead>
      <ChainCheck />
      <AuditFilters key={JSON.stringify(search)} search={search} problem={read.error} />
      <div
        className={`mt-6 ${read.isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={read.isPlaceholderData}
      >
        <h2 className="sr-only">Entries found</h2>
        <Loaded label="Entries" read={read}>
          {({ results, older }) => (
            <>
              {results.length > 0 ? (
                <AuditRows entries={results} />
              ) : (
                <EmptyState title={isFiltered ? 'No entries found' : 'No entries yet'}>
                  {isFiltered
                    ? 'Enter exact values, such as “order 10475”.'
                    : 'Actions by your team and customers appear here.'}
                </EmptyState>
              )}
              <Older
                label="Pages of the audit log"
                onNewest={search.before ? () => go(undefined) : undefined}
                onOlder={older === null ? undefined : () => go(older)}
              />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

function AuditRows({ entries }: { entries: readonly AuditLine[] }) {
  return (
    <Table stacks aria-label="Audit log" columns={['When', 'Who', 'What', 'About']}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </Table>
  )
}

function Entry({ entry }: { entry: AuditLine }) {
  const { at, actor, actorName, event, subject, subjectName, facts } = entry
  return (
    <tr className="hover:bg-canvas">
      <Cell className="whitespace-nowrap align-top! text-muted text-small narrow:order-3">
        <time dateTime={at}>{officeMoment(at)}</time>
      </Cell>
      <Cell className="align-top! narrow:order-4 narrow:text-end narrow:text-small">
        <Party party={actor} name={actorName} />
      </Cell>
      <Cell className="align-top! narrow:order-1">
        <span className="block">{auditEventWords(event)}</span>
        {facts.length > 0 && (
          <dl className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-small">
            {facts.map(({ name, label, words, about }) => (
              <div key={name} className="wrap-anywhere">
                <dt className="inline">{label}: </dt>
                <dd className="inline text-ink">
                  <PartyLink party={about}>{words}</PartyLink>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Cell>
      <Cell className="align-top! narrow:order-2 narrow:text-end">
        <Party party={subject} name={subjectName} />
      </Cell>
    </tr>
  )
}

/** Wide enough for a long word, so that only email addresses break inside one. */
function Party({ party, name }: { party: string; name: string }) {
  return (
    <span className="not-narrow:block not-narrow:min-w-28">
      <PartyLink party={party}>{auditPartyWords(party, name)}</PartyLink>
    </span>
  )
}

const SCREENS: Readonly<Record<string, LinkProps['to']>> = {
  order: '/office/orders/$id',
  customer: '/office/customers/$id',
  company: '/office/companies/$id',
  delivery: '/office/deliveries/$id',
  batch: '/office/fulfillment/$id',
}

/** Links to what has its own screen. */
function PartyLink({ party, children }: { party: string; children: string }) {
  const [kind = '', id = ''] = party.split(':')
  const to = SCREENS[kind]
  if (to === undefined || !/^\d+$/.test(id)) return <span className="wrap-anywhere">{children}</span>
  return (
    <Link to={to} params={{ id }} className="link wrap-anywhere inline-flex items-center touch:min-h-11">
      {children}
    </Link>
  )
}

type Run = {
  checked: number
  total: number
  state: 'running' | 'whole' | 'broken' | 'failed'
  brokenId?: number
  problem?: string
}

/** Verifies the whole hash chain on request, part by part. */
function ChainCheck() {
  const [run, setRun] = useState<Run>()

  async function verify() {
    let checked = 0
    let total = 0
    setRun({ checked, total, state: 'running' })
    try {
      for (let afterId = 0; ; ) {
        const part = await call(api.verifyAudit, { body: { afterId } })
        checked += part.checked
        total = Math.max(part.total, checked)
        if (part.brokenId !== null) {
          setRun({ checked, total, state: 'broken', brokenId: part.brokenId })
          return
        }
        if (part.isDone) {
          setRun({ checked, total: checked, state: 'whole' })
          return
        }
        afterId = part.lastId
        setRun({ checked, total, state: 'running' })
      }
    } catch (cause) {
      setRun({ checked, total, state: 'failed', problem: formError(cause) ?? 'Try again in a moment.' })
    }
  }

  const isRunning = run?.state === 'running'
  return (
    <section aria-label="The chain" className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button onClick={() => void verify()} isPending={isRunning}>
        <Icon of={ShieldCheck} />
        Verify entries
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-72">
        {isRunning && (
          <div className="grid max-w-[360px] gap-1.5">
            <span className="text-muted text-small">{plural(run.checked, 'entry', 'entries')} checked</span>
            <Progress label="Entries checked" done={run.checked} total={run.total} />
          </div>
        )}
        {run?.state === 'whole' && (
          <p className="flex gap-2 text-good">
            <Icon of={ShieldCheck} />
            <span>All entries are intact: {plural(run.checked, 'entry', 'entries')} checked.</span>
          </p>
        )}
        {run?.state === 'broken' && (
          <Note tone="bad">
            Entry {run.brokenId} was changed, or an earlier one was removed.{' '}
            {plural(run.checked, 'entry', 'entries')} before it are intact. Leave the database as it is, and
            tell your system administrator.
          </Note>
        )}
        {run?.state === 'failed' && <Note tone="bad">{run.problem}</Note>}
      </div>
    </section>
  )
}
