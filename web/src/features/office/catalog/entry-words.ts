import type { CatalogKind } from '@laurel/contract/office-catalog'
import { formatCents } from '@laurel/domain/money'
import { plural } from '../../../parts/format.ts'
import type { Entry } from './catalog.queries.ts'
import { valueAt } from './form-fields.ts'
import { nameWords } from './kind-words.ts'

/** One line of a list: what it is, and the rest in a few words. */
export function entryWords(kind: CatalogKind, { values, name }: Entry): { title: string; detail: string } {
  const text = (path: string) => String(valueAt(values, path) ?? '')
  const cents = (path: string) => formatCents(Number(valueAt(values, path) ?? 0))
  switch (kind) {
    case 'rewards':
      return {
        title: text('name'),
        detail: `${(values.rewardTypes as string[]).join(', ')}. ${cents('minValueCents')} to ${cents('maxValueCents')}`,
      }
    case 'templates':
      return {
        title: text('name'),
        detail: `${text('background.image') ? 'own picture' : text('background.art')}, ${text('userLayout.tone')}`,
      }
    case 'amounts':
      return { title: cents('valueCents'), detail: '' }
    case 'messages':
      return { title: text('occasion'), detail: text('text') }
    case 'shipping_options':
      return {
        title: text('service'),
        detail: `${text('rewardType')}, ${cents('priceCents')} per ${text('per')}, ${daysWords(Number(valueAt(values, 'minDays')), Number(valueAt(values, 'maxDays')))}`,
      }
    case 'reward_infos':
      return { title: text('title'), detail: text('description') }
    case 'landing':
      return nameOver(kind, name, text('content.title'))
    case 'heard_about':
      return { title: text('name'), detail: '' }
  }
}

/** `2 days`, `1 to 3 days`; without days it arrives at once. */
function daysWords(min: number, max: number): string {
  if (max === 0) return 'same day'
  return min === max ? plural(max, 'day') : `${min} to ${plural(max, 'day')}`
}

/** A part is told by its own words, and which it is below them. */
function nameOver(kind: CatalogKind, name: string | undefined, own: string) {
  const which = nameWords(kind, name ?? '')
  return own === '' ? { title: which, detail: '' } : { title: own, detail: which }
}
