import { Link } from '@tanstack/react-router'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { moment } from '../times.ts'
import type { AuditLine } from './audit.queries.ts'
import { actorWords, eventWords, factWords, subjectWords } from './audit-words.ts'

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
  const { at, actor, actorName, event, facts } = entry
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
            {facts.map((fact) => {
              const { label, said } = factWords(fact)
              return (
                <div key={fact.name} className="wrap-anywhere">
                  <dt className="inline">{label}: </dt>
                  <dd className="inline text-ink">{said}</dd>
                </div>
              )
            })}
          </dl>
        )}
      </Cell>
      <Cell className="align-top! narrow:order-2 narrow:text-end">
        <Subject entry={entry} />
      </Cell>
    </tr>
  )
}

/** Orders and customers have screens of their own. */
function Subject({ entry: { subject, subjectName } }: { entry: AuditLine }) {
  const [kind = '', id = ''] = subject.split(':')
  const words = subjectWords(subject, subjectName)
  const link = 'link inline-flex items-center touch:min-h-11'
  if (kind === 'order' && subjectName !== '') {
    return (
      <Link to="/office/orders/$id" params={{ id }} className={link}>
        {words}
      </Link>
    )
  }
  if (kind === 'customer' && subjectName !== '') {
    return (
      <Link to="/office/customers/$id" params={{ id }} className={link}>
        {words}
      </Link>
    )
  }
  return <span className="wrap-anywhere">{words}</span>
}
