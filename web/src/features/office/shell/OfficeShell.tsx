import { api } from '@laurel/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronDown, KeyRound, LogOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiProblem, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { SiteLogo } from '../../../app/shell/SiteLogo.tsx'
import { useSite } from '../../../app/site.ts'
import { showToast } from '../../../app/toast-store.ts'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Menu } from '../../../parts/Menu.tsx'
import { zoneName } from '../../../parts/site-time.ts'
import { forgetOffice, ME_KEY, officeQueries, useMay, useMe } from '../office.queries.ts'
import { PLACES, type PlaceId } from './places.ts'

/** A dark rail with the places one may go, and the desk. On a phone the rail is a bar at the top. */
export function OfficeShell({ children }: { children: ReactNode }) {
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
    </div>
  )
}

/** Said once: the screens tell days and times without their zone. */
function ClockNote() {
  const { timeZone } = useSite()
  return (
    <p className="mt-16 text-muted text-small">Days and times are those of the site: {zoneName(timeZone)}.</p>
  )
}

function Rail() {
  const { serif } = useSite().cardMark
  return (
    <header className="sticky top-0 z-20 flex h-dvh flex-col gap-6 overflow-y-auto bg-rail px-3 py-4 text-white narrow:h-auto narrow:flex-row narrow:items-center narrow:gap-2 narrow:overflow-visible narrow:py-1.5 [&_:focus-visible]:outline-white">
      <SiteLogo
        isReversed
        isOffice
        className={`px-2 narrow:px-1 mid:[&_span]:hidden ${serif ? '' : 'text-[1.0625rem]!'}`}
      />
      <Places />
      <PersonMenu />
    </header>
  )
}

const ROLE_WORDS = {
  owner: 'Owner',
  fulfillment: 'Fulfillment',
  finance: 'Finance',
  support: 'Support',
  viewer: 'Read only',
}

/** Who one is here, and the way out. */
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
        showToast({ tone: 'bad', title: 'You are still signed in', text: formError(cause) ?? '' })
        return
      }
    }
    queryClient.setQueryData(ME_KEY, null)
    forgetOffice(queryClient)
    // The next person begins at the beginning.
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
              className="grid size-8 shrink-0 place-items-center rounded-full bg-white font-semibold text-ink text-small before:content-[attr(data-initials)]"
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
          { id: 'leave', label: 'Sign out', icon: LogOut, onPress: () => void leave() },
        ]}
      />
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
 * The places one may go. On a phone they open from a button that says where one is: all of them at
 * once, under the bar. Esc, a place, or going on elsewhere closes them.
 */
function Places() {
  const may = useMay()
  const waiting = useWaiting()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const places = PLACES.filter(({ needs }) => !needs || may(needs))
  const here = places.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  useOutside(whole, isOpen, () => setOpen(false))

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is heard wherever the focus is within
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

/** Whoever presses or walks elsewhere has left it. */
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

/** The office is left open all day: what comes meanwhile shows by itself. */
const LOOK_AGAIN_MS = 60_000
/** Whoever goes from place to place reads numbers that are not older than this. */
const OLD_MS = 5_000

/** How much waits at each place; nothing is said of a place before it is known. */
function useWaiting(): Partial<Record<PlaceId, number>> {
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...officeQueries.today(),
    refetchInterval: LOOK_AGAIN_MS,
    refetchIntervalInBackground: true,
  })
  const { pathname } = useLocation()
  const isOld = () => dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > OLD_MS
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what asks, not another answer
  useEffect(() => {
    if (isOld()) void refetch()
  }, [pathname])
  if (data === undefined) return {}
  const countOf = new Map(data.todos.map(({ kind, count }) => [kind, count]))
  return Object.fromEntries(
    PLACES.map(({ id, waits = [] }) => [id, waits.reduce((sum, kind) => sum + (countOf.get(kind) ?? 0), 0)]),
  )
}
