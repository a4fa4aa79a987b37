import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { useMay } from '../office.queries.ts'
import { PLACES } from './places.ts'
import { useWaiting } from './use-waiting.ts'

const PLACE =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-note text-white no-underline hover:bg-white/8'

/**
 * The places one may go. On a phone they open from a button that says where one is: all of them at
 * once, under the bar. Esc, a place, or going on elsewhere closes them.
 */
export function Places() {
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
