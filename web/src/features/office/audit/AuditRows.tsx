import { Link } from '@tanstack/react-router'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { moment } from '../times.ts'
import type { AuditLine } from './audit.queries.ts'
import { actorWords, eventWords } from './audit-words.ts'

export function AuditRows({ entries }: { entries: readonly AuditLine[] }) {
  return (
    <Table stacks aria-label="Audit trail">
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
  const { at, actor, actorName, event, subject, facts } = entry
  return (
    <tr className="hover:bg-canvas">
      <Cell className="whitespace-nowrap align-top! text-muted text-small narrow:order-3">
        <time dateTime={at}>{moment(at)}</time>
      </Cell>
      <Cell className="align-top! narrow:order-4 narrow:text-end narrow:text-small">
        <span className="wrap-anywhere">{actorWords(actor, actorName)}</span>
      </Cell>
      <Cell className="align-top! narrow:order-1">
        <span className="block">{eventWords(event)}</span>
        {facts.length > 0 && (
          <dl className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-small">
            {facts.map(({ name, value }) => (
              <div key={name} className="wrap-anywhere">
                <dt className="inline">{name.replaceAll('_', ' ')}: </dt>
                <dd className="inline text-ink">{value === '' ? 'nothing' : value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Cell>
      <Cell className="align-top! narrow:order-2 narrow:text-end">
        <Subject subject={subject} />
      </Cell>
    </tr>
  )
}

function Subject({ subject }: { subject: string }) {
  const [kind = '', id = ''] = subject.split(':')
  if (kind === 'order' && /^\d+$/.test(id)) {
    return (
      <Link to="/office/orders/$id" params={{ id }} className="link inline-flex items-center touch:min-h-11">
        {subject}
      </Link>
    )
  }
  return <span className="wrap-anywhere">{subject}</span>
}
