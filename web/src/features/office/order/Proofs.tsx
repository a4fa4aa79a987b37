import { type TightText, tightTexts } from '@laurel/domain/card-fit'
import type { TextRuler } from '@laurel/domain/card-text'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { CardItemCanvas, cardItemLook } from '../../../parts/card/CardItemCanvas.tsx'
import { loadCardFonts } from '../../../parts/card/load-card.ts'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { PAGE_SIZE } from '../office.queries.ts'
import { Keys } from '../search/Keys.tsx'
import { useKeys } from '../search/shortcuts.ts'
import { type Item, type OrderRecipient, officeOrderQueries } from './order.queries.ts'

/** A card as each person gets it, with a warning where their name makes a text small. */
export function Proofs({ orderId, item }: { orderId: number; item: Item }) {
  const [at, setAt] = useState(0)
  const page = Math.floor(at / PAGE_SIZE) + 1
  const { data } = useQuery(officeOrderQueries.proofs(orderId, item.id, page))
  const all = data?.count ?? item.recipientCount
  const people = data?.results ?? []
  const first = ((data?.page ?? page) - 1) * PAGE_SIZE
  const person = people[at - first]
  const tight = useTightTexts(item, people)
  const toCheck = people.filter(({ id }) => (tight.get(id)?.length ?? 0) > 0)
  const go = (next: number) => (next >= 0 && next < all ? () => setAt(next) : undefined)
  useKeys({ arrowleft: go(at - 1), arrowright: go(at + 1) })
  return (
    <>
      <CardStage>
        <CardItemCanvas item={item} person={person} />
      </CardStage>
      <div className="mt-2 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <p aria-live="polite">
          <b className="font-semibold">
            Proof {count(at + 1)} of {count(all)}
          </b>{' '}
          <span className="text-muted">{person && nameOf(person)}</span>
        </p>
        <span className="ms-auto flex items-center gap-1">
          <span aria-hidden="true" className="me-2 touch:hidden">
            <Keys keys={['←', '→']} />
          </span>
          <Step label="Previous proof" icon={ChevronLeft} onStep={go(at - 1)} />
          <Step label="Next proof" icon={ChevronRight} onStep={go(at + 1)} />
        </span>
      </div>
      <ul aria-label="Proofs" className="-mx-1 relative mt-1 flex gap-2.5 overflow-x-auto p-1 pb-2">
        {people.map((one, index) => (
          <Thumb
            key={one.id}
            item={item}
            person={one}
            isShown={first + index === at}
            isTight={toCheck.includes(one)}
            onShow={() => setAt(first + index)}
          />
        ))}
      </ul>
      {toCheck.length > 0 && (
        <Note tone="warn" className="mt-1 py-2.5!">
          <ul className="grid gap-0.5 text-small">
            {toCheck.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className="link inline-block min-h-6 touch:min-h-11 text-start font-medium"
                  onClick={() => setAt(first + people.indexOf(one))}
                >
                  {nameOf(one)}
                </button>{' '}
                {(tight.get(one.id) ?? []).map(tightWords).join(' ')}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  )
}

/** The ground around a large card. */
export function CardStage({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-[20px] bg-canvas px-[clamp(16px,4vw,48px)] py-5">
      <div className="mx-auto max-w-[400px]">{children}</div>
    </div>
  )
}

const nameOf = ({ name }: OrderRecipient) => name || 'No name'

const WHAT = { name: 'The name', line1: 'The first line', line2: 'The second line' }

function tightWords({ what, pt, designedPt, isCut }: TightText): string {
  return isCut
    ? `${WHAT[what]} is cut off: it’s too wide even at ${pt} pt.`
    : `${WHAT[what]} prints at ${pt} pt instead of ${designedPt}.`
}

type StepProps = { label: string; icon: typeof ChevronLeft; onStep: (() => void) | undefined }

function Step({ label, icon, onStep }: StepProps) {
  return (
    <Button
      size="compact"
      aria-label={label}
      isDisabled={!onStep}
      onClick={onStep}
      className="w-9 px-0! touch:w-11"
    >
      <Icon of={icon} size={17} />
    </Button>
  )
}

type ThumbProps = {
  item: Item
  person: OrderRecipient
  isShown: boolean
  isTight: boolean
  onShow: () => void
}

function Thumb({ item, person, isShown, isTight, onShow }: ThumbProps) {
  const place = useRef<HTMLLIElement>(null)
  const isNear = useIsNear(place)
  // Scrolls only the row, never the page.
  useEffect(() => {
    const { current } = place
    const row = current?.parentElement
    if (isShown && row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.clientWidth) / 2
  }, [isShown])
  return (
    <li ref={place} className="relative w-24 shrink-0">
      <button
        type="button"
        aria-current={isShown || undefined}
        onClick={onShow}
        className="group/proof w-full text-start"
      >
        <span className="block aspect-[1.584] rounded-[6px] outline-accent-line outline-offset-2 group-aria-current/proof:outline-2">
          {isNear && <CardItemCanvas item={item} person={person} thumb />}
        </span>
        <span className="mt-1.5 block truncate text-small group-aria-current/proof:font-semibold">
          {nameOf(person)}
        </span>
      </button>
      {isTight && (
        <span className="-end-1 -top-1 absolute grid size-6 place-items-center rounded-full border border-warn-line bg-surface text-warn">
          <Icon of={TriangleAlert} size={14} label="Small text" />
        </span>
      )}
    </li>
  )
}

/** Cards are drawn once they're about to be seen. */
function useIsNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), {
      rootMargin: '0px 300px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}

/** What is too wide on each person's card. Empty until the fonts are there. */
function useTightTexts(item: Item, people: readonly OrderRecipient[]): ReadonlyMap<number, TightText[]> {
  const [areReady, setReady] = useState(false)
  const words = people.map(({ name }) => `${name} ${name.toUpperCase()}`).join(' ')
  useEffect(() => {
    let isMounted = true
    setReady(false)
    loadCardFonts(`${words} ${item.design.line1} ${item.design.line2}`).then(
      () => isMounted && setReady(true),
    )
    return () => {
      isMounted = false
    }
  }, [words, item.design.line1, item.design.line2])
  const ruler = areReady ? document.createElement('canvas').getContext('2d') : null
  if (!ruler) return new Map()
  return new Map(
    people.map((person) => [
      person.id,
      tightTexts(ruler as unknown as TextRuler, cardItemLook(item, null, person), item.design),
    ]),
  )
}
