import { formatCents } from './money.ts'
import { endSentence } from './sentence.ts'

type Counts = {
  people: number
  both: number
  orders: number
  drafts: number
  designs: number
  lists: number
  addresses: number
  teams: number
  budgets: number
  domains: number
  invitations: number
  requests: number
  notes: number
  balanceCents: number
  openCount: number
  openCents: number
  /** Whether staff may see amounts. */
  seesMoney: boolean
}
type Merging = Counts & {
  /** How many of the people who move are admins. */
  admins: number
  into: string
  roles: number
  fields: readonly string[]
}
type Undoing = Omit<Counts, 'domains'> & { domains: number; merged: string }

/** What a merge of two companies gives to the one that stays, line by line. */
export function mergeMoves(of: Omit<Merging, 'domains'> & { domains: readonly string[] }): string[] {
  const { people, admins, both, into } = of
  const howMany = admins === people ? (people === 1 ? '' : 'all ') : `${admins} `
  const asAdmins = admins === 0 ? '' : `, ${howMany}as admin${admins === 1 ? '' : 's'}`
  return [
    ...line(people, (n) => `${counted(n, 'person with their role', 'people with their roles')}${asAdmins}`),
    ...line(
      both,
      (n) => `${counted(n, 'person', 'people')} in both companies, with the role they have in ${into}`,
    ),
    ...things(of),
    ...line(of.roles, (n) => counted(n, 'custom role')),
    ...named('Custom field', of.fields, ', no longer required'),
    ...named('Email domain', of.domains),
    ...money(of),
  ]
}

/** What an undo gives back. */
export function undoMoves(of: Undoing): string[] {
  return [
    ...line(of.people, (n) => counted(n, 'person', 'people')),
    ...line(of.both, (n) => `${counted(n, 'person', 'people')} in both companies`),
    ...things(of),
    ...line(of.domains, (n) => counted(n, 'email domain')),
    ...money(of),
  ]
}

function things(of: Omit<Counts, 'domains'>): string[] {
  return [
    ...line(of.orders, (n) => counted(n, 'order')),
    ...line(of.drafts, (n) => counted(n, 'shared draft')),
    ...line(of.designs, (n) => counted(n, 'saved design')),
    ...line(of.lists, (n) => counted(n, 'list')),
    ...line(of.addresses, (n) => counted(n, 'address', 'addresses')),
    ...line(of.teams, (n) => counted(n, 'team')),
    ...line(of.budgets, (n) => `${counted(n, 'budget')} of teams and people`),
    ...line(of.invitations, (n) => counted(n, 'invitation')),
    ...line(of.requests, (n) => `${counted(n, 'request')} to join`),
    ...line(of.notes, (n) => counted(n, 'note')),
  ]
}

function money({ balanceCents, openCount, openCents, seesMoney }: Omit<Counts, 'domains'>): string[] {
  const shown = (cents: number) => (seesMoney ? ` of ${formatCents(cents)}` : '')
  return [
    ...(balanceCents === 0 ? [] : [`The balance${shown(balanceCents)}`]),
    ...line(openCount, (n) => `${counted(n, 'open invoice')}${shown(openCents)}`),
  ]
}

/** What ends with the merged company. */
export function mergeEnds({
  budgets,
  rules,
  fields,
  limitCents,
  hasLimits,
  merged,
  into,
  billedTo,
}: {
  budgets: readonly string[]
  rules: number
  fields: readonly string[]
  limitCents: number | null
  hasLimits: boolean
  merged: string
  into: string
  /** The other company's legal name. */
  billedTo: string
}): string[] {
  return [
    ...budgets.map((name) => `The budget “${name}” for everyone in ${merged}`),
    ...line(rules, (n) => `${counted(n, 'approval rule')} of ${merged}`),
    ...named('Custom field', fields),
    ...(limitCents === null
      ? []
      : [`Credit limit of ${endSentence(merged)} Open invoices keep their due dates`]),
    ...(hasLimits ? [`Order limits of ${merged}`] : []),
    `Billing details of ${endSentence(merged)} New orders are billed to ${billedTo}`,
    `The settings of ${endSentence(merged)} The settings of ${into} apply to everyone`,
  ]
}

/** Why two companies can't be merged now. */
export function mergeBlocks({
  isPaying,
  awaiting,
  domains,
  mergedInto,
  merged,
  into,
}: {
  isPaying: boolean
  awaiting: number
  domains: readonly string[]
  mergedInto: string | undefined
  merged: string
  into: string
}): string[] {
  return [
    ...(mergedInto === undefined ? [] : [`${mergedInto} is itself merged into another company.`]),
    ...paying(isPaying, merged),
    ...waiting(awaiting, merged),
    ...domains.map((one) => `${into} also added the email domain ${one}. Remove it there first.`),
  ]
}

/** Why a merge can't be undone now. */
export function undoBlocks({
  isPaying,
  awaiting,
  isOver,
  isMergedOn,
  missingCents,
  cents,
  seesMoney,
  into,
}: {
  isPaying: boolean
  awaiting: number
  isOver: boolean
  isMergedOn: boolean
  missingCents: number
  cents: number
  seesMoney: boolean
  into: string
}): string[] {
  const left = seesMoney
    ? `${formatCents(cents - missingCents)} of the ${formatCents(cents)} that moves back`
    : 'too little of what moves back'
  return [
    ...(isOver ? ['The 30 days to undo this merge have passed.'] : []),
    ...(isMergedOn ? [`${into} is merged into another company. Undo that first.`] : []),
    ...(missingCents > 0 ? [`${into}’s balance only has ${left}. The rest is spent.`] : []),
    ...paying(isPaying, into),
    ...waiting(awaiting, into),
  ]
}

/** What an undo leaves where it is. */
export function undoStays({ into, merged }: { into: string; merged: string }): string[] {
  return [
    `Orders, people, and everything else added to ${into} since the merge`,
    `People of ${merged} who have been removed since the merge`,
  ]
}

function paying(isPaying: boolean, company: string): string[] {
  return isPaying ? [`${company} is paying an order or a top-up right now. Try again in a few minutes.`] : []
}

function waiting(count: number, company: string): string[] {
  if (count === 0) return []
  const orders = count === 1 ? '1 order waits' : `${count} orders wait`
  return [
    `In ${company}, ${orders} for approval. Ask its people to place or withdraw ${count === 1 ? 'it' : 'them'}.`,
  ]
}

function line(count: number, words: (count: number) => string): string[] {
  return count === 0 ? [] : [words(count)]
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

function named(what: string, names: readonly string[], behind = ''): string[] {
  if (names.length === 0) return []
  return [`${what}${names.length === 1 ? '' : 's'} ${names.join(', ')}${behind}`]
}
