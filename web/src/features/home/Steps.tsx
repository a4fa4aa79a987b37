import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { STEP_CARDS } from './sample-cards.ts'
import { useLandingText } from './use-landing-text.ts'

export function Steps() {
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
