import { CARDS_ANCHOR, type NoticeKind, needsAHand, noticeSentence } from '@laurel/domain/notice-words'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, type LucideIcon, Mail, TriangleAlert, Truck, Undo2 } from 'lucide-react'
import { ago } from '../../parts/ago.ts'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { VisuallyHidden } from '../../parts/VisuallyHidden.tsx'
import { paths } from '../paths.ts'

type NoticeEntryProps = {
  notice: {
    kind: NoticeKind
    orderId: number
    orderNumber: string
    cardCount: number
    amountCents: number
    createdAt: string
    seenAt: string | null
  }
  onFollow: () => void
}

const PICTURES: Partial<Record<NoticeKind, LucideIcon>> = {
  order_declined: TriangleAlert,
  refunded: Undo2,
  cards_sent: Mail,
  letters_mailed: Truck,
  parcel_mailed: Truck,
}

/** One notice, which leads to its order. */
export function NoticeEntry({ notice, onFollow }: NoticeEntryProps) {
  const queryClient = useQueryClient()
  const { kind, orderId, cardCount, createdAt, seenAt } = notice
  const isBad = needsAHand(kind)

  function follow() {
    // The order may stand on the screen already, as it was before this was told.
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
    onFollow()
  }

  return (
    <li>
      <Link
        to={paths.myRewards}
        search={{ openDetails: orderId }}
        {...(cardCount > 0 && { hash: CARDS_ANCHOR })}
        onClick={follow}
        className="grid grid-cols-[20px_1fr_8px] items-start gap-3 rounded-small px-3.5 py-3 text-ink no-underline outline-offset-[-2px] hover:bg-sunken"
      >
        <span className={`pt-0.5 ${isBad ? 'text-warn' : 'text-muted'}`}>
          <Icon of={isBad ? TriangleAlert : (PICTURES[kind] ?? CircleCheck)} size={18} />
        </span>
        <span>
          {seenAt === null && <VisuallyHidden>New: </VisuallyHidden>}
          <span className={seenAt === null ? 'font-semibold' : ''}>{noticeSentence(notice)}.</span>{' '}
          <time dateTime={createdAt} title={moment(createdAt)} className="block text-muted text-small">
            {ago(createdAt)}
          </time>
        </span>
        {seenAt === null && <span className="mt-2 size-2 rounded-full bg-action" />}
      </Link>
    </li>
  )
}
