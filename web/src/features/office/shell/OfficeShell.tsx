import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SiteLogo } from '../../../app/shell/SiteLogo.tsx'
import { useSite } from '../../../app/site.ts'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { useMay } from '../office.queries.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { PLACES, type PlaceId } from './places.ts'
import { useWaiting } from './use-waiting.ts'

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
      </main>
    </div>
  )
}

function Rail() {
  const may = useMay()
  const { serif } = useSite().cardMark
  const { inReview, unmatched, doubts, refunds } = useWaiting()
  const waiting: Partial<Record<PlaceId, number | undefined>> = {
    orders: inReview?.count,
    funds: unmatched?.count,
    doubts: doubts?.count,
    refunds: refunds?.count,
  }
  return (
    <header className="sticky top-0 z-20 flex h-dvh flex-col gap-6 overflow-y-auto bg-rail px-3 py-4 text-white narrow:h-auto narrow:flex-row narrow:items-center narrow:gap-2 narrow:overflow-visible narrow:py-1.5 [&_:focus-visible]:outline-white">
      <SiteLogo
        isReversed
        isOffice
        className={`px-2 narrow:px-1 mid:[&_span]:hidden ${serif ? '' : 'text-[1.0625rem]!'}`}
      />
      <nav
        aria-label="Office"
        className="relative grid gap-0.5 narrow:flex narrow:min-w-0 narrow:flex-1 narrow:overflow-x-auto narrow:[scrollbar-width:none]"
      >
        {PLACES.filter(({ needs }) => !needs || may(needs)).map(({ id, to, label, icon }) => (
          <Link
            key={id}
            to={to}
            activeOptions={{ exact: id === 'today', includeSearch: false }}
            activeProps={{ className: 'bg-white/14' }}
            className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-note text-white no-underline hover:bg-white/8"
          >
            <Icon of={icon} />
            <span className="mid:sr-only">{label}</span>
            <Waiting number={waiting[id]} />
          </Link>
        ))}
      </nav>
      <PersonMenu />
    </header>
  )
}

function Waiting({ number = 0 }: { number: number | undefined }) {
  if (number === 0) return null
  return (
    <span className="ms-auto font-semibold text-label mid:sr-only">
      {count(number)} <span className="sr-only">waiting</span>
    </span>
  )
}
