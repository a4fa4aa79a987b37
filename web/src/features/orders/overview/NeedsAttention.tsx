import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import type { CardItem } from '../../../parts/card/card-item-look.ts'
import { count, plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { stepToGoOnWith } from '../DraftTable.tsx'
import { itemName, stillToDo } from '../order-words.ts'
import { overviewQuery } from './overview.queries.ts'
import { troubleWords, unpaidWords } from './overview-words.ts'

type Matter = {
  id: string
  name: string
  about: string
  words: string
  fix: string
  to: Pick<LinkProps, 'to' | 'search' | 'hash'>
}

const SHOWN = 4

/** Everything that waits for the customer, each with the way to where it is mended. */
export function NeedsAttention({ drafts }: { drafts: readonly CardItem[] }) {
  const [isWhole, setWhole] = useState(false)
  const matters = useMatters(drafts)
  if (matters.length === 0) return null
  const shown = isWhole ? matters : matters.slice(0, SHOWN)
  return (
    <Note tone="warn" className="mb-8">
      <h2 className="font-semibold text-body tracking-normal">
        {plural(matters.length, 'thing needs', 'things need')} your attention
      </h2>
      <ul aria-label="Needs your attention" className="mt-1">
        {shown.map(({ id, name, about, words, fix, to }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 py-0.5">
            <span className="min-w-0 break-words">
              <b className="font-medium">{name}</b>
              {about && ` (${about})`}: {words}.
            </span>
            <Link
              {...to}
              aria-label={`${fix}: ${name}`}
              className="link inline-flex min-h-9 items-center touch:min-h-11"
            >
              {fix}
            </Link>
          </li>
        ))}
      </ul>
      {matters.length > shown.length && (
        <Button look="link" onClick={() => setWhole(true)}>
          Show all {count(matters.length)}
        </Button>
      )}
    </Note>
  )
}

/** Cards that went astray first: for them somebody waits. */
function useMatters(drafts: readonly CardItem[]): Matter[] {
  const { data } = useQuery(overviewQuery())
  const astray = (data?.troubled ?? []).map(
    ({ orderId, orderNumber, name, ...trouble }): Matter => ({
      id: `troubled:${orderId}`,
      name: itemName({ name }),
      about: `order ${orderNumber}`,
      words: troubleWords(trouble),
      fix: 'Fix and resend',
      to: { to: '/my-rewards', search: { openDetails: orderId }, hash: 'needs-attention' },
    }),
  )
  const unpaid = (data?.unpaid ?? []).map(
    ({ orderId, orderNumber, name, ...money }): Matter => ({
      id: `unpaid:${orderId}`,
      name: itemName({ name }),
      about: `order ${orderNumber}`,
      words: unpaidWords(money),
      fix: money.awaits === 'payment' ? 'Pay' : 'How to pay',
      to: { to: '/my-rewards', search: { openDetails: orderId } },
    }),
  )
  const faulty = drafts
    .filter(({ attentionCount }) => attentionCount > 0)
    .map(
      (draft): Matter => ({
        id: `draft:${draft.id}`,
        name: itemName(draft),
        about: 'a draft',
        words: stillToDo({ missing: [], attentionCount: draft.attentionCount }),
        fix: 'Fix them',
        to: { to: stepToGoOnWith(draft), search: { item: draft.id } },
      }),
    )
  return [...astray, ...unpaid, ...faulty]
}
