import { auditEventWords, auditPartyWords } from '@laurel/domain/audit-words'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { moment } from '../times.ts'
import type { AuditLine } from './audit.queries.ts'

export function AuditRows({ entries }: { entries: readonly AuditLine[] }) {
  return (
    <Table stacks aria-label="Audit log">
      <thead>
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell>About</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </tbody>
    </Table>
  )
}

function Entry({ entry }: { entry: AuditLine }) {
  const { at, actor, actorName, event, subject, subjectName, facts } = entry
  return (
    <tr className="hover:bg-canvas">
      <Cell className="whitespace-nowrap align-top! text-muted text-small narrow:order-3">
        <time dateTime={at}>{moment(at)}</time>
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

function Party({ party, name }: { party: string; name: string }) {
  return <PartyLink party={party}>{auditPartyWords(party, name)}</PartyLink>
}

const SCREENS: Readonly<Record<string, LinkProps['to']>> = {
  order: '/office/orders/$id',
  customer: '/office/customers/$id',
  delivery: '/office/deliveries/$id',
  batch: '/office/fulfillment/$id',
}

/** Some things have screens of their own. */
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
