import { RECIPIENT_FIELDS, requiredFields } from '@laurel/domain/recipient-fields'
import type { RewardType } from '@laurel/domain/reward-type'
import { count, plural } from '../../../../parts/format.ts'
import type { ColumnMeaning, ImportMode, RecipientImport } from './use-import.ts'

const SHOWN_ERRORS = 5

export function importName({ fileName }: Pick<RecipientImport, 'fileName'>): string {
  return fileName || 'Pasted rows'
}

/** Labels of the column meanings, in the order of an address. */
export const MEANINGS: ReadonlyArray<{ value: string; label: string }> = [
  { value: 'ignore', label: 'Ignore' },
  { value: 'name', label: 'Full name' },
  ...Object.values(RECIPIENT_FIELDS).map(({ wire, title }) => ({ value: wire, label: title })),
  { value: 'row', label: 'Row in this list' },
]

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
}
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/** What is known of a file: "CSV, 2.1 MB, separated by semicolons, Windows-1252". */
export function fileFacts({ file }: Pick<RecipientImport, 'file'>, size: string): string {
  const parts = [
    file.kind === 'text' ? 'Pasted rows' : file.kind.toUpperCase(),
    size,
    file.sheet && `sheet “${file.sheet}”`,
    file.delimiter && `separated by ${DELIMITERS[file.delimiter] ?? file.delimiter}`,
    file.encoding && (ENCODINGS[file.encoding] ?? file.encoding),
  ]
  return parts.filter(Boolean).join(', ')
}

/** "81,200 rows read, 81,200 added, 250 need attention". */
export function rowsSentence(one: Pick<RecipientImport, 'rowsRead' | 'rowsAdded' | 'rowsNeedingAttention'>) {
  const { rowsRead, rowsAdded, rowsNeedingAttention: attention } = one
  const needs = attention > 0 ? `, ${count(attention)} ${attention === 1 ? 'needs' : 'need'} attention` : ''
  return `${plural(rowsRead, 'row')} read, ${count(rowsAdded)} added${needs}`
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
  const parts = [
    rowsPerSecond !== null && rowsPerSecond > 0 && `${plural(rowsPerSecond, 'row')} a second`,
    secondsLeft !== null && timeLeft(secondsLeft),
  ]
  return parts.filter(Boolean).join(', ')
}

/** `24` → "about 24 seconds left". */
export function timeLeft(seconds: number): string {
  if (seconds <= 1) return 'nearly done'
  if (seconds < 90) return `about ${seconds} seconds left`
  return `about ${Math.round(seconds / 60)} minutes left`
}

/**
 * The result of an import, by its mode.
 *
 * @param still how many of them need attention now
 */
export function resultSentence(one: RecipientImport, still: number): string {
  const { rowsRead, rowsAdded, rowsNeedingAttention: atFirst } = one
  const needs = still > 0 ? `, ${count(still)} still ${still === 1 ? 'needs' : 'need'} attention` : ''
  if (one.mode === 'repair') return `${count(rowsAdded)} of ${plural(rowsRead, 'row')} repaired${needs}`
  if (still === atFirst) return rowsSentence(one)
  return `${plural(rowsRead, 'row')} read${needs || '. Nothing left to fix'}`
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
  if (mode === 'repair') return 'Repair these rows'
  return mode === 'replace' ? 'Replace the list' : 'Add these people'
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
  return requiredFields(rewardType)
    .filter(
      ({ wire }) => !mapping.some((meaning) => meaning === wire || (meaning === 'name' && isHalf(wire))),
    )
    .map(({ title }) => title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()))
}
