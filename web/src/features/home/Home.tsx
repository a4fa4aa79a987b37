import { useTexts } from '../../app/texts.ts'
import './home.css'
import { formatDollars } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock, Receipt, RotateCcw, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session.ts'
import { landingQuery, useSite } from '../../app/site.ts'
import { buttonClass } from '../../parts/Button.tsx'
import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { type LandingText, landingText, shownParts } from './landing-texts.ts'
import {
  BULK_CARD,
  CLOSING_CARD,
  DIGITAL_CARD,
  DIRECT_CARD,
  HERO_CARD,
  HERO_CARD_BEHIND,
  STEP_CARDS,
  WITHOUT_WORDS,
} from './sample-cards.ts'

const PARTS = { hero: Hero, ways: Ways, steps: Steps, trust: Trust, closing: Closing }

/** The site's choice of parts, in its order. */
export function Home() {
  const { data } = useQuery(landingQuery)
  return shownParts(data).map((kind) => {
    const Part = PARTS[kind]
    return <Part key={kind} />
  })
}

function Closing() {
  const { title } = useLandingText('closing')
  return (
    <section className="overflow-hidden bg-band text-on-band **:focus-visible:outline-white">
      <div className="page grid grid-cols-[1.1fr_1fr] items-center gap-12 py-16 narrow:grid-cols-1">
        <div>
          <h2 className="mb-6 text-headline">{title}</h2>
          <DesignLink className={`${buttonClass('outlined', 'big')} closing-button`} />
        </div>
        <CardCanvas look={CLOSING_CARD} className="closing-card" />
      </div>
    </section>
  )
}

const ICONS = [Lock, ShieldCheck, Receipt, RotateCcw]

function Trust() {
  const i18n = useTexts()
  const { title, items } = useLandingText('trust')
  return (
    <section id="help" aria-label={title || i18n.t('What you can rely on')} className="py-24 narrow:py-16">
      <ul className="page grid grid-cols-4 gap-8 mid:grid-cols-2 narrow:grid-cols-1 narrow:gap-6">
        {items.map((item, index) => (
          <li key={item.title} className="flex gap-3">
            <Icon of={ICONS[index % ICONS.length]!} size={22} className="mt-0.5 text-accent-text" />
            <div>
              <strong className="block font-semibold">{item.title}</strong>
              <span className="text-muted text-note">{item.text}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hero() {
  const i18n = useTexts()
  const { title, lead } = useLandingText('hero')
  const { minValueCents, maxValueCents } = useSite().limits
  return (
    <section className="hero">
      <div className="page hero-columns">
        <div>
          <h1 className="text-display [word-spacing:0.03em]">{title}</h1>
          <p className="mt-6 mb-8 max-w-[34ch] text-lead text-muted">{lead}</p>
          <div className="flex flex-wrap items-center gap-3 narrow:*:flex-[1_1_240px]">
            <DesignLink className={buttonClass('primary', 'big')} />
            <a href="#ways" className={buttonClass('outlined', 'big')}>
              {i18n.t('See delivery methods')}
            </a>
          </div>
          <p className="mt-8 text-label text-muted">
            {i18n.t('{minValue} to {maxValue} a card. Every fee shown before you pay.', {
              minValue: formatDollars(minValueCents),
              maxValue: formatDollars(maxValueCents),
            })}
          </p>
        </div>
        <div className="hero-cards">
          <CardCanvas look={HERO_CARD} tilted />
          <CardCanvas look={HERO_CARD_BEHIND} layers={WITHOUT_WORDS} className="hero-card-behind" />
        </div>
      </div>
    </section>
  )
}

/** Opens the card designer for customers, and sign-in for visitors. */
function DesignLink({ className }: { className: string }) {
  const i18n = useTexts()

  if (useSession() === 'signed-in') {
    return (
      <Link to={paths.myRewards} search={{ createNew: true } as never} className={className}>
        {i18n.t('Design a card')}
      </Link>
    )
  }
  return (
    <Link
      to="/"
      search={{ login: 'signUp', redirect: `${paths.myRewards}?createNew=true` }}
      resetScroll={false}
      className={className}
    >
      {i18n.t('Design a card')}
    </Link>
  )
}

function Steps() {
  const { title, lead, items } = useLandingText('steps')
  return (
    <section id="how" className="bg-canvas py-24 narrow:py-16">
      <div className="page">
        <header className="mb-12 max-w-[640px]">
          <h2 className="text-section">{title}</h2>
          <p className="mt-3 text-lead text-muted">{lead}</p>
        </header>
        <ol className="grid grid-cols-4 gap-8 mid:grid-cols-2 narrow:gap-x-4">
          {STEP_CARDS.map((card, index) => {
            const item = items[index]
            if (!item) return null
            return (
              <li key={item.title}>
                <CardCanvas {...card} className="mb-6" />
                <h3>
                  <span
                    aria-hidden="true"
                    className="mr-2.5 inline-grid size-[26px] place-items-center rounded-full bg-accent-wash font-semibold text-accent-text text-small leading-none tracking-normal narrow:mb-2 narrow:grid"
                  >
                    {index + 1}
                  </span>
                  {item.title}
                </h3>
                <p className="mt-1.5 text-muted">{item.text}</p>
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}

type Way = { scene: ReactNode; needs: string; goodFor: string; arrives: string }

const WAYS: readonly Way[] = [
  {
    scene: <Pile />,
    needs: /*i18n*/ 'One address',
    goodFor: /*i18n*/ 'Events, welcome kits, handing out in person',
    arrives: /*i18n*/ '3 to 5 business days',
  },
  {
    scene: <Letter />,
    needs: /*i18n*/ 'Names and addresses',
    goodFor: /*i18n*/ 'Remote teams, customers, anniversaries',
    arrives: /*i18n*/ '5 to 8 business days',
  },
  {
    scene: <Phone />,
    needs: /*i18n*/ 'Names and email addresses',
    goodFor: /*i18n*/ 'Referrals, surveys, thanks that can’t wait',
    arrives: /*i18n*/ 'Minutes after approval',
  },
]

function Ways() {
  const i18n = useTexts()
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
                <Fact label={i18n.t('You need')}>{i18n.t(way.needs)}</Fact>
                <Fact label={i18n.t('Good for')}>{i18n.t(way.goodFor)}</Fact>
                <Fact label={i18n.t('Arrives')}>{i18n.t(way.arrives)}</Fact>
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

/** A stack of cards from a parcel. */
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

/** A card on its letter. */
function Letter() {
  return (
    <div className="paper sheet">
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
  const i18n = useTexts()

  return (
    <div className="paper phone">
      <b className="block">{i18n.t('Halden Tools sent you a card')}</b>
      <span>{i18n.t('to Maya')}</span>
      <CardCanvas look={DIGITAL_CARD} />
      <span>{i18n.t('Maya, thank you for a record quarter. This one is for you.')}</span>
    </div>
  )
}

function useLandingText(kind: Parameters<typeof landingText>[2]): LandingText {
  return landingText(useTexts(), useQuery(landingQuery).data, kind)
}
