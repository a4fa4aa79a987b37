import { Link, type LinkProps } from '@tanstack/react-router'
import { openCartPanel } from '../../app/modal-store.ts'
import type { ShopLink } from './guide.queries.ts'

/** The guide links only to our own pages and the site’s email address. */
const PAGES: Readonly<Record<Exclude<ShopLink['page'], 'cart' | 'email'>, (id: number) => LinkProps>> = {
  order: (id) => ({ to: '/my-rewards', search: { openDetails: id } as never }),
  draft: (id) => ({ to: '/create-reward/card-design', search: { item: id } as never }),
  checkout: () => ({ to: '/checkout' }),
  my_rewards: () => ({ to: '/my-rewards' }),
  recipients: () => ({ to: '/recipients' }),
  design: () => ({ to: '/my-rewards', search: { createNew: true } as never }),
  approvals: () => ({ to: '/company/approvals' }),
  budgets: () => ({ to: '/company/budgets' }),
  balance: () => ({ to: '/company' }),
}

const LOOK = 'font-medium text-[0.9375rem] text-accent-text underline underline-offset-3'

type ShopAnchorProps = { link: ShopLink; onFollow: () => void }

/** A link, or a button that opens the cart. */
export function ShopAnchor({ link, onFollow }: ShopAnchorProps) {
  const { page, label, id = 0, address = '' } = link
  if (page === 'email') {
    return (
      <a href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`} className={LOOK}>
        {label}
      </a>
    )
  }
  if (page === 'cart') {
    return (
      <button
        type="button"
        className={LOOK}
        onClick={() => {
          onFollow()
          openCartPanel()
        }}
      >
        {label}
      </button>
    )
  }
  return (
    <Link {...PAGES[page](id)} className={LOOK} onClick={onFollow}>
      {label}
    </Link>
  )
}
