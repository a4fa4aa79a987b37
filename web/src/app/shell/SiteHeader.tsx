import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, ChevronDown, ShoppingBag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { count, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { customerQueries } from '../customer.queries.ts'
import { openCartPanel } from '../modal-store.ts'
import { noticeQueries, orderQueries } from '../orders.queries.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { SiteLogo } from './SiteLogo.tsx'
import { SlotBoundary } from './slots.tsx'

export function SiteHeader() {
  return useSession() === 'signed-in' ? <SignedInHeader /> : <SignedOutHeader />
}

const SECTIONS = [
  { to: '/', hash: 'ways', label: 'Ways to send' },
  { to: '/', hash: 'how', label: 'How it works' },
  { to: '/', hash: 'help', label: 'Help' },
]

function SignedOutHeader() {
  return (
    <header className={HEADER}>
      {/* On small phones both sign-in buttons matter more than the name, which the logo stands for. */}
      <SiteLogo hidesNameOn="handheld" />
      <HeaderNav links={SECTIONS} />
      <div className="ms-auto flex items-center gap-2 narrow:gap-1">
        <Link
          to="/"
          search={{ login: 'signIn' }}
          resetScroll={false}
          onPointerEnter={preloadSignIn}
          onFocus={preloadSignIn}
          className={buttonClass('plain', 'normal', 'narrow:px-3!')}
        >
          Sign in
        </Link>
        <Link
          to="/"
          search={{ login: 'signUp' }}
          resetScroll={false}
          onPointerEnter={preloadSignIn}
          onFocus={preloadSignIn}
          className={buttonClass('primary')}
        >
          Create account
        </Link>
      </div>
    </header>
  )
}

/** Loads the sign-in screen while the pointer moves to the button. */
function preloadSignIn(): void {
  const parts = [import('./ModalHost.tsx'), import('../../features/accounts/AuthModal.tsx')]
  // Opening it tries again and reports a failure.
  Promise.all(parts).catch((cause) => console.warn('The sign-in screen did not preload', cause))
}

const LINKS = [
  { to: paths.myRewards, label: 'My rewards' },
  { to: paths.account, hash: 'addresses', label: 'Addresses' },
  { to: '/', hash: 'help', label: 'Help' },
]

function SignedInHeader() {
  return (
    <header className={`${HEADER} border-line border-b`}>
      <SiteLogo hidesNameOn="tiny" />
      <HeaderNav links={LINKS} />
      <div className="ms-auto flex items-center gap-2 narrow:gap-0">
        <NoticeBell />
        <CartButton />
        <AccountButton />
      </div>
    </header>
  )
}

function CartButton() {
  const { data: order } = useQuery(orderQueries.current())
  const items = order?.cardItems.filter((item) => item.state === 'in_cart').length ?? 0
  return (
    <Button look="plain" size="round" aria-label={`Cart, ${plural(items, 'item')}`} onClick={openCartPanel}>
      <Icon of={ShoppingBag} size={22} />
      {items > 0 && <b className={HEADER_NUMBER}>{items}</b>}
    </Button>
  )
}

type HeaderNavProps = { links: readonly { to: string; hash?: string; label: string }[] }

const LINK =
  'flex min-h-11 items-center rounded-control px-3 font-medium text-ink no-underline hover:bg-sunken aria-[current]:text-accent-text'

/** Sections of one page differ only by their hash, so it counts for the current link. */
function HeaderNav({ links }: HeaderNavProps) {
  return (
    <nav aria-label="Main" className="flex gap-1 narrow:hidden">
      {links.map(({ to, hash, label }) => (
        <Link
          key={label}
          to={to}
          {...(hash && { hash })}
          activeOptions={{ includeHash: true, includeSearch: false }}
          className={LINK}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** The popover loads with the first click; until then, the bell is a plain button. */
const loadList = () => import('./NoticePopover.tsx')
const NoticePopover = lazy(() => loadList().then((module) => ({ default: module.NoticePopover })))

const BELL = buttonClass('plain', 'round')
const SHOWN_AT_MOST = 99

/** News about the customer's orders since they last looked. */
function NoticeBell() {
  const [wasPressed, setPressed] = useState(false)
  const { data } = useQuery(noticeQueries.unseen())
  const unseen = data?.unseenCount ?? 0
  const label = unseen === 0 ? 'Notices' : `Notices, ${count(unseen)} new`
  const face = (
    <>
      <Icon of={Bell} size={22} />
      {unseen > 0 && <b className={HEADER_NUMBER}>{unseen > SHOWN_AT_MOST ? `${SHOWN_AT_MOST}+` : unseen}</b>}
    </>
  )
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      className={BELL}
      onClick={() => setPressed(true)}
      onPointerEnter={loadList}
      onFocus={loadList}
    >
      {face}
    </button>
  )
  if (!wasPressed) return button
  return (
    <SlotBoundary onFail={() => setPressed(false)}>
      <Suspense fallback={button}>
        <NoticePopover label={label} buttonClassName={BELL} button={face} />
      </Suspense>
    </SlotBoundary>
  )
}

/** The menu loads with the first click; until then, this is a plain button. */
const loadMenu = () => import('./AccountMenu.tsx')
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })))

const ACCOUNT = buttonClass('plain', 'normal', 'px-1.5! narrow:px-1!')

function AccountButton() {
  const [wasPressed, setPressed] = useState(false)
  const { data: customer } = useQuery(customerQueries.me())
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || customer?.email || ''
  // The label starts with the visible text, so that voice control finds the button.
  const label = name ? `${name}, account` : 'Account'
  const face = <Face name={name} />
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={label}
      className={ACCOUNT}
      onClick={() => setPressed(true)}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
    >
      {face}
    </button>
  )
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu label={label} buttonClassName={ACCOUNT} button={face} />
    </Suspense>
  )
}

function Face({ name }: { name: string }) {
  return (
    <>
      {/* Decorative: the button's name has the full text. */}
      <span
        data-initials={initials(name)}
        className="grid size-[34px] place-items-center rounded-full bg-accent-wash font-semibold text-[0.8125rem] text-ink leading-none before:content-[attr(data-initials)]"
      />
      <span className="max-w-48 truncate mid:hidden">{name}</span>
      <Icon of={ChevronDown} size={16} className="narrow:hidden" />
    </>
  )
}

function initials(name: string): string {
  const [first = '', ...others] = name.split(' ')
  return `${first.charAt(0)}${others.at(-1)?.charAt(0) ?? ''}`.toUpperCase()
}

export const HEADER =
  'relative z-5 flex h-[76px] items-center gap-8 bg-surface px-(--gutter) narrow:h-16 narrow:gap-3 tiny:px-3.5'
/** A count at the corner of a round button. */
const HEADER_NUMBER =
  'absolute top-px right-0 h-[19px] min-w-[19px] rounded-[10px] bg-action px-[5px] text-center font-semibold text-[0.8125rem] text-on-action leading-[19px] shadow-[0_0_0_2px_#fff,inset_0_0_0_1px_var(--action-edge)]'
