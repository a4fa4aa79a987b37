import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Template } from '../create-reward.queries.ts'

export type DesignToolsProps = {
  design: CardDesign
  template: Template | undefined
  rewardType: RewardType
  problems: { line1: string | undefined; line2: string | undefined }
  onChange: (part: Partial<CardDesign>) => void
  onTemplate: (template: Template) => void
}
