import { formatCents, formatDollars } from '@laurel/domain/money'
import type { Texts } from '@laurel/domain/texts'
import type { AnswerOf } from '../app/call.ts'
import { pageTexts, useTexts } from '../app/texts.ts'
import { count } from './format.ts'

type SummaryLine = { label: string; detail?: string | undefined; cents: number }
/** `sum` replaces the amount when there is none yet or nothing to pay. */
type SummaryGroup = { title: string; cents: number; sum?: string; lines: SummaryLine[] }
type SummaryLinesProps = { groups: SummaryGroup[]; total: { label: string; cents: number } }

/** Groups (value, fees, delivery) with their sums, then the total. */
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
  const i18n = useTexts()

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
          <dd className="whitespace-nowrap">{line.cents === 0 ? i18n.t('Free') : formatCents(line.cents)}</dd>
        </div>
      ))}
    </>
  )
}

export type OrderSummary = AnswerOf<'getOrderSummary'>
type Line = OrderSummary['value']['lines'][number]

/** An order's three sums, broken down to count × amount. */
export function summaryGroups(summary: OrderSummary): SummaryGroup[] {
  const i18n = pageTexts()

  return [
    { title: i18n.t('Card value'), ...group(summary.value, partsText) },
    { title: i18n.t('Card fees'), ...group(summary.fees, partsText, i18n) },
    {
      title: i18n.t('Delivery'),
      ...group(summary.delivery, deliveryText, i18n),
      ...deliverySum(summary.delivery),
    },
  ]
}

/** "Free" needs a chosen delivery method; without one there is no price yet. */
function deliverySum({ cents, lines }: OrderSummary['delivery']) {
  const i18n = pageTexts()

  if (lines.length === 0) return { sum: i18n.t('Not chosen yet') }
  return cents === 0 ? { sum: i18n.t('Free') } : {}
}

/** @param i18n for labels that aren't names of cards */
function group({ cents, lines }: OrderSummary['value'], detail: (line: Line) => string, i18n?: Texts) {
  return {
    cents,
    lines: lines.map((line) => ({
      label: i18n?.t(line.label) ?? line.label,
      detail: detail(line),
      cents: line.cents,
    })),
  }
}

/** `40 × $50.00`, or for several values: `4,000 × $50, 1,000 × $75`. */
function partsText({ parts }: Pick<Line, 'parts'>): string {
  const price = parts.length === 1 ? formatCents : formatDollars
  return parts.map((part) => `${count(part.count)} × ${price(part.eachCents)}`).join(', ')
}

function deliveryText(line: Line): string {
  const i18n = pageTexts()

  const [part] = line.parts
  if (part?.eachCents === 0)
    return i18n.t('{count, plural, one {# card} other {# cards}}', { count: part.count })
  const what = partsText(line)
  return line.rewardType === 'bulk' ? i18n.t('1 parcel, {what}', { what }) : what
}
