import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Template } from '../create-reward.queries.ts'

export type DesignToolsProps = {
  design: CardDesign
  template: Template | undefined
  rewardType: RewardType
  problems: { line1: string | undefined; line2: string | undefined }
  /** After an attempt to go on every problem is shown, before it only those of fields one has left. */
  showsAllProblems: boolean
  onChange: (part: Partial<CardDesign>) => void
  onTemplate: (template: Template) => void
}
