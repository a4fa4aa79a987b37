import { formatDollars } from '@laurel/domain/money'
import { useSite } from '../../app/site.ts'
import { buttonClass } from '../../parts/button-class.ts'
import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { DesignLink } from './DesignLink.tsx'
import { HERO_CARD, HERO_CARD_BEHIND, WITHOUT_WORDS } from './sample-cards.ts'
import { useLandingText } from './use-landing-text.ts'

export function Hero() {
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
              See ways to send
            </a>
          </div>
          <p className="mt-8 text-label text-muted">
            {formatDollars(minValueCents)} to {formatDollars(maxValueCents)} a card. Every fee shown before
            you pay.
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
