import { storedSentence } from '@laurel/domain/stored-sentences'
import type { Approval, ApprovalPerson } from '../app/approval.queries.ts'
import { pageTexts } from '../app/texts.ts'
import type { TagTone } from './Tag.tsx'

/** Several people are named up to here. */
const NAMED = 3

/** `Joy Nakamura, Marcus Bell, or you`: any one of them decides. */
export function anyOf(people: readonly ApprovalPerson[]): string {
  const i18n = pageTexts()
  const names = people.filter(({ isYou }) => !isYou).map(({ name }) => name)
  return namesOf(people.some(({ isYou }) => isYou) ? [...names, i18n.t('you')] : names)
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMED)
  const more = names.length - shown.length
  const i18n = pageTexts()
  const others = i18n.t('{more, plural, one {# other} other {# others}}', { more })
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(
    more > 0 ? [...shown, others] : shown,
  )
}

type Matched = { name: string; reasons: readonly string[] }

/** `Rule: over $2,500.00 and the buyer’s first order`. A rule without conditions is known by its name. */
export function rulesWords(rules: readonly Matched[]): string {
  const i18n = pageTexts()

  const and = new Intl.ListFormat(i18n.locale, { type: 'conjunction' })
  const words = rules.map(({ name, reasons }) =>
    reasons.length > 0 ? and.format(reasons.map((reason) => storedSentence(i18n, reason))) : `“${name}”`,
  )
  return i18n.t('{rules, plural, one {Rule: {words}} other {Rules: {words}}}', {
    rules: words.length,
    words: words.join('; '),
  })
}

/** A request’s state in words, beside the order’s status. */
export function approvalState({
  state,
  needsPayment,
  waitsFor,
  canDecide,
}: Pick<Approval, 'state' | 'needsPayment' | 'waitsFor' | 'canDecide'>): { tone: TagTone; word: string } {
  const i18n = pageTexts()

  switch (state) {
    case 'open':
      if (canDecide) return { tone: 'wait', word: i18n.t('Waiting for you') }
      return {
        tone: 'wait',
        word:
          waitsFor.length === 0
            ? i18n.t('Waiting for approval')
            : i18n.t('Waiting for {waitsFor}', { waitsFor: namesOf(waitsFor) }),
      }
    case 'approved':
      return needsPayment
        ? { tone: 'wait', word: i18n.t('Approved, not paid yet') }
        : { tone: 'good', word: i18n.t('Approved') }
    case 'returned':
      return { tone: 'warn', word: i18n.t('Returned') }
    case 'withdrawn':
      return { tone: 'plain', word: i18n.t('Withdrawn') }
    case 'expired':
      return { tone: 'plain', word: i18n.t('Expired') }
  }
}
