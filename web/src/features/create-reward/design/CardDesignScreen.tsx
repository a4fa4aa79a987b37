import type { CardDesign } from '@laurel/domain/card-design'
import { useState } from 'react'
import type { Template } from '../create-reward.queries.ts'
import { SetupFrame } from '../SetupFrame.tsx'
import type { DraftChange } from '../save-draft.ts'
import { saveDraft } from '../save-draft.ts'
import { changeDesign, changeSetup, useSetupStore } from '../setup-store.ts'
import { useRewardType, useTemplate } from '../use-card-at-hand.ts'
import { DesignStage } from './DesignStage.tsx'
import { DesignTools } from './DesignTools.tsx'
import { lineProblem } from './line-problems.ts'
import { designOnTemplate } from './template-choice.ts'

/** The first step: what the card looks like. Each change is drawn within a frame and saved after a pause. */
export function CardDesignScreen() {
  const rewardType = useRewardType()
  const template = useTemplate()
  const design = useSetupStore((setup) => setup.design)
  const [isChecked, setChecked] = useState(false)

  const problems = {
    line1: lineProblem(design.line1, rewardType),
    line2: lineProblem(design.line2, rewardType),
  }

  function change(part: Partial<CardDesign>) {
    changeDesign(part)
    save({})
  }

  function choose(next: Template) {
    changeSetup({ templateId: next.id, design: designOnTemplate(design, next, template) })
    save({ rewardCardTemplateId: next.id })
  }

  /** Lines that are too long stay on screen and wait for the customer; the server would refuse them. */
  function save(more: DraftChange) {
    const { design: latest } = useSetupStore.getState()
    const fits = !lineProblem(latest.line1, rewardType) && !lineProblem(latest.line2, rewardType)
    if (fits) saveDraft({ ...more, design: latest })
  }

  return (
    <SetupFrame
      step="card-design"
      rewardType={rewardType}
      className="grid grid-cols-[1fr_436px] mid:grid-cols-1 mid:content-start"
      missing={problems.line1 ?? problems.line2}
      onAttempt={() => setChecked(true)}
    >
      <h1 className="sr-only">Card design</h1>
      <DesignStage design={design} template={template} />
      <DesignTools
        design={design}
        template={template}
        rewardType={rewardType}
        problems={problems}
        showsAllProblems={isChecked}
        onChange={change}
        onTemplate={choose}
      />
    </SetupFrame>
  )
}
