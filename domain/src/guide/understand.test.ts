import { describe, expect, test } from 'vitest'
import sentences from './sentences.json' with { type: 'json' }
import type { Slots } from './slots.ts'
import { type Intent, understand } from './understand.ts'

type Sentence = { intent: string; text: string; slots?: Slots }

/** Intents whose answer proposes a change. */
const PROPOSES: readonly Intent[] = ['plan_order', 'resend_card', 'reorder']

function scoreOf(part: readonly Sentence[]) {
  const judged = part.map(({ intent, text, slots = {} }) => {
    const understood = understand(text, sentences.now)
    const wrongSlots = Object.entries(slots).filter(
      ([name, value]) => understood.slots[name as keyof Slots] !== value,
    )
    return { text, isRight: understood.intent === intent, understood, wrongSlots }
  })
  return {
    right: judged.filter(({ isRight }) => isRight).length,
    of: judged.length,
    wrong: judged
      .filter(({ isRight }) => !isRight)
      .map(({ text, understood }) => `${text} → ${understood.intent}`),
    wrongActions: judged
      .filter(({ isRight, understood }) => !isRight && PROPOSES.includes(understood.intent))
      .map(({ text }) => text),
    wrongSlots: judged
      .filter(({ isRight, wrongSlots }) => isRight && wrongSlots.length > 0)
      .map(({ text, wrongSlots }) => `${text}: ${wrongSlots.map(([name]) => name).join(', ')}`),
  }
}

// The rules were tuned on one half only. The other half shows how well they handle new sentences.
describe.each(['tuned', 'heldOut'] as const)('the guide’s score on the %s half of 400 sentences', (half) => {
  const score = scoreOf(sentences[half] as Sentence[])
  console.info(
    `guide, ${half}: ${score.right} of ${score.of} right, ${score.wrongActions.length} wrong actions`,
  )

  test('has at least 95% of intents right', () => {
    expect(score.of).toBe(200)
    expect(score.right / score.of, score.wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  })
  test('has no wrong action', () => expect(score.wrongActions).toEqual([]))
  test('has no wrong number, amount, day, list, or person', () => expect(score.wrongSlots).toEqual([]))
})

test('60 sentences try to command the guide, and none succeeds', () => {
  const all = [...sentences.tuned, ...sentences.heldOut]
  const commands = all.filter(({ text }) => understand(text, sentences.now).reason !== undefined)
  expect(commands.length).toBeGreaterThanOrEqual(58)
  expect(commands.filter(({ intent }) => intent !== 'none')).toEqual([])
})

describe('a sentence about an order', () => {
  const slots = (text: string, today = '2026-11-29') => understand(text, today).slots
  test.each([
    [
      '200 people, $25, by email on Friday',
      { count: 200, cents: 2500, rewardType: 'digital', date: '2026-12-04' },
    ],
    ['two hundred and ten people, $5', { count: 210, cents: 500 }],
    ['1,200 cards at $12.50 each', { count: 1200, cents: 1250 }],
    ['order 10482', { orderNumber: '10482' }],
    ['order 300 cards', { count: 300 }],
    ['12 cards of $10 tomorrow at 3pm', { count: 12, cents: 1000, date: '2026-11-30', time: '15:00' }],
  ])('%s', (text, expected) => expect(slots(text)).toEqual(expected))

  test.each([
    ['on Friday', '2026-11-27', '2026-12-04'],
    ['next Friday', '2026-11-23', '2026-12-04'],
    ['this Friday', '2026-11-23', '2026-11-27'],
    ['on January 5', '2026-11-29', '2027-01-05'],
    ['on the 2nd of December', '2026-11-29', '2026-12-02'],
    ['on Sept 5', '2026-11-29', '2027-09-05'],
    ['on February 30', '2026-11-29', undefined],
    ['on 1/5', '2026-11-29', '2027-01-05'],
    ['on 1/5/2028', '2026-11-29', '2028-01-05'],
    ['on 1/5/28', '2026-11-29', '2028-01-05'],
    ['on 11/2/2026', '2026-11-29', '2026-11-02'],
    ['on 2/30/2028', '2026-11-29', undefined],
  ])('%s, said on %s', (when, today, date) => {
    expect(slots(`10 cards, $10, ${when}`, today).date).toBe(date)
  })
})

test.each(['a '.repeat(2_000), '9'.repeat(4_000), '$'.repeat(4_000), '\u202e‮', '(((('.repeat(900), ''])(
  'a long or odd text is nothing: %.10s',
  (text) => expect(understand(text, '2026-11-29').intent).toBe('none'),
)
