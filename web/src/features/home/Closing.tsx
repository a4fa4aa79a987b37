import { buttonClass } from '../../parts/button-class.ts'
import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { DesignLink } from './DesignLink.tsx'
import { CLOSING_CARD } from './sample-cards.ts'
import { useLandingText } from './use-landing-text.ts'

export function Closing() {
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
