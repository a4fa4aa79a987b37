import { formatCents } from '@laurel/domain/money'

export type SummaryLine = { label: string; detail?: string | undefined; cents: number }
/** `sum` stands in place of the amount where there is none yet, or nothing to pay. */
export type SummaryGroup = { title: string; cents: number; sum?: string; lines: SummaryLine[] }
type SummaryLinesProps = { groups: SummaryGroup[]; total: { label: string; cents: number } }

/** Groups (value, fees, delivery), each with its sum, then one large total: every cent can be followed. */
export function SummaryLines({ groups, total }: SummaryLinesProps) {
  return (
    <dl className="grid gap-1.5">
      {groups.map((group, index) => (
        <GroupLines key={group.title} group={group} isFirst={index === 0} />
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-3.5 font-semibold">
        <dt>{total.label}</dt>
        <dd className="text-figure">{formatCents(total.cents)}</dd>
      </div>
    </dl>
  )
}

function GroupLines({ group, isFirst }: { group: SummaryGroup; isFirst: boolean }) {
  return (
    <>
      <div
        className={`flex justify-between gap-4 font-semibold ${isFirst ? '' : 'mt-1 border-line border-t pt-3.5'}`}
      >
        <dt className="flex-1">{group.title}</dt>
        <dd className="whitespace-nowrap">{group.sum ?? formatCents(group.cents)}</dd>
      </div>
      {group.lines.map((line) => (
        <div key={`${line.label} ${line.detail ?? ''}`} className="flex justify-between gap-4">
          <dt className="flex-1">
            {line.label}
            {line.detail && <span className="text-muted text-small">{` ${line.detail}`}</span>}
          </dt>
          <dd className="whitespace-nowrap">{line.cents === 0 ? 'Free' : formatCents(line.cents)}</dd>
        </div>
      ))}
    </>
  )
}
