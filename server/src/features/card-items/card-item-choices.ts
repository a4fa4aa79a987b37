import type { createCardItem, patchCardItem } from '@laurel/contract/card-items'
import { limitProblems, type SiteLimits } from '@laurel/domain/limits'
import { cardLineProblems, messageProblems, senderProblems } from '@laurel/domain/message-merge'
import type { FieldProblem } from '@laurel/domain/refusal'
import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import type { Updateable } from 'kysely'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import type { CardItems } from '../../database/generated/tables.ts'
import type { Customer } from '../../http/actor.ts'
import { canUsePicture } from '../files/files.repo.ts'
import type { LimitsRecord } from '../sites/site-records.ts'
import type { CardItemRow } from './card-item-row.ts'
import type { NewCardItem } from './card-items.repo.ts'
import { isValueAllowed, limitsOfReward } from './card-limits.ts'
import { readDesign } from './design-wire.ts'
import { canBe, findTemplateName, listRewardChoices, type RewardChoice, readChoices } from './offers.repo.ts'

type NewItem = z.output<typeof createCardItem.body>
type Change = z.output<typeof patchCardItem.body>
type Judged<Values> = { problems: FieldProblem[]; values: Values }

/**
 * Holds a new card item against what the site offers and allows, and fills in what was left open.
 *
 * @returns also how many items the customer's cart has, which must be held
 */
export async function judgeNew(
  db: Db,
  actor: Customer,
  limits: LimitsRecord,
  input: NewItem,
): Promise<Judged<Omit<NewCardItem, 'order_id' | 'design'>> & { count: number }> {
  const { design, ...values } = input
  const [{ count, templateName, rewards }, inDesign] = await Promise.all([
    readChoices(db, actor, input.reward_card_template_id),
    designProblems(db, actor, input.reward_type, design),
  ])
  const chosen = chooseReward(rewards, input.reward_type, input.reward_id)
  const problems = [
    ...(templateName === null ? [TEMPLATE_NOT_OFFERED] : []),
    ...(typeof chosen === 'string' ? [notOffered(chosen, input)] : []),
    ...inDesign,
    ...messageProblems(input.message, input.reward_type),
    ...senderProblems(input.sender_name, input.reward_type),
    ...limitProblems(valuesOf(input), limitsOf(limits, chosen)),
  ]
  return {
    count,
    problems,
    values: {
      ...values,
      name: input.name || nameOf(design.line1) || templateName || 'Card',
      reward_id: typeof chosen === 'string' ? 0 : chosen.id,
    },
  }
}

/**
 * Holds a change against what the site offers and allows. What is asked for must fit; what was
 * chosen earlier and no longer fits is dropped, and the item says that it is missing.
 */
export async function judgeChange(
  db: Db,
  actor: Customer,
  limits: LimitsRecord,
  item: CardItemRow,
  change: Change,
): Promise<Judged<Updateable<CardItems>>> {
  const { design, ...values } = change
  const type = change.reward_type ?? item.reward_type
  const problems: FieldProblem[] = []
  let reward: RewardChoice | Pick<RewardChoice, 'id' | 'min_value_cents' | 'max_value_cents'> = {
    id: item.reward_id,
    min_value_cents: item.reward_min_cents,
    max_value_cents: item.reward_max_cents,
  }
  if (change.reward_id !== undefined || type !== item.reward_type) {
    const rewards = await listRewardChoices(db, actor.siteId)
    const kept = rewards.find((one) => one.id === item.reward_id && canBe(one, type))
    const chosen =
      kept && change.reward_id === undefined ? kept : chooseReward(rewards, type, change.reward_id)
    if (typeof chosen === 'string') problems.push(notOffered(chosen, { ...change, reward_type: type }))
    else reward = chosen
  }
  if (
    change.reward_card_template_id !== undefined &&
    change.reward_card_template_id !== item.reward_card_template_id &&
    (await findTemplateName(db, actor.siteId, change.reward_card_template_id)) === undefined
  ) {
    problems.push(TEMPLATE_NOT_OFFERED)
  }
  const allowed = limitsOfReward(limits, reward)
  if (design !== undefined) problems.push(...(await designProblems(db, actor, type, design, item)))
  if (change.message !== undefined) problems.push(...messageProblems(change.message, type))
  if (change.sender_name !== undefined) problems.push(...senderProblems(change.sender_name, type))
  problems.push(...limitProblems(valuesOf(change), allowed))

  const dropsValue =
    change.denomination_cents === undefined &&
    reward.id !== item.reward_id &&
    !isValueAllowed(item.denomination_cents, allowed)
  return {
    problems,
    values: { ...values, reward_id: reward.id, ...(dropsValue && { denomination_cents: null }) },
  }
}

const TEMPLATE_NOT_OFFERED = {
  field: 'rewardCardTemplateId',
  code: 'not_offered',
  message: /*i18n*/ 'Choose one of this site’s designs.',
}

/** The reward asked for, or the first one offered for this kind of card; a word for why not. */
function chooseReward(
  rewards: readonly RewardChoice[],
  type: RewardType,
  id: number | undefined,
): RewardChoice | 'unknown' | 'other_type' | 'none' {
  if (id === undefined) return rewards.find((one) => canBe(one, type)) ?? 'none'
  const reward = rewards.find((one) => one.id === id)
  if (reward === undefined) return 'unknown'
  return canBe(reward, type) ? reward : 'other_type'
}

function notOffered(
  why: 'unknown' | 'other_type' | 'none',
  { reward_type }: { reward_type: RewardType },
): FieldProblem {
  const code = 'not_offered'
  const type = REWARD_TYPE_TITLES[reward_type].toLowerCase()
  if (why === 'none') {
    return { field: 'rewardType', code, message: `This site doesn’t offer rewards for ${type} cards.` }
  }
  const message =
    why === 'unknown' ? 'Choose one of this site’s rewards.' : `This reward isn’t offered for ${type} cards.`
  return { field: 'rewardId', code, message }
}

async function designProblems(
  db: Db,
  actor: Customer,
  type: RewardType,
  design: NewItem['design'],
  item?: CardItemRow,
): Promise<FieldProblem[]> {
  const key = design.logo_file_key
  // A card that was ordered again keeps its logo, which a colleague may have uploaded.
  const isKept = key === null || (item !== undefined && key === readDesign(item.design).logoFileKey)
  const isOwn = isKept || (await canUsePicture(db, actor, key))
  const message = 'We couldn’t find this logo. Upload it again.'
  return [
    ...cardLineProblems(design.line1, type, 'design.line1'),
    ...cardLineProblems(design.line2, type, 'design.line2'),
    ...(isOwn ? [] : [{ field: 'design.logoFileKey', code: 'not_found', message }]),
  ]
}

function valuesOf({ denomination_cents, quantity }: Change) {
  return { denominationCents: denomination_cents ?? null, quantity: quantity ?? null }
}

function limitsOf(limits: LimitsRecord, reward: RewardChoice | string): SiteLimits {
  const anything = { min_value_cents: 0, max_value_cents: Number.MAX_SAFE_INTEGER }
  return limitsOfReward(limits, typeof reward === 'string' ? anything : reward)
}

/** A complete or incomplete field, with the comma before it. */
const NAMELESS = /,?\s*\{[^}]*\}?/g

/** A card is called by its first line: "Thank you" for "Thank you, {first name}". */
function nameOf(line1: string): string {
  return line1.replace(NAMELESS, '').replace(/^[\s,;:]+|[\s,;:]+$/g, '')
}
