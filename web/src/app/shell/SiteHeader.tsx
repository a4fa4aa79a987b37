import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell, Building2, ChevronDown, ChevronsUpDown, ShoppingBag, Sparkles } from 'lucide-react'
import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Initials } from '../../parts/Initials.tsx'
import { useCompanies } from '../company.queries.ts'
import { customerQueries } from '../customer.queries.ts'
import { openGuide } from '../guide-store.ts'
import { openCartPanel } from '../modal-store.ts'
import { noticeQueries, orderQueries } from '../orders.queries.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { useTexts, withTexts } from '../texts.ts'
import { SiteLogo } from './SiteLogo.tsx'
import { SlotBoundary } from './slots.tsx'

export function SiteHeader() {
  return useSession() === 'signed-in' ? <SignedInHeader /> : <SignedOutHeader />
}

const SECTIONS = [
  { to: '/', hash: 'ways', label: /*i18n*/ 'Delivery methods' },
  { to: '/', hash: 'how', label: /*i18n*/ 'How it works' },
  { to: '/', hash: 'help', label: /*i18n*/ 'Help' },
]

function SignedOutHeader() {
  const i18n = useTexts()

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
          {i18n.t('Sign in')}
        </Link>
        <Link
          to="/"
          search={{ login: 'signUp' }}
          resetScroll={false}
          onPointerEnter={preloadSignIn}
          onFocus={preloadSignIn}
          className={buttonClass('primary')}
        >
          {i18n.t('Create account')}
        </Link>
      </div>
    </header>
  )
}

/** Loads the sign-in screen while the pointer moves to the button. */
function preloadSignIn(): void {
  const parts = [import('./ModalHost.tsx'), import('../../features/accounts/AuthModal.tsx')]
  // Opening it tries again and reports a failure.
  Promise.all(parts).catch((cause) => console.warn('The sign-in screen didn’t preload', cause))
}

const LINKS = [
  { to: paths.myRewards, label: /*i18n*/ 'My rewards' },
  { to: paths.company, label: /*i18n*/ 'Company' },
  { to: paths.files, label: /*i18n*/ 'Files' },
  { to: paths.account, hash: 'addresses', label: /*i18n*/ 'Addresses' },
  { to: '/', hash: 'help', label: /*i18n*/ 'Help' },
]

const AFTER_REGISTRATION = [paths.company, paths.files]
const LINKS_BEFORE_REGISTRATION = LINKS.filter(({ to }) => !AFTER_REGISTRATION.includes(to))

function SignedInHeader() {
  const { data: customer } = useQuery(customerQueries.me())
  return (
    <header className={`${HEADER} border-line border-b`}>
      <SiteLogo hidesNameOn="tiny" />
      <HeaderNav links={customer?.registrationComplete ? LINKS : LINKS_BEFORE_REGISTRATION} />
      <div className="ms-auto flex min-w-0 items-center gap-2 narrow:gap-0">
        <CompanySwitcher />
        <GuideButton />
        <NoticeBell />
        <CartButton />
        <AccountButton />
      </div>
    </header>
  )
}

/** On small screens, the guide is in the account menu. */
function GuideButton() {
  const i18n = useTexts()

  return (
    <Button
      look="plain"
      size="round"
      aria-label={i18n.t('Guide')}
      onClick={openGuide}
      className="narrow:hidden"
    >
      <Icon of={Sparkles} size={22} />
    </Button>
  )
}

function CartButton() {
  const i18n = useTexts()
  const { data: order } = useQuery(orderQueries.current())
  const items = order?.cardItems.filter((item) => item.state === 'in_cart').length ?? 0
  return (
    <Button
      look="plain"
      size="round"
      aria-label={i18n.t('Cart, {items, plural, one {# item} other {# items}}', { items })}
      onClick={openCartPanel}
    >
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
  const i18n = useTexts()

  return (
    <nav aria-label={i18n.t('Main')} className="flex gap-1 narrow:hidden">
      {links.map(({ to, hash, label }) => (
        <Link
          key={label}
          to={to}
          {...(hash && { hash })}
          activeOptions={{ includeHash: true, includeSearch: false }}
          className={LINK}
        >
          {i18n.t(label)}
        </Link>
      ))}
    </nav>
  )
}

/** The popover loads with the first click; until then, the bell is a plain button. */
const loadList = () => withTexts(['parts'], import('./NoticePopover.tsx'))
const NoticePopover = lazy(() => loadList().then((module) => ({ default: module.NoticePopover })))

const BELL = buttonClass('plain', 'round')
const SHOWN_AT_MOST = 99

/** News may be of colleagues who joined, or of money: the company's pages show it, too. */
function useFreshCompany(unseen: number | undefined): void {
  const queryClient = useQueryClient()
  const before = useRef(unseen)
  useEffect(() => {
    const isMore = unseen !== undefined && before.current !== undefined && unseen > before.current
    if (isMore) void queryClient.invalidateQueries({ queryKey: ['company'] })
    before.current = unseen
  }, [unseen, queryClient])
}

/** News about the customer's orders since they last looked. */
function NoticeBell() {
  const i18n = useTexts()
  const [wasPressed, setPressed] = useState(false)
  const { data } = useQuery(noticeQueries.unseen())
  const unseen = data?.unseenCount ?? 0
  useFreshCompany(data?.unseenCount)
  const label =
    unseen === 0 ? i18n.t('Notifications') : i18n.t('Notifications, {unseen, number} new', { unseen })
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

type MenuProps = { label: string; button: ReactElement; buttonClassName: string }
type LazyMenuProps = MenuProps & { load: () => Promise<unknown>; of: ComponentType<MenuProps> }

/** The menu loads with the first click; until then, this is a plain button. */
function LazyMenu({ load, of: Menu, ...rest }: LazyMenuProps) {
  const [wasPressed, setPressed] = useState(false)
  const { label, button: face, buttonClassName } = rest
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={label}
      className={buttonClassName}
      onClick={() => setPressed(true)}
      onPointerEnter={load}
      onFocus={load}
    >
      {face}
    </button>
  )
  if (!wasPressed) return button
  return (
    <Suspense fallback={button}>
      <Menu {...rest} />
    </Suspense>
  )
}

const loadCompanies = () => withTexts(['parts'], import('./CompanyMenu.tsx'))
const CompanyMenu = lazy(() => loadCompanies().then((module) => ({ default: module.CompanyMenu })))

/** For a person in several companies. On small screens, they switch in the account menu. */
function CompanySwitcher() {
  const i18n = useTexts()
  const { companies, company } = useCompanies()
  if (companies.length < 2 || !company) return null
  return (
    <LazyMenu
      load={loadCompanies}
      of={CompanyMenu}
      label={i18n.t('{name}, switch company', { name: company.name })}
      buttonClassName={buttonClass('plain', 'normal', 'min-w-0 px-3! mid:hidden')}
      button={
        <>
          <Icon of={Building2} size={18} />
          <span className="max-w-48 truncate">{company.name}</span>
          <Icon of={ChevronsUpDown} size={16} />
        </>
      }
    />
  )
}

const loadAccount = () => withTexts(['parts'], import('./AccountMenu.tsx'))
const AccountMenu = lazy(() => loadAccount().then((module) => ({ default: module.AccountMenu })))

function AccountButton() {
  const i18n = useTexts()
  const { data: customer } = useQuery(customerQueries.me())
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ') || customer?.email || ''
  return (
    <LazyMenu
      load={loadAccount}
      of={AccountMenu}
      // The label starts with the visible text, so that voice control finds the button.
      label={name ? i18n.t('{name}, account', { name }) : i18n.t('Account')}
      buttonClassName={buttonClass('plain', 'normal', 'px-1.5! narrow:px-1!')}
      button={
        <>
          <Initials name={name} />
          <span className="max-w-48 truncate mid:hidden">{name}</span>
          <Icon of={ChevronDown} size={16} className="narrow:hidden" />
        </>
      }
    />
  )
}

export const HEADER =
  'relative z-5 flex h-[76px] items-center gap-8 bg-surface px-(--gutter) narrow:h-16 narrow:gap-3 tiny:px-3.5'
/** A count at the corner of a round button. */
const HEADER_NUMBER =
  'absolute top-px right-0 h-[19px] min-w-[19px] rounded-[10px] bg-action px-[5px] text-center font-semibold text-[0.8125rem] text-on-action leading-[19px] shadow-[0_0_0_2px_var(--surface),inset_0_0_0_1px_var(--action-edge)]'
