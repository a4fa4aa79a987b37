import type { CardDesign } from '@laurel/domain/card-design'
import { changeDesign, changeSetup, keepUnsaved, useSetupStore } from '../../../app/setup-store.ts'
import type { Template } from '../create-reward.queries.ts'
import { SetupFrame } from '../SetupFrame.tsx'
import type { DraftChange } from '../save-draft.ts'
import { saveDraft } from '../save-draft.ts'
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

  /** A line the server would refuse stays on screen and is kept for the next visit; the rest is saved. */
  function save(more: DraftChange) {
    const { design: latest } = useSetupStore.getState()
    const unlessFits = (line: string) => (lineProblem(line, rewardType) ? line : undefined)
    keepUnsaved({ line1: unlessFits(latest.line1), line2: unlessFits(latest.line2) })
    saveDraft({ ...more, design: latest })
  }

  return (
    <SetupFrame
      step="card-design"
      rewardType={rewardType}
      className="grid grid-cols-[1fr_436px] mid:grid-cols-1 mid:content-start"
      missing={problems.line1 ?? problems.line2}
    >
      <h1 className="sr-only">Card design</h1>
      <DesignStage design={design} template={template} />
      <DesignTools
        design={design}
        template={template}
        rewardType={rewardType}
        problems={problems}
        onChange={change}
        onTemplate={choose}
      />
    </SetupFrame>
  )
}
