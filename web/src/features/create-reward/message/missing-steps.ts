import type { ProductSetupStep } from '@laurel/domain/product-setup-flow'
import type { RewardType } from '@laurel/domain/reward-type'

/** The step on which a missing part is decided. */
export function stepOfMissing(field: string, rewardType: RewardType): ProductSetupStep {
  switch (field) {
    case 'quantity':
      return 'quantity'
    case 'denomination_cents':
    case 'denominationCents':
      return rewardType === 'bulk' ? 'value' : 'recipients'
    case 'recipients':
    case 'amount_cents':
    case 'amountCents':
      return 'recipients'
    case 'message':
    case 'sender_name':
      return 'custom-message'
    default:
      return 'card-design'
  }
}
