import type { CardDesign } from '@laurel/domain/card-design'
import { useState } from 'react'
import { useSetupStore } from '../../../app/setup-store.ts'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { cardLook } from '../card-look.ts'
import type { Template } from '../create-reward.queries.ts'
import { useReward, useRewardType } from '../use-card-at-hand.ts'
import { CardBackCanvas } from './CardBackCanvas.tsx'
import { InTheEnvelope } from './InTheEnvelope.tsx'
import { Sharpness } from './Sharpness.tsx'
import { TypeLine } from './TypeLine.tsx'

type View = 'front' | 'back' | 'envelope'

const IN_PRINT = [
  { value: 'front', label: 'Front' },
  { value: 'back', label: 'Back' },
  { value: 'envelope', label: 'In the envelope' },
] as const
/** What is only ever seen on a screen has no back. */
const ON_SCREEN = [
  { value: 'front', label: 'Front' },
  { value: 'envelope', label: 'In the email' },
] as const

type DesignStageProps = { design: CardDesign; template: Template | undefined }

/** The card itself, large and lit, in the middle of the step. */
export function DesignStage({ design, template }: DesignStageProps) {
  const rewardType = useRewardType()
  const { reward } = useReward()
  const [view, setView] = useState<View>('front')
  const amountCents = useSetupStore((setup) => setup.denominationCents)
  const look = cardLook({ design, template, rewardType, amountCents, networkName: reward?.network })
  return (
    <section
      aria-label="Your card"
      className="stage relative grid content-start justify-items-center gap-8 px-12 pt-8 pb-12 narrow:sticky low:static narrow:top-0 narrow:z-3 narrow:bg-canvas narrow:px-(--gutter) narrow:pt-4.5 narrow:pb-5 narrow:shadow-[0_1px_0_var(--line)]"
    >
      <div className="flex w-full max-w-[760px] flex-wrap items-center justify-between gap-3 narrow:hidden">
        <Segment
          label="Side"
          value={view}
          onChange={setView}
          options={rewardType === 'digital' ? ON_SCREEN : IN_PRINT}
        />
        <TypeLine />
      </div>
      {view === 'envelope' ? (
        <InTheEnvelope look={look} rewardName={reward?.name} />
      ) : (
        <div className="sticky top-14 grid w-full max-w-[760px] gap-12 narrow:static narrow:max-w-[440px] narrow:gap-3">
          {view === 'front' ? (
            <CardCanvas look={look} leaning />
          ) : (
            <CardBackCanvas tone={design.tone} networkName={reward?.network} />
          )}
          <div className="flex flex-wrap justify-between gap-3 text-muted text-small narrow:hidden">
            <Sharpness design={design} rewardType={rewardType} />
            {rewardType !== 'digital' && <span>85.6 × 54 mm</span>}
          </div>
        </div>
      )}
    </section>
  )
}
