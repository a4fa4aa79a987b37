import { type ReactNode, useState } from 'react'
import { Segment } from '../../../parts/Segment.tsx'
import { useReward } from '../use-card-at-hand.ts'
import { ColorTools } from './ColorTools.tsx'
import type { DesignToolsProps } from './design-tools-props.ts'
import { LogoTools } from './LogoTools.tsx'
import { RewardTools } from './RewardTools.tsx'
import { TemplateTools } from './TemplateTools.tsx'
import { TypeLine } from './TypeLine.tsx'
import { WordTools } from './WordTools.tsx'

const POCKETS = ['Reward', 'Template', 'Colors', 'Logo', 'Words'] as const
type Pocket = (typeof POCKETS)[number]

/** Everything that can be changed about the card's face. */
export function DesignTools(props: DesignToolsProps) {
  const { template } = props
  const [pocket, setPocket] = useState<Pocket>('Template')
  const takesLogo = template?.userLayout.takesLogo ?? true
  const hasChoice = useReward().rewards.length > 1
  const isOffered = { Reward: hasChoice, Template: true, Colors: true, Logo: takesLogo, Words: true }
  const pockets = POCKETS.filter((each) => isOffered[each])

  return (
    <aside
      aria-label="Design"
      className="border-line border-s px-8 pt-2 pb-12 mid:border-0 narrow:px-(--gutter) narrow:pb-8"
    >
      <div className="-mx-(--gutter) sticky top-[calc(min(100vw,480px)*0.54+58px)] z-2 hidden bg-surface px-(--gutter) py-2.5 narrow:block low:static">
        <Segment
          label="Go to"
          fills
          value={pocket}
          onChange={(to) => {
            setPocket(to)
            document.getElementById(sectionId(to))?.scrollIntoView()
          }}
          options={pockets.map((each) => ({ value: each, label: each }))}
        />
      </div>
      {hasChoice && (
        <Section name="Reward">
          <RewardTools />
        </Section>
      )}
      <Section name="Template">
        <TemplateTools {...props} />
      </Section>
      <Section name="Colors">
        <ColorTools {...props} />
      </Section>
      {takesLogo && (
        <Section name="Logo">
          <LogoTools design={props.design} rewardType={props.rewardType} onChange={props.onChange} />
        </Section>
      )}
      <Section name="Words">
        <WordTools {...props} />
      </Section>
      <TypeLine className="hidden! border-line border-t pt-4 narrow:flex!" />
    </aside>
  )
}

function sectionId(name: Pocket): string {
  return `design-${name.toLowerCase()}`
}

function Section({ name, children }: { name: Pocket; children: ReactNode }) {
  return (
    <section
      id={sectionId(name)}
      aria-labelledby={`${sectionId(name)}-title`}
      className="grid scroll-mt-8 gap-4 border-line border-b py-6 last-of-type:border-0 narrow:scroll-mt-[calc(min(100vw,480px)*0.54+116px)]"
    >
      <h2 id={`${sectionId(name)}-title`} className="text-h3">
        {name}
      </h2>
      {children}
    </section>
  )
}
