import type { OutputOf } from '@laurel/contract/wire-types'
import { Link } from '@tanstack/react-router'
import type { Camelized } from '../../../app/case.ts'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { Tag, type TagTone } from '../../../parts/Tag.tsx'

type Told = Camelized<OutputOf<'reportDeliveries'>>
type Line = Told['lines'][number]

const OUTCOMES: Readonly<Record<Line['outcome'], { word: string; tone: TagTone }>> = {
  bounced: { word: 'Bounced', tone: 'warn' },
  unchanged: { word: 'Left as it is', tone: 'plain' },
  not_found: { word: 'Not one of yours', tone: 'plain' },
  unreadable: { word: 'Not understood', tone: 'bad' },
}

/** What became of each mail or address that was handed over. */
export function ReportLines({ told: { bounced, lines } }: { told: Told }) {
  return (
    <section aria-labelledby="outcome">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="outcome" className="text-h3">
          {bounced === 0
            ? 'Nothing stands as bounced because of it'
            : bounced === 1
              ? 'One card stands as bounced'
              : `${bounced} cards stand as bounced`}
        </h2>
        {bounced > 0 && (
          <LinkButton to="/office/deliveries" search={{}} size="compact">
            Show what needs attention
          </LinkButton>
        )}
      </div>
      <ul className="mt-4 border-line border-t">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one address may come back twice; the list never moves
          <li key={index} className="grid gap-1 border-line border-b py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <b className="wrap-anywhere min-w-0 font-semibold">{line.about}</b>
              <Tag tone={OUTCOMES[line.outcome].tone}>{OUTCOMES[line.outcome].word}</Tag>
            </p>
            <p className="text-muted text-small">{line.words}</p>
            {line.deliveries.length > 0 && (
              <ul className="flex flex-wrap gap-x-4">
                {line.deliveries.map(({ id, orderNumber, firstName, lastName }) => (
                  <li key={id}>
                    <Link
                      to="/office/deliveries/$id"
                      params={{ id: String(id) }}
                      className="inline-flex min-h-9 items-center text-accent-text text-small underline"
                    >
                      {`${firstName} ${lastName}`.trim() || 'No name'}, order {orderNumber}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
