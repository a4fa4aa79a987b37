import { formatCents } from '@laurel/domain/money'
import { REVIEW_WORDS } from '@laurel/domain/money-rules'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Panel } from '../ListParts.tsx'
import type { OfficeOrder, OrderMoney } from '../office.queries.ts'
import { officeMoment } from '../times.ts'
import { paidBy } from './money-words.ts'
import { type OrderArtwork, officeOrderQueries } from './order.queries.ts'

type ChecksProps = { office: OfficeOrder; money: OrderMoney | undefined }

/** The checks before approval: first what tripped a rule, then what is fine. */
export function Checks({ office: { order, reviewReasons }, money }: ChecksProps) {
  const attention = order.cardItems.reduce((sum, { attentionCount }) => sum + attentionCount, 0)
  const people = order.cardItems.reduce((sum, { recipientCount }) => sum + recipientCount, 0)
  const missing = order.cardItems.flatMap(({ missing }) => missing)
  return (
    <Panel title="Checks">
      <ul className="mt-1">
        {reviewReasons.map((reason) => (
          <CheckLine key={reason} isGood={false} title={REVIEW_WORDS[reason]}>
            Flagged by your site’s rules when the order was paid.
          </CheckLine>
        ))}
        {money && <PaidLine money={money} />}
        <ArtworkLines order={order} />
        <CheckLine
          isGood={attention === 0 && missing.length === 0}
          title={attention === 0 ? 'Recipients complete' : `Check ${plural(attention, 'recipient')}`}
        >
          {people === 0
            ? 'Bulk cards ship in one parcel, without names.'
            : `${plural(people, 'recipient')} with complete delivery details.`}
        </CheckLine>
      </ul>
    </Panel>
  )
}

function PaidLine({ money }: { money: OrderMoney }) {
  const paid = money.payments.findLast(({ receivedCents }) => receivedCents > 0)
  const isOwed = money.owedCents > 0
  const isOwedBack = money.owedCents < 0
  const title = isOwed ? 'Outstanding' : isOwedBack ? 'Overpaid' : 'Paid'
  return (
    <CheckLine
      isGood={!isOwed && !isOwedBack}
      title={title}
      aside={paid?.paidAt && officeMoment(paid.paidAt)}
    >
      {paid
        ? `${formatCents(paid.receivedCents)} ${paidBy(paid)}.`
        : `${formatCents(money.receivedCents)} received.`}{' '}
      {isOwed && `${formatCents(money.owedCents)} is outstanding.`}
      {isOwedBack && `Refund ${formatCents(-money.owedCents)} to the customer.`}
    </CheckLine>
  )
}

type CheckLineProps = { isGood: boolean; title: string; aside?: ReactNode; children: ReactNode }

function CheckLine({ isGood, title, aside, children }: CheckLineProps) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-line border-b py-3.5 last:border-b-0">
      <Icon
        of={isGood ? CircleCheck : TriangleAlert}
        className={`mt-0.5 ${isGood ? 'text-good' : 'text-warn'}`}
        label={isGood ? 'OK:' : 'Check:'}
      />
      <b className="font-semibold">{title}</b>
      <span className="text-small">{aside}</span>
      <p className="col-span-2 col-start-2 text-muted text-small">{children}</p>
    </li>
  )
}

type Check = OrderArtwork['designs'][number]['checks'][number]
type Name = Check['check']
type Item = OfficeOrder['order']['cardItems'][number]
/** One check of one design. */
type Finding = Check & { item: Item; at: number }

const ORDER: readonly Name[] = ['logo_known', 'logo_sharp', 'logo_transparent', 'text_contrast', 'words']

const TITLES: Readonly<Record<Name, { good: string; bad: string }>> = {
  logo_known: { good: 'Logo approved before', bad: 'New logo on the card' },
  logo_sharp: { good: 'Artwork is sharp', bad: 'Logo may print blurry' },
  logo_transparent: { good: 'Logo background is transparent', bad: 'Logo has a background' },
  text_contrast: { good: 'Text is readable', bad: 'Text is hard to read' },
  words: { good: 'No flagged words', bad: 'Flagged words' },
}

const DETAILS: Readonly<Record<Name, { good: string; bad: string }>> = {
  logo_known: {
    good: 'You’ve approved an order with this logo for this customer.',
    bad: 'You haven’t approved an order with this logo for this customer. Check that it’s theirs.',
  },
  logo_sharp: {
    good: 'The file has at least 300 dots per inch at its printed size.',
    bad: 'The file has less than 300 dots per inch at its printed size, so edges may blur.',
  },
  logo_transparent: {
    good: 'The card shows through around the logo.',
    bad: 'The logo’s background isn’t transparent, so it prints as a box on the card.',
  },
  text_contrast: {
    good: 'The text is easy to read on its background.',
    bad: 'The contrast between text and background is below 4.5:1.',
  },
  words: {
    good: 'The card and the message have no flagged words.',
    bad: 'Allowed, but check it before it’s printed:',
  },
}

/** The print checks: each one once, with the designs that fail it. */
function ArtworkLines({ order: { id, cardItems } }: { order: OfficeOrder['order'] }) {
  const { data } = useQuery(officeOrderQueries.artwork(id))
  if (!data) return null
  const findings = cardItems.flatMap((item, index) =>
    (data.designs.find((design) => design.cardItemId === item.id)?.checks ?? []).map((check) => ({
      ...check,
      item,
      at: index + 1,
    })),
  )
  return ORDER.map((name) => {
    const all = findings.filter(({ check }) => check === name)
    return (
      all.length > 0 && <ArtworkLine key={name} name={name} findings={all} isOne={cardItems.length === 1} />
    )
  })
}

function ArtworkLine({ name, findings, isOne }: { name: Name; findings: Finding[]; isOne: boolean }) {
  const bad = findings.filter(({ isGood }) => !isGood)
  const isGood = bad.length === 0
  const told = isGood ? 'good' : 'bad'
  return (
    <CheckLine isGood={isGood} title={TITLES[name][told]} aside={figureOf(name, isGood ? findings : bad)}>
      {DETAILS[name][told]}
      {bad.map((finding) => {
        const which = [isOne ? '' : `Design ${finding.at}`, finding.words].filter(Boolean).join(': ')
        return (
          which && (
            <span key={finding.item.id} className="wrap-anywhere block">
              {which}
              <LogoLink finding={finding} />
            </span>
          )
        )
      })}
    </CheckLine>
  )
}

function LogoLink({ finding: { check, item } }: { finding: Finding }) {
  const key = item.design.logoFileKey
  if (!key || !check.startsWith('logo')) return null
  return (
    <>
      {'. '}
      <a href={`/api/v1/files/${encodeURIComponent(key)}/`} target="_blank" rel="noreferrer" className="link">
        View file
      </a>
    </>
  )
}

/** The worst value. */
function figureOf(name: Name, findings: readonly Finding[]): ReactNode {
  const values = findings.map(({ value }) => value).filter((value) => value !== null)
  if (values.length === 0) return null
  const least = Math.min(...values)
  return name === 'logo_sharp' ? `${count(least)} dpi` : `${least} to 1`
}
