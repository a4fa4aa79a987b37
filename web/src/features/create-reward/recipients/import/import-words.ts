import { RECIPIENT_FIELDS, requiredFields } from '@laurel/domain/recipient-fields'
import type { RewardType } from '@laurel/domain/reward-type'
import { pageTexts } from '../../../../app/texts.ts'
import { lowerCase } from '../../../../parts/format.ts'
import type { ColumnMeaning, ImportMode, RecipientImport } from './use-import.ts'

const SHOWN_ERRORS = 5

export function importName({ fileName }: Pick<RecipientImport, 'fileName'>): string {
  const i18n = pageTexts()

  return fileName || i18n.t('Pasted rows')
}

/** Labels of the column meanings, in the order of an address. */
export const MEANINGS: ReadonlyArray<{ value: string; label: string }> = [
  { value: 'ignore', label: /*i18n*/ 'Ignore' },
  { value: 'name', label: /*i18n*/ 'Full name' },
  ...Object.values(RECIPIENT_FIELDS).map(({ wire, title }) => ({ value: wire, label: title })),
  { value: 'row', label: /*i18n*/ 'Row in this list' },
]

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': /*i18n*/ 'commas',
  ';': /*i18n*/ 'semicolons',
  '\t': /*i18n*/ 'tabs',
  '|': /*i18n*/ 'bars',
}
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/** What is known of a file: "CSV, 2.1 MB, separated by semicolons, Windows-1252". */
export function fileFacts({ file }: Pick<RecipientImport, 'file'>, size: string): string {
  const i18n = pageTexts()

  const parts = [
    file.kind === 'text' ? i18n.t('Pasted rows') : file.kind.toUpperCase(),
    size,
    file.sheet && i18n.t('sheet “{name}”', { name: file.sheet }),
    file.delimiter &&
      i18n.t('separated by {delimiters}', {
        delimiters: i18n.t(DELIMITERS[file.delimiter] ?? file.delimiter),
      }),
    file.encoding && (ENCODINGS[file.encoding] ?? file.encoding),
  ]
  return parts.filter(Boolean).join(', ')
}

/** "81,200 rows read, 81,200 added, 250 need attention". */
export function rowsSentence(one: Pick<RecipientImport, 'rowsRead' | 'rowsAdded' | 'rowsNeedingAttention'>) {
  const i18n = pageTexts()

  const { rowsRead, rowsAdded, rowsNeedingAttention: attention } = one
  const parts = [
    i18n.t('{rows, plural, one {# row} other {# rows}} read', { rows: rowsRead }),
    i18n.t('{rows, number} added', { rows: rowsAdded }),
    attention > 0 && i18n.t('{rows, plural, one {# needs} other {# need}} attention', { rows: attention }),
  ]
  return parts.filter(Boolean).join(', ')
}

/** How many imported rows may still need attention: at most as many as on the whole list. */
export function stillNeeding(
  { rowsNeedingAttention }: Pick<RecipientImport, 'rowsNeedingAttention'>,
  { attentionCount }: { attentionCount: number },
): number {
  return Math.min(rowsNeedingAttention, attentionCount)
}

/** "24,000 rows a second, about 3 seconds left", or '' while unknown. */
export function paceSentence({
  rowsPerSecond,
  secondsLeft,
}: Pick<RecipientImport, 'rowsPerSecond' | 'secondsLeft'>): string {
  const i18n = pageTexts()

  const parts = [
    rowsPerSecond !== null &&
      rowsPerSecond > 0 &&
      i18n.t('{rows, plural, one {# row} other {# rows}} a second', { rows: rowsPerSecond }),
    secondsLeft !== null && timeLeft(secondsLeft),
  ]
  return parts.filter(Boolean).join(', ')
}

/** `24` → "about 24 seconds left". */
export function timeLeft(seconds: number): string {
  const i18n = pageTexts()

  if (seconds <= 1) return i18n.t('almost done')
  if (seconds < 90) return i18n.t('about {seconds, number} seconds left', { seconds })
  return i18n.t('about {minutes, number} minutes left', { minutes: Math.round(seconds / 60) })
}

/**
 * The result of an import, by its mode.
 *
 * @param still how many of them need attention now
 */
export function resultSentence(one: RecipientImport, still: number): string {
  const i18n = pageTexts()

  const { rowsRead, rowsAdded, rowsNeedingAttention: atFirst } = one
  const needs =
    still > 0 && i18n.t('{rows, plural, one {# still needs} other {# still need}} attention', { rows: still })
  if (one.mode === 'repair') {
    const repaired = i18n.t('{repaired, number} of {rows, plural, one {# row} other {# rows}} repaired', {
      repaired: rowsAdded,
      rows: rowsRead,
    })
    return needs ? `${repaired}, ${needs}` : repaired
  }
  if (still === atFirst) return rowsSentence(one)
  const read = i18n.t('{rows, plural, one {# row} other {# rows}} read', { rows: rowsRead })
  return needs ? `${read}, ${needs}` : `${read}. ${i18n.t('Nothing left to fix')}`
}

/** The first values and rows that could not be read, and how many more there are. */
export function unreadRows({ errors, problemCounts }: Pick<RecipientImport, 'errors' | 'problemCounts'>) {
  const isUnread = ({ code }: { code: string }) => code === 'extra_cells' || code === 'amount_unreadable'
  const told = errors.filter(isUnread)
  // The server lists only the first errors, but counts all.
  const counted = problemCounts.filter(isUnread).reduce((all, { count: some }) => all + some, 0)
  const shown = told.slice(0, SHOWN_ERRORS)
  return { shown, more: Math.max(told.length, counted) - shown.length }
}

export function startLabel(mode: ImportMode): string {
  const i18n = pageTexts()

  if (mode === 'repair') return i18n.t('Repair these rows')
  return mode === 'replace' ? i18n.t('Replace the list') : i18n.t('Add these people')
}

/** Maps a column. The column that had this meaning before is ignored, so that no field is read twice. */
export function withMeaning(
  mapping: readonly ColumnMeaning[],
  at: number,
  meaning: ColumnMeaning,
): ColumnMeaning[] {
  return mapping.map((now, index) => {
    if (index === at) return meaning
    if (now === 'ignore') return now
    return now === meaning || isOtherWay(now, meaning) ? 'ignore' : now
  })
}

/** A full name excludes its halves. */
function isOtherWay(now: ColumnMeaning, meaning: ColumnMeaning): boolean {
  return (meaning === 'name' && isHalf(now)) || (isHalf(meaning) && now === 'name')
}

function isHalf(meaning: ColumnMeaning): boolean {
  return meaning === 'first_name' || meaning === 'last_name'
}

/** Fields that the reward type needs and no column provides. Repair files refer to existing rows instead. */
export function missingColumns(mapping: readonly ColumnMeaning[], rewardType: RewardType): string[] {
  if (mapping.includes('row')) return []
  const i18n = pageTexts()
  return requiredFields(rewardType)
    .filter(
      ({ wire }) => !mapping.some((meaning) => meaning === wire || (meaning === 'name' && isHalf(wire))),
    )
    .map(({ title }) => lowerCase(i18n.t(title)))
}
