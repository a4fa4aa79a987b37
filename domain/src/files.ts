/** The folders that every customer has and can add to. A fourth, `documents`, is a view of their orders’ documents. */
export const FILE_FOLDERS = ['logos', 'lists', 'own'] as const
export type FileFolderName = (typeof FILE_FOLDERS)[number]

export const FILE_KINDS = ['picture', 'pdf', 'list', 'text'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** What a virus scan said. Without a scanner, files are never called clean. */
export const FILE_SCANS = ['not_scanned', 'waiting', 'clean', 'infected'] as const
export type FileScan = (typeof FILE_SCANS)[number]

/** What to do when a folder has a file of the same name. */
export const FILE_CONFLICTS = ['ask', 'keep_both', 'replace'] as const

const MB = 1024 * 1024
export const MAX_FILE_BYTES = 50 * MB
/** All files of a customer, with their versions, the trash, and unfinished uploads. */
export const MAX_FILES_BYTES = 2 * 1024 * MB
export const MAX_FILES = 5_000
export const MAX_FILE_FOLDERS = 100
export const MAX_FOLDER_DEPTH = 5
export const MAX_FILE_NAME = 180
export const MAX_FOLDER_NAME = 80
/** Of each part of an upload except the last. */
export const UPLOAD_PART_BYTES = 5 * MB
export const UPLOAD_MS = 24 * 3_600_000
export const KEEP_TRASH_DAYS = 30
export const MAX_FILES_AT_ONCE = 500
/** Of one ZIP. */
export const MAX_ARCHIVE_BYTES = 500 * MB

/** The types that files can have: what each is, and how its name ends. */
export const FILE_TYPES = {
  'image/png': { kind: 'picture', ending: '.png' },
  'image/jpeg': { kind: 'picture', ending: '.jpg' },
  'image/webp': { kind: 'picture', ending: '.webp' },
  'application/pdf': { kind: 'pdf', ending: '.pdf' },
  'text/csv': { kind: 'list', ending: '.csv' },
  'text/tab-separated-values': { kind: 'list', ending: '.tsv' },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { kind: 'list', ending: '.xlsx' },
  'text/plain': { kind: 'text', ending: '.txt' },
} as const satisfies Readonly<Record<string, { kind: FileKind; ending: string }>>
export type FileType = keyof typeof FILE_TYPES

/** The types of a kind. */
export function typesOfKind(kind: FileKind): FileType[] {
  return (Object.keys(FILE_TYPES) as FileType[]).filter((type) => FILE_TYPES[type].kind === kind)
}

/**
 * Invisible characters, those that show text backwards, and those that separate folders or that Windows doesn’t allow
 * in names. Joiners stay: languages and emoji need them.
 */
const NOT_IN_NAMES = /[/\\<>:"|?*]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const ALL_NOT_IN_NAMES = new RegExp(NOT_IN_NAMES, 'gu')
/** Names of devices on Windows, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** Whether a name can be that of a file or folder as it is. */
export function isFileName(name: string, longest: number = MAX_FILE_NAME): boolean {
  return (
    name === tidyFileName(name) &&
    name !== '' &&
    name.length <= longest &&
    !NOT_IN_NAMES.test(name) &&
    !DEVICE.test(name)
  )
}

/** A typed name: no space around it, and no dots at its end, where Windows loses them. */
export function tidyFileName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\s.]+$/u, '')
    .trim()
}

/** The name of an uploaded file: the one it came with, without folders, ending in what it is. */
export function uploadedFileName(name: string, type: FileType): string {
  const { ending } = FILE_TYPES[type]
  const base = withoutEnding(name.toWellFormed().replace(/^.*[/\\]/s, ''))
  const visible = tidyFileName(base.replaceAll(ALL_NOT_IN_NAMES, ' ').replaceAll(/ +/g, ' '))
  const safe = DEVICE.test(visible) ? `_${visible}` : visible
  return `${cut(safe || 'file', MAX_FILE_NAME - ending.length)}${ending}`
}

/** A changed name with the ending that it has to have; empty if there's nothing else. */
export function renamedFile(name: string, type: FileType): string {
  const { ending } = FILE_TYPES[type]
  const tidy = tidyFileName(name)
  const base = tidy.toLowerCase().endsWith(ending) ? tidyFileName(tidy.slice(0, -ending.length)) : tidy
  return base === '' ? '' : `${base}${tidy.slice(base.length) || ending}`
}

/** The first of “logo (2).png”, “logo (3).png”, … that isn’t taken; names are compared without regard to case. */
export function freeFileName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLowerCase()))
  if (!known.has(name.toLowerCase())) return name
  const base = withoutEnding(name)
  const ending = name.slice(base.length)
  for (let number = 2; ; number += 1) {
    const numbered = ` (${number})${ending}`
    const free = `${cut(base, MAX_FILE_NAME - numbered.length)}${numbered}`
    if (!known.has(free.toLowerCase())) return free
  }
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^.\s]{1,10}$/, '')
}

/** No half of a character remains at the end. */
function cut(text: string, length: number): string {
  return tidyFileName(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ''))
}
