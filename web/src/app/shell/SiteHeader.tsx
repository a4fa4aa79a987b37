import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, ChevronDown, ShoppingBag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { count, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { openCartPanel } from '../cart-panel-store.ts'
import { customerQueries } from '../customer.queries.ts'
import { noticeQueries } from '../notices.queries.ts'
import { orderQueries } from '../orders.queries.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { HEADER, HEADER_NUMBER } from './header-class.ts'
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
      {/* Both ways in come before the name: the mark stands for it. */}
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

/** Fetches the sign-in screen while the pointer is still on its way to the button. */
function preloadSignIn(): void {
  const parts = [import('./ModalHost.tsx'), import('../../features/accounts/AuthModal.tsx')]
  // Opening it tries again, and says so if that fails too.
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

/** The links of a header. Sections of one page differ only by their hash, so it counts. */
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

/** What the bell opens arrives with the first press; until then the button is a plain one. */
const loadList = () => import('./NoticePopover.tsx')
const NoticePopover = lazy(() => loadList().then((module) => ({ default: module.NoticePopover })))

const BELL = buttonClass('plain', 'round')
const SHOWN_AT_MOST = 99

/** What became of the customer's orders since they last looked. */
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

/** The menu's machinery arrives with the first press; until then the button is a plain one. */
const loadMenu = () => import('./AccountMenu.tsx')
const AccountMenu = lazy(() => loadMenu().then((module) => ({ default: module.AccountMenu })))

const ACCOUNT = buttonClass('plain', 'normal', 'px-1.5! narrow:px-1!')

function AccountButton() {
  const [wasPressed, setPressed] = useState(false)
  const { data: customer } = useQuery(customerQueries.me())
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || customer?.email || ''
  // What is seen comes first, so that asking for it by voice finds the button.
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
      {/* A drawing rather than words: the button is named by what it says in full. */}
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
