import { FILE_TYPES, type FileFolderName, type FileScan, type FileType } from '@laurel/domain/files'
import {
  File as FileIcon,
  FileSpreadsheet,
  FileText,
  Image as ImageIcon,
  type LucideIcon,
} from 'lucide-react'
import { pageTexts } from '../../app/texts.ts'
import type { Folder, StoredFile } from './files.queries.ts'

export type FixedFolder = FileFolderName | 'documents'

export const FOLDER_NAMES: Readonly<Record<FixedFolder, string>> = {
  logos: /*i18n*/ 'Logos and pictures',
  lists: /*i18n*/ 'Lists',
  documents: /*i18n*/ 'Documents',
  own: /*i18n*/ 'Own files',
}

export const SCAN_WORDS: Readonly<Record<FileScan, string>> = {
  not_scanned: /*i18n*/ 'Not scanned',
  waiting: /*i18n*/ 'Scanning',
  clean: /*i18n*/ 'Clean',
  infected: /*i18n*/ 'Infected, removed',
}

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1024

/** `184 kB`, `4.1 MB`: in steps of 1,024, as the limits are, and never in bytes. */
export function fileSize(bytes: number): string {
  const nth = sizeStep(bytes)
  return amount(Math.max(1, bytes / STEP ** nth), nth)
}

function sizeStep(bytes: number): number {
  const nth = Math.floor(Math.log2(Math.max(1, bytes)) / Math.log2(STEP))
  return Math.min(SIZES.length - 1, Math.max(1, nth))
}

/** `31 of 50 MB` */
export function sizeOf(bytes: number, allBytes: number): string {
  const nth = sizeStep(allBytes)
  const i18n = pageTexts()
  const sent = (bytes / STEP ** nth).toLocaleString(i18n.locale, { maximumFractionDigits: nth > 1 ? 1 : 0 })
  return i18n.t('{sent} of {size}', { sent, size: fileSize(allBytes) })
}

function amount(value: number, nth: number): string {
  const { locale } = pageTexts()
  const digits = nth > 1 && value < 100 ? 1 : 0
  return value.toLocaleString(locale, { style: 'unit', unit: SIZES[nth], maximumFractionDigits: digits })
}

/** `3 sec left`, `2 min left` */
export function timeLeft(ms: number): string {
  const i18n = pageTexts()
  const seconds = Math.max(1, Math.round(ms / 1000))
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return i18n.t('{time} left', {
    time: value.toLocaleString(i18n.locale, { style: 'unit', unit, unitDisplay: 'short' }),
  })
}

export function kindIcon({ kind }: { kind: StoredFile['kind'] }): LucideIcon {
  return { picture: ImageIcon, pdf: FileText, list: FileSpreadsheet, text: FileText }[kind] ?? FileIcon
}

/** `PNG, 2,400 × 508 px` */
export function typeWords({ contentType, width, height }: StoredFile): string {
  const i18n = pageTexts()
  const known = FILE_TYPES[contentType as FileType]
  const type = known ? known.ending.slice(1).replace('jpg', 'jpeg').toUpperCase() : contentType
  return width === null || height === null
    ? type
    : i18n.t('{type}, {width, number} × {height, number} px', { type, width, height })
}

export function personWords(person: StoredFile['addedBy']): string {
  return person ? `${person.first} ${person.last}`.trim() : ''
}

/** `Order 10473, 2 more` */
export function usedWords({ usedBy, usedByCount }: StoredFile): string {
  const i18n = pageTexts()
  if (usedByCount === 0) return i18n.t('Not used')
  const first = usedBy[0]
  if (!first) return i18n.t('{uses, plural, one {# use} other {# uses}}', { uses: usedByCount })
  const name = nameOfUse(first)
  return usedByCount === 1 ? name : i18n.t('{name}, {more, number} more', { name, more: usedByCount - 1 })
}

export function nameOfUse({ type, label }: StoredFile['usedBy'][number]): string {
  const i18n = pageTexts()
  switch (type) {
    case 'order':
      return i18n.t('Order {number}', { number: label })
    case 'attachment':
      return i18n.t('Attached to order {number}', { number: label })
    case 'card':
      return label ? i18n.t('Card “{name}”', { name: label }) : i18n.t('A card in your cart')
    case 'saved_design':
      return i18n.t('Design “{name}”', { name: label })
    case 'import':
      return i18n.t('Import {name}', { name: label })
  }
}

/** Where a folder is, from its fixed folder down: `Lists / West / 2026`. */
export function folderPath(folder: Pick<Folder, 'parentId' | 'name'>, all: readonly Folder[]): string[] {
  const parent = all.find(({ id }) => id === folder.parentId)
  return parent ? [...folderPath(parent, all), folder.name] : [folder.name]
}

/** The fixed folder for a file that isn't uploaded into one, by how its name ends. */
export function folderForName(name: string): FileFolderName {
  const ending = /\.[a-z]+$/i.exec(name)?.[0].toLowerCase().replace('.jpeg', '.jpg') ?? ''
  if (ending === '.svg') return 'logos'
  const kind = Object.values(FILE_TYPES).find((type) => type.ending === ending)?.kind
  return kind === 'picture' ? 'logos' : kind === 'list' ? 'lists' : 'own'
}

/** What a file picker offers. */
export const ACCEPTED = [
  ...new Set([...Object.values(FILE_TYPES).map(({ ending }) => ending), '.jpeg', '.svg']),
]
