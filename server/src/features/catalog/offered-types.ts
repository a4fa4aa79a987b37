import { Refusal } from '@laurel/domain/refusal'
import { REWARD_TYPES, type RewardType } from '@laurel/domain/reward-type'
import type { Config } from '../../config.ts'

/** The kinds of cards that can be ordered: without a mail server, no digital ones. */
export function offeredTypes({ mail }: Pick<Config, 'mail'>): readonly RewardType[] {
  return mail === undefined ? REWARD_TYPES.filter((type) => type !== 'digital') : REWARD_TYPES
}

/** @throws {Refusal} `digital_not_offered` */
export function assertOffered(config: Pick<Config, 'mail'>, type: RewardType | undefined): void {
  if (type !== undefined && !offeredTypes(config).includes(type)) throw new Refusal('digital_not_offered')
}
