import { dayIn } from './day-in.ts'
import { DATE_HEADINGS, DATE_WIRE_FIELDS, type DateField, dateOfHeading } from './list-dates.ts'
import { localMoment } from './local-moment.ts'
import {
  meaningOfHeading,
  PERSON_WIRE_FIELDS,
  type PersonWireField,
  RECIPIENT_FIELDS,
} from './recipient-fields.ts'

/** Where a list's file is. */
export const FILE_KINDS = ['https', 's3'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** How an HTTPS server knows us. */
export const FILE_AUTHS = ['none', 'basic', 'bearer'] as const
export type FileAuth = (typeof FILE_AUTHS)[number]

/** What is wrong with a bucket's name and region, which become part of a host name. */
export function bucketProblems(bucket: string, region: string): { bucket?: string; region?: string } {
  return {
    ...(!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)
      ? { bucket: 'Enter the bucket’s name, such as acme-hr.' }
      : // A signed URL isn't enough to read directory buckets, access points, and tables.
        /--[a-z0-9]+-s3$/.test(bucket) && {
          bucket: 'We can’t read from this kind of bucket. Use a general purpose bucket.',
        }),
    ...(!/^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/.test(region) && {
      region: 'Enter a region, such as us-east-1.',
    }),
  }
}

export const MAX_FILE_ROWS = 20_000
export const MAX_FILE_BYTES = 10_000_000

/** What a column of the file holds. An employee ID tells people apart, also after their email changes. */
export const FILE_MEANINGS = [
  'ignore',
  'employee_id',
  'status',
  'name',
  ...PERSON_WIRE_FIELDS,
  ...DATE_WIRE_FIELDS,
] as const
export type FileMeaning = (typeof FILE_MEANINGS)[number]

export const FILE_MEANING_WORDS: Readonly<Record<FileMeaning, string>> = {
  ignore: /*i18n*/ 'Don’t import',
  employee_id: /*i18n*/ 'Employee ID',
  status: /*i18n*/ 'Status',
  name: /*i18n*/ 'Full name',
  ...(Object.fromEntries(Object.values(RECIPIENT_FIELDS).map(({ wire, title }) => [wire, title])) as Record<
    PersonWireField,
    string
  >),
  ...DATE_HEADINGS,
}

const EMPLOYEE_ID = [
  ...['employeeid', 'employeenumber', 'employeeno', 'empid', 'emplid', 'id', 'workerid', 'personid'],
  ...['personnelnumber', 'staffid', 'associateid', 'fileno', 'externalid'],
]

export type FileColumn = { heading: string; meaning: FileMeaning }

/** What each column holds, by its heading. Of two that mean the same, the first is read. */
export function columnsByHeading(headings: readonly string[]): FileColumn[] {
  const taken = new Set<FileMeaning>()
  return headings.map((heading) => {
    const found = meaningOf(heading)
    const meaning = taken.has(found) ? 'ignore' : found
    if (meaning !== 'ignore') taken.add(meaning)
    return { heading, meaning }
  })
}

function meaningOf(heading: string): FileMeaning {
  const date = dateOfHeading(heading)
  if (date !== undefined) return date
  const letters = heading.toLowerCase().replaceAll(/[^a-z]+/g, '')
  if (EMPLOYEE_ID.includes(letters)) return 'employee_id'
  if (STATUS.includes(letters)) return 'status'
  const known = meaningOfHeading(heading)
  if (known === 'name') return 'name'
  return PERSON_WIRE_FIELDS.find((field) => field === known) ?? 'ignore'
}

const STATUS = [
  ...['status', 'employmentstatus', 'employeestatus', 'workerstatus', 'workstatus', 'assignmentstatus'],
  ...['hrstatus', 'personstatus', 'jobstatus', 'employmentstate'],
]

/** Statuses in HR systems of people who left. Any other status counts as employed. */
const LEFT = new Set([
  ...[
    'terminated',
    'term',
    't',
    'inactive',
    'i',
    'left',
    'leaver',
    'former',
    'former employee',
    'ex-employee',
  ],
  ...[
    'resigned',
    'retired',
    'r',
    'deceased',
    'd',
    'dismissed',
    'separated',
    'offboarded',
    'departed',
    'exited',
  ],
  ...['ended', 'disabled', 'deactivated', 'not active', 'no longer employed'],
])

/** Whether a row's status says that the person left. */
export function hasLeft(status: string): boolean {
  return LEFT.has(status.trim().toLowerCase().replaceAll(/\s+/g, ' '))
}

/** What is wrong with how columns are read; undefined if people can be told apart by them. */
export function columnsProblem(columns: readonly FileColumn[]): string | undefined {
  const read = columns.map(({ meaning }) => meaning).filter((meaning) => meaning !== 'ignore')
  const twice = read.find((meaning, index) => read.indexOf(meaning) < index)
  if (twice !== undefined)
    return `Two columns are imported as ${FILE_MEANING_WORDS[twice]}. Choose one of them.`
  const isPerson = (['name', 'first_name', 'last_name', 'email'] as const).some((one) => read.includes(one))
  return isPerson ? undefined : 'Choose the column with people’s names or emails.'
}

/**
 * Finds remembered columns again by their headings, in whatever order. Columns that came since aren't read.
 *
 * @returns what each column of the file holds, and which aren't known; or why they can't be found
 */
export function findColumnsAgain(
  kept: readonly FileColumn[],
  headings: readonly string[],
): { meanings: FileMeaning[]; added: string[] } | { problem: string } {
  const plain = headings.map(plainHeading)
  for (const { heading, meaning } of kept) {
    if (meaning === 'ignore') continue
    const count = plain.filter((one) => one === plainHeading(heading)).length
    if (count === 0) return { problem: `The file has no column “${heading}” anymore.` }
    if (count > 1) return { problem: `The file has ${count} columns “${heading}” now.` }
  }
  const known = new Map(kept.map(({ heading, meaning }) => [plainHeading(heading), meaning]))
  return {
    meanings: plain.map((heading) => known.get(heading) ?? 'ignore'),
    added: headings.filter((heading, index) => heading.trim() !== '' && !known.has(plain[index]!)),
  }
}

function plainHeading(heading: string): string {
  return heading.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

export type PersonFields = Record<PersonWireField | DateField, string>

/** A row of the file. Its key tells the person apart from night to night. */
export type FileRow = {
  number: number
  key: string
  /** By which address books have people once; null without an email and an address. */
  personKey: number | null
  fields: PersonFields
  /** Dates that can't be read: what is saved stays. */
  unread: readonly DateField[]
}

/** A person on the list. The key is that of the file's row that brought or matched them; null for others. */
export type ListedPerson = {
  id: number
  fileKey: string | null
  personKey: number | null
  fields: PersonFields
}

export type SyncChange = {
  id: number
  key: string
  fields: PersonFields
  isChanged: boolean
  /** Whether the list doesn't know yet that they're this row. */
  isNew: boolean
}

export type SyncPlan = {
  added: FileRow[]
  /** Everyone else of the file. Those who aren't changed may still need its key. */
  matched: SyncChange[]
  /** People whom the file brought or matched, and who aren't in it anymore. */
  leaving: number[]
  /** How many came from the file until now. */
  known: number
  /** How many have a date that the file's column for it doesn't have anymore, of how many with a date. */
  emptied: number
  dated: number
}

/**
 * What a file does to a list: its people are on it, with what its columns say. A name or an email that the file leaves
 * empty stays, an address is replaced as a whole, and a date is what the file says, even if it's empty.
 *
 * @param rows each key once
 * @param reads what the file's columns hold
 */
export function planSync(
  rows: readonly FileRow[],
  people: readonly ListedPerson[],
  reads: ReadonlySet<FileMeaning>,
): SyncPlan {
  const free = new Set(people)
  const found = new Map<FileRow, ListedPerson>()
  const match = (row: FileRow, candidates: readonly ListedPerson[] | undefined) => {
    const person = candidates?.find((one) => free.has(one))
    if (person === undefined || found.has(row)) return
    found.set(row, person)
    free.delete(person)
  }
  const byKey = groupBy(people, ({ fileKey }) => fileKey ?? '')
  for (const row of rows) match(row, byKey.get(row.key))
  const byIdentity = groupBy(people, ({ fields }) => identityOf(fields))
  for (const row of rows) match(row, byIdentity.get(identityOf(row.fields)))
  // Who had no email yet, and has one now.
  const byName = groupBy(people, ({ fields }) => (fields.email === '' ? nameOf(fields) : ''))
  for (const row of rows) match(row, nameOf(row.fields) === '' ? undefined : byName.get(nameOf(row.fields)))

  // As the address book compares people: it has each once.
  const byPerson = groupBy(people, ({ personKey }) => String(personKey ?? ''))
  for (const row of rows) match(row, row.personKey === null ? undefined : byPerson.get(String(row.personKey)))

  const taken = new Set(people.map(({ personKey }) => personKey))
  const dates = DATE_WIRE_FIELDS.filter((field) => reads.has(field))
  const plan: SyncPlan = { added: [], matched: [], leaving: [], known: 0, emptied: 0, dated: 0 }
  for (const row of rows) {
    const person = found.get(row)
    if (person === undefined) {
      // Two people of one name at one address are two people all the same.
      plan.added.push(taken.has(row.personKey) ? { ...row, personKey: null } : row)
      taken.add(row.personKey)
      continue
    }
    const fields = mergedFields(row, person.fields, reads)
    const isChanged = Object.entries(fields).some(
      ([name, value]) => person.fields[name as DateField] !== value,
    )
    plan.matched.push({ id: person.id, key: row.key, fields, isChanged, isNew: person.fileKey !== row.key })
    const had = dates.filter((field) => person.fields[field] !== '')
    if (had.length > 0) plan.dated += 1
    if (had.some((field) => fields[field] === '')) plan.emptied += 1
  }
  plan.known = people.filter(({ fileKey }) => fileKey !== null).length
  plan.leaving = [...free].filter(({ fileKey }) => fileKey !== null).map(({ id }) => id)
  return plan
}

const ADDRESS = ['address1', 'address2', 'city', 'state', 'zip'] as const

function mergedFields(
  { fields: row, unread }: FileRow,
  person: PersonFields,
  reads: ReadonlySet<FileMeaning>,
): PersonFields {
  const next = { ...person }
  for (const field of ['first_name', 'last_name', 'email'] as const) {
    if (row[field] !== '') next[field] = row[field]
  }
  if (ADDRESS.some((field) => row[field] !== '')) {
    for (const field of ADDRESS) if (reads.has(field)) next[field] = row[field]
  }
  for (const field of DATE_WIRE_FIELDS) {
    if (reads.has(field) && !unread.includes(field)) next[field] = row[field]
  }
  return next
}

type Named = Pick<PersonFields, 'email' | 'first_name' | 'last_name'>

/** What tells people of a list apart: the email, or the name of those without one. */
export function identityOf(person: Named): string {
  return person.email.toLowerCase() || nameOf(person)
}

function nameOf({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim().toLowerCase()
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    if (key === '') continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** Fewer people than this may always leave: two of five are no half of a company. */
export const FEW_LEAVING = 3
export const MOST_LEAVING_PERCENT = 10

/** Whether so many would lose their place or their dates that the file looks incomplete. */
export function isHeldBack(lost: number, of: number): boolean {
  return lost >= FEW_LEAVING && lost * 100 > of * MOST_LEAVING_PERCENT
}

/** After each failed attempt of a night, in minutes. */
export const SYNC_AGAIN_MINUTES: readonly number[] = [5, 20, 60, 120]

/** When a night's sync begins, in the company's time zone. */
export const NIGHT = '02:00'
/** Lists start at different minutes, so that one server isn't asked for all of them at once. */
const SPREAD_MINUTES = 40

/** The next night's sync of a list. */
export function nextNight(after: Date, timeZone: string, listId: number): Date {
  const [year, month, day] = dayIn(after, timeZone).split('-').map(Number) as [number, number, number]
  for (let later = 0; ; later += 1) {
    const date = new Date(Date.UTC(year, month - 1, day + later)).toISOString().slice(0, 10)
    const begins = localMoment(date, NIGHT, timeZone)!
    const at = new Date(begins.getTime() + (listId % SPREAD_MINUTES) * 60_000)
    if (at > after) return at
  }
}
