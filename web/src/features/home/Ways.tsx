import type { ReactNode } from 'react'
import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { BULK_CARD, DIGITAL_CARD, DIRECT_CARD } from './sample-cards.ts'
import { useLandingText } from './use-landing-text.ts'

type Way = { scene: ReactNode; needs: string; goodFor: string; arrives: string }

/** In the order bulk, direct, digital. */
const WAYS: readonly Way[] = [
  {
    scene: <Pile />,
    needs: 'One address',
    goodFor: 'Events, welcome packs, handing over in person',
    arrives: '3 to 5 business days',
  },
  {
    scene: <Letter />,
    needs: 'Names and addresses',
    goodFor: 'Teams at home, customers, anniversaries',
    arrives: '5 to 8 business days',
  },
  {
    scene: <Phone />,
    needs: 'Names and email addresses',
    goodFor: 'Referrals, surveys, thanks that can’t wait',
    arrives: 'Minutes after approval',
  },
]

export function Ways() {
  const { title, lead, items } = useLandingText('ways')
  return (
    <section id="ways" className="pt-12 pb-24 narrow:py-16 narrow:pt-12">
      <div className="page">
        <header className="mb-12 max-w-[640px]">
          <h2 className="text-section">{title}</h2>
          <p className="mt-3 text-lead text-muted">{lead}</p>
        </header>
        <div className="grid grid-cols-3 gap-8 mid:grid-cols-1">
          {WAYS.map((way, index) => (
            <article key={way.needs} className="way">
              <div className="way-scene">{way.scene}</div>
              <h3 className="text-h2">{items[index]?.title}</h3>
              <p className="mt-1.5 mb-4 min-h-[3em] mid:min-h-0">{items[index]?.text}</p>
              <dl className="grid content-start gap-1.5 border-line border-t pt-4 text-note">
                <Fact label="You need">{way.needs}</Fact>
                <Fact label="Good for">{way.goodFor}</Fact>
                <Fact label="Arrives">{way.arrives}</Fact>
              </dl>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex gap-3">
      <dt className="min-w-[88px] text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A stack of one design, as it comes out of the parcel. */
function Pile() {
  return (
    <div className="pile">
      {[0, 9, 18, 27, 36, 45].map((height) => (
        <span key={height} className="pile-card" style={{ transform: lying(height) }} />
      ))}
      <CardCanvas look={BULK_CARD} style={{ transform: lying(54) }} />
    </div>
  )
}

function lying(heightPx: number): string {
  return `rotateX(54deg) rotateZ(-34deg) translateZ(${heightPx}px)`
}

/** The card on the letter it travels with. */
function Letter() {
  return (
    <div className="sheet">
      {['w-[44%] sheet-name', 'w-[62%] mt-[22px]', 'w-[54%]', 'w-full mt-[22px]', 'w-[96%]', 'w-[70%]'].map(
        (line) => (
          <span key={line} className={`sheet-line ${line}`} />
        ),
      )}
      <CardCanvas look={DIRECT_CARD} />
    </div>
  )
}

function Phone() {
  return (
    <div className="phone">
      <b className="block">Halden Tools sent you a card</b>
      <span>to Maya</span>
      <CardCanvas look={DIGITAL_CARD} />
      <span>Maya, thank you for a record quarter. This one is for you.</span>
    </div>
  )
}
