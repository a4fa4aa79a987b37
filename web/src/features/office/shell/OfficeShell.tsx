import { api } from '@laurel/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronDown, Keyboard, KeyRound, LogOut, Search, SunMoon } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { openModal } from '../../../app/modal-store.ts'
import { SiteLogo } from '../../../app/shell/SiteLogo.tsx'
import { SlotBoundary } from '../../../app/shell/slots.tsx'
import { useSite } from '../../../app/site.ts'
import { showFailure } from '../../../app/toast-store.ts'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { zoneName } from '../../../parts/site-time.ts'
import { ThemeChoice } from '../../../parts/ThemeChoice.tsx'
import { forgetOffice, ME_KEY, officeQueries, useMay, useMe } from '../office.queries.ts'
import { rememberThing, thingAt } from '../search/recent-things.ts'
import { COMMAND, closeOverlay, openOverlay, useOverlay, useShortcuts } from '../search/shortcuts.ts'
import { PLACES, type PlaceId, placeAt } from './places.ts'
import { SiteSwitcher } from './SiteSwitcher.tsx'

/** A dark sidebar with the navigation, beside the screen. On a phone it is a bar at the top. */
export function OfficeShell({ children }: { children: ReactNode }) {
  useShortcuts()
  useRemembered()
  return (
    <div className="grid min-h-dvh grid-cols-[248px_minmax(0,1fr)] mid:grid-cols-[76px_minmax(0,1fr)] narrow:block">
      <Rail />
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 bg-surface px-[clamp(20px,3.4vw,56px)] narrow:px-(--gutter) pt-8 pb-24 outline-none narrow:pt-6"
      >
        {children}
        <ClockNote />
      </main>
      <OverlaySlot />
    </div>
  )
}

// Loaded when they're first opened.
const SearchDialog = lazy(() =>
  import('../search/SearchDialog.tsx').then((module) => ({ default: module.SearchDialog })),
)
const ShortcutsDialog = lazy(() =>
  import('../search/ShortcutsDialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
)

/** The search, or the list of shortcuts. */
function OverlaySlot() {
  const open = useOverlay((store) => store.open)
  if (open === undefined) return null
  return (
    <SlotBoundary onFail={closeOverlay}>
      <Suspense fallback={null}>{open === 'search' ? <SearchDialog /> : <ShortcutsDialog />}</Suspense>
    </SlotBoundary>
  )
}

/** Remembers recent things for the search. */
function useRemembered(): void {
  const { id } = useMe()
  const { pathname } = useLocation()
  useEffect(() => {
    const thing = thingAt(pathname)
    if (thing) rememberThing(id, thing)
  }, [id, pathname])
}

/** Names the time zone once, because the screens don't. */
function ClockNote() {
  const { timeZone } = useSite()
  return (
    <p className="mt-16 text-muted text-small">
      Dates and times are in the site’s time zone: {zoneName(timeZone)}.
    </p>
  )
}

function Rail() {
  const { serif } = useSite().cardMark
  return (
    <header className="sticky top-0 z-20 flex h-dvh flex-col gap-6 overflow-y-auto bg-rail px-3 py-4 text-white narrow:h-auto narrow:flex-row narrow:items-center narrow:gap-2 narrow:overflow-visible narrow:py-1.5 [&_:focus-visible]:outline-white">
      <div className="flex min-w-0 items-center justify-between gap-1 mid:flex-col narrow:flex-row">
        <SiteLogo
          isReversed
          isOffice
          hidesNameOn="rail"
          className={`min-w-0 px-2 narrow:px-1 ${serif ? '' : 'text-[1.0625rem]!'}`}
        />
        <SiteSwitcher />
      </div>
      <SearchButton />
      <Places />
      <PersonMenu />
    </header>
  )
}

/** Only an icon on a narrow rail and on phones. */
function SearchButton() {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openOverlay('search')}
      className="-my-2 flex min-h-11 shrink-0 items-center gap-3 rounded-control bg-white/8 px-3 text-note text-white hover:bg-white/14 mid:justify-center mid:px-0 narrow:my-0 narrow:w-11 narrow:bg-transparent"
    >
      <Icon of={Search} />
      <span className="mid:sr-only">Search</span>
      <span aria-hidden="true" className="ms-auto text-small text-white/80 mid:hidden">
        {COMMAND === '⌘' ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  )
}

const ROLE_WORDS = {
  owner: 'Owner',
  fulfillment: 'Fulfillment',
  finance: 'Finance',
  support: 'Support',
  viewer: 'Read only',
}

/** The signed-in person's menu. */
function PersonMenu() {
  const { name, role } = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function leave() {
    try {
      await call(api.officeSignOut)
    } catch (cause) {
      const isOver = cause instanceof ApiProblem && cause.code === 'sign_in_required'
      if (!isOver) {
        showFailure('We couldn’t sign you out', cause)
        return
      }
    }
    queryClient.setQueryData(ME_KEY, null)
    forgetOffice(queryClient)
    // So that the next person starts at the Today screen.
    await navigate({ to: '/office' })
  }

  return (
    <div className="mt-auto narrow:ms-auto narrow:mt-0">
      <Menu
        label={`${name} ${ROLE_WORDS[role]}`}
        buttonClassName="flex min-h-11 w-full items-center gap-3 rounded-control p-2.5 text-start text-label text-white hover:bg-white/8 mid:justify-center mid:p-1.5"
        button={
          <>
            <span
              aria-hidden="true"
              data-initials={initials(name)}
              className="grid size-8 shrink-0 place-items-center rounded-full bg-white font-semibold text-rail text-small before:content-[attr(data-initials)]"
            />
            <span className="min-w-0 mid:hidden">
              <span className="block truncate">{name}</span>{' '}
              <span className="block font-normal text-small">{ROLE_WORDS[role]}</span>
            </span>
          </>
        }
        entries={[
          {
            id: 'password',
            label: 'Change password',
            icon: KeyRound,
            onPress: () => void navigate({ to: '/office/password' }),
          },
          {
            id: 'appearance',
            label: 'Appearance',
            icon: SunMoon,
            onPress: () => openModal('account', { title: 'Appearance', content: <Appearance /> }),
          },
          {
            id: 'shortcuts',
            label: 'Keyboard shortcuts',
            icon: Keyboard,
            onPress: () => openOverlay('shortcuts'),
          },
          { id: 'leave', label: 'Sign out', icon: LogOut, onPress: () => void leave() },
        ]}
      />
    </div>
  )
}

function Appearance() {
  return (
    <div className="grid justify-items-start gap-4 pt-2">
      <p className="text-muted">
        System follows the setting of your device. We remember your choice in this browser.
      </p>
      <ThemeChoice />
    </div>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('')
}

const PLACE =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-note text-white no-underline hover:bg-white/8'

/**
 * The navigation. On a phone it opens under the bar, from a button with the current place's name. Esc, a
 * place, or a click elsewhere closes it.
 */
function Places() {
  const may = useMay()
  const waiting = useWaiting()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const places = PLACES.filter(({ needs }) => !needs || may(needs))
  const here = placeAt(pathname)
  useOutside(whole, isOpen, () => setOpen(false))

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc must work wherever the focus is inside
    <div ref={whole} onKeyDown={closeByKey} className="min-w-0 narrow:flex-1">
      <div className="hidden narrow:block">
        <button
          ref={button}
          type="button"
          aria-label={`Places, at ${here?.label ?? 'Office'}`}
          aria-expanded={isOpen}
          aria-controls="office-places"
          onClick={() => setOpen(!isOpen)}
          className={`max-w-full ${PLACE}`}
        >
          {here && <Icon of={here.icon} />}
          <span className="truncate">{here?.label ?? 'Office'}</span>
          <Icon of={ChevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />
        </button>
      </div>
      <nav
        id="office-places"
        aria-label="Office"
        className={`grid gap-0.5 narrow:absolute narrow:inset-x-0 narrow:top-full narrow:max-h-[calc(100dvh-100%)] narrow:grid-cols-2 narrow:overflow-y-auto narrow:bg-rail narrow:px-(--gutter) narrow:pt-1 narrow:pb-4 narrow:shadow-lift-3 ${isOpen ? '' : 'narrow:hidden'}`}
      >
        {places.map(({ id, to, label, icon }) => (
          <Link
            key={id}
            to={to}
            title={label}
            activeOptions={{ exact: id === 'today', includeSearch: false }}
            activeProps={{ className: 'bg-white/14' }}
            onClick={() => setOpen(false)}
            className={PLACE}
          >
            <Icon of={icon} />
            <span className="mid:sr-only narrow:not-sr-only">{label}</span>
            <Waiting number={waiting[id]} />
          </Link>
        ))}
      </nav>
    </div>
  )
}

function Waiting({ number = 0 }: { number: number | undefined }) {
  if (number === 0) return null
  return (
    <span className="ms-auto font-semibold text-label mid:sr-only narrow:not-sr-only narrow:ms-auto!">
      {count(number)} <span className="sr-only">waiting</span>
    </span>
  )
}

/** Calls `onLeave` on a click or focus elsewhere. */
function useOutside(whole: { current: HTMLElement | null }, isOpen: boolean, onLeave: () => void) {
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !whole.current?.contains(target)) onLeave()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [whole, isOpen, onLeave])
}

/** Polls, because staff leave the office open all day. */
const LOOK_AGAIN_MS = 60_000
/** Older numbers are reloaded when the screen changes. */
const OLD_MS = 5_000

/** The number of to-dos of each place; missing until it is known. */
function useWaiting(): Partial<Record<PlaceId, number>> {
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...officeQueries.today(),
    refetchInterval: LOOK_AGAIN_MS,
    refetchIntervalInBackground: true,
  })
  const { pathname } = useLocation()
  const isOld = () => dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > OLD_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place reloads, not a new answer
  useEffect(() => {
    if (isOld()) void refetch()
  }, [pathname])
  if (data === undefined) return {}
  const countOf = new Map(data.todos.map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(
    PLACES.map(({ id, waits = [] }) => [id, waits.reduce((sum, kind) => sum + (countOf.get(kind) ?? 0), 0)]),
  )
}
