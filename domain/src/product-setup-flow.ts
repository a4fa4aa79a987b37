import type { RewardType } from './reward-type.ts'

export const PRODUCT_SETUP_STEPS = [
  'card-design',
  'quantity',
  'value',
  'recipients',
  'custom-message',
] as const
export type ProductSetupStep = (typeof PRODUCT_SETUP_STEPS)[number]

/**
 * The customer's decisions so far about a new card. `hasDesign` means the design step was left once, which
 * creates the draft card item on the server.
 */
export type SetupProgress = {
  hasType: boolean
  hasDesign: boolean
  quantity: number | null
  denominationCents: number | null
  recipientCount: number
}

const BULK_STEPS = ['card-design', 'quantity', 'value', 'custom-message'] as const
const RECIPIENT_STEPS = ['card-design', 'recipients', 'custom-message'] as const

const TITLES: Readonly<Record<ProductSetupStep, string>> = {
  'card-design': /*i18n*/ 'Card design',
  quantity: /*i18n*/ 'Quantity',
  value: /*i18n*/ 'Value',
  recipients: /*i18n*/ 'Recipients',
  'custom-message': /*i18n*/ 'Message',
}

/** The steps of creating a card, first to last. docs/spec.md §2, "Product-setup flows". */
export function productSetupSteps(type: RewardType): readonly ProductSetupStep[] {
  return type === 'bulk' ? BULK_STEPS : RECIPIENT_STEPS
}

/** A step's path in the browser. docs/spec.md §2. */
export function setupStepPath<Step extends ProductSetupStep>(step: Step): `/create-reward/${Step}` {
  return `/create-reward/${step}`
}

/** The step's title in the row of steps. */
export function setupStepTitle(step: ProductSetupStep): string {
  return TITLES[step]
}

/** Is this word one of the product-setup steps? */
export function isProductSetupStep(value: unknown): value is ProductSetupStep {
  return PRODUCT_SETUP_STEPS.some((step) => step === value)
}

/**
 * The step that "Back" leads to; card design has none. From the message it's the value for bulk cards and the
 * recipients otherwise.
 *
 * @see docs/spec.md §2, "Product-setup flows"
 */
export function previousStep(type: RewardType, step: ProductSetupStep): ProductSetupStep | undefined {
  const steps = productSetupSteps(type)
  return steps[steps.indexOf(step) - 1]
}

/**
 * The step that "Next" leads to; undefined after the message (the card goes to the cart) and for a step of the
 * other flow.
 */
export function nextStep(type: RewardType, step: ProductSetupStep): ProductSetupStep | undefined {
  const steps = productSetupSteps(type)
  const index = steps.indexOf(step)
  return index === -1 ? undefined : steps[index + 1]
}

/**
 * The step shown to a customer who requests this one: that step, or the first earlier one that still needs a
 * decision. A step of the other flow maps to its counterpart (quantity or value to recipients).
 *
 * @returns undefined if no reward type was chosen yet
 * @see docs/spec.md §2, "Product-setup flows"
 */
export function reachableSetupStep(
  type: RewardType,
  progress: SetupProgress,
  wanted: ProductSetupStep,
): ProductSetupStep | undefined {
  if (!progress.hasType) return undefined

  const steps = productSetupSteps(type)
  const target = steps.includes(wanted) ? wanted : type === 'bulk' ? 'quantity' : 'recipients'
  const before = steps.slice(0, steps.indexOf(target))
  return before.find((step) => !isDecided(step, progress)) ?? target
}

function isDecided(step: ProductSetupStep, progress: SetupProgress): boolean {
  switch (step) {
    case 'card-design':
      return progress.hasDesign
    case 'quantity':
      return (progress.quantity ?? 0) > 0
    case 'value':
      return (progress.denominationCents ?? 0) > 0
    case 'recipients':
      return progress.recipientCount > 0
    case 'custom-message':
      return true // a card doesn't need words
  }
}
