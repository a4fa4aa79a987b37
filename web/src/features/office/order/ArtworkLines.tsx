import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { count } from '../../../parts/format.ts'
import type { OfficeOrder } from '../office.queries.ts'
import { CheckLine } from './CheckLine.tsx'
import { type OrderArtwork, officeOrderQueries } from './order.queries.ts'

type Check = OrderArtwork['designs'][number]['checks'][number]
type Name = Check['check']
type Item = OfficeOrder['order']['cardItems'][number]
/** One check of one design. */
type Finding = Check & { item: Item; at: number }

const ORDER: readonly Name[] = ['logo_known', 'logo_sharp', 'logo_transparent', 'text_contrast', 'words']

const TITLES: Readonly<Record<Name, { good: string; bad: string }>> = {
  logo_known: { good: 'Logo approved before', bad: 'New logo on the card' },
  logo_sharp: { good: 'Artwork is sharp', bad: 'Logo may print soft' },
  logo_transparent: { good: 'Logo stands free', bad: 'Logo brings its own ground' },
  text_contrast: { good: 'Words read well', bad: 'Words are hard to read' },
  words: { good: 'Words are in order', bad: 'Words to look at' },
}

const DETAILS: Readonly<Record<Name, { good: string; bad: string }>> = {
  logo_known: {
    good: 'An order of this customer was approved with it.',
    bad: 'No order of this customer was approved with it yet. Look whether it is theirs.',
  },
  logo_sharp: {
    good: 'The file has at least 300 dots per inch in its printed size.',
    bad: 'Below 300 dots per inch in its printed size, edges turn soft.',
  },
  logo_transparent: {
    good: 'Its ground is transparent: the card shows through.',
    bad: 'Its ground is not transparent: it prints as a box on the card.',
  },
  text_contrast: {
    good: 'The words stand out from their ground.',
    bad: 'Words and ground differ by less than 4.5 to 1.',
  },
  words: {
    good: 'Nothing on the card or in the message needs a look.',
    bad: 'Not forbidden, but somebody looks before it is printed:',
  },
}

/** What a printer checks of the designs: each thing once, with the designs that fail it. */
export function ArtworkLines({ order: { id, cardItems } }: { order: OfficeOrder['order'] }) {
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
        See the file
      </a>
    </>
  )
}

/** The worst of them. */
function figureOf(name: Name, findings: readonly Finding[]): ReactNode {
  const values = findings.map(({ value }) => value).filter((value) => value !== null)
  if (values.length === 0) return null
  const least = Math.min(...values)
  return name === 'logo_sharp' ? `${count(least)} dpi` : `${least} to 1`
}
