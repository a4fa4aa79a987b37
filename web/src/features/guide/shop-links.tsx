import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { openCartPanel } from '../../app/modal-store.ts'
import type { ShopLink } from './guide.queries.ts'

/** Where the guide’s links lead: only to our own pages, and the site’s email address. */
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

type ShopAnchorProps = { link: ShopLink; className?: string; onFollow: () => void; children?: ReactNode }

/** A link, or a button that opens the cart. */
export function ShopAnchor({ link, className, onFollow, children = link.label }: ShopAnchorProps) {
  const { page, id = 0, address = '' } = link
  if (page === 'email') {
    return (
      <a href={`mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`} className={className}>
        {children}
      </a>
    )
  }
  if (page === 'cart') {
    return (
      <button
        type="button"
        className={className}
        onClick={() => {
          onFollow()
          openCartPanel()
        }}
      >
        {children}
      </button>
    )
  }
  return (
    <Link {...PAGES[page](id)} className={className} onClick={onFollow}>
      {children}
    </Link>
  )
}
