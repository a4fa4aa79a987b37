import { dayIn } from '@laurel/domain/day-in'
import type { AnswerChange } from '../conversations.repo.ts'
import type { ConversationKit } from '../conversations.service.ts'
import { answerAsModel, type ModelOutcome, type ModelQuestion } from './answer-as-model.ts'
import { bedrockModel } from './bedrock-model.ts'
import { dailyTokens } from './daily-tokens.ts'
import type { Model } from './model.ts'
import type { ModelSettings } from './model-settings.ts'
import { openaiModel } from './openai-model.ts'

function connect({ provider, ...address }: ModelSettings): Model {
  return provider === 'bedrock' ? bedrockModel(address) : openaiModel(address)
}

/**
 * Answers by the connected model. If it can’t, says so, and leaves the answer to the guide.
 *
 * @throws the reason of `stopped`
 */
export async function answerByModel(
  { config, pool, app }: Pick<ConversationKit, 'config' | 'pool' | 'app'>,
  question: ModelQuestion,
): Promise<{ isAnswered: boolean; used: AnswerChange }> {
  const settings = config.model!
  const { site, now } = question
  const tokens = dailyTokens(pool, site.id, dayIn(now, site.time_zone), settings.tokensPerDay)
  const outcome = await answerAsModel(question, connect(settings), tokens)
  const { ended, hasProposed, input, output, reason } = outcome
  if (ended === 'failed') app.log.warn({ reason, model: settings.model }, 'The language model didn’t answer')
  const sentence = sentenceOf(question, outcome)
  if (sentence !== undefined) await question.add({ type: 'text', text: sentence })
  const isAnswered = ended === 'done' || ended === 'cut' || hasProposed
  return {
    isAnswered,
    used: { ...(isAnswered && { model: settings.model }), input_tokens: input, output_tokens: output },
  }
}

function sentenceOf({ i18n }: ModelQuestion, { ended, hasProposed }: ModelOutcome): string | undefined {
  if (ended === 'done') return undefined
  if (ended === 'cut') return i18n.t('The answer was too long, so it ends here.')
  if (hasProposed) return i18n.t('The language model stopped before it finished.')
  return ended === 'none_left'
    ? i18n.t('The language model has reached today’s limit, so the guide answers.')
    : i18n.t('The language model didn’t answer, so the guide does.')
}
