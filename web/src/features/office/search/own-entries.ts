import type { Capability } from '@laurel/domain/staff-roles'
import type { LinkProps } from '@tanstack/react-router'
import {
  CircleCheck,
  FileSearch,
  HandCoins,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MailWarning,
  Pause,
  Printer,
  ReceiptText,
  Settings,
  UserPlus,
  UserSearch,
} from 'lucide-react'
import { KIND_WORDS } from '../catalog/kind-words.ts'
import { SITE_PARTS, type SitePart } from '../screen-searches.ts'
import { PLACES } from '../shell/places.ts'

export type EntryLink = Pick<LinkProps, 'to' | 'search' | 'params'>

type OwnEntry = {
  label: string
  icon: LucideIcon
  link: EntryLink
  needs?: Capability
  /** Other search words for it. */
  words?: string
  keys?: readonly string[]
}

/** Actions that staff can start from anywhere. */
export const ACTIONS: readonly OwnEntry[] = [
  {
    label: 'Review orders',
    icon: ListChecks,
    link: { to: '/office/orders', search: { status: 'in_review' } },
    needs: 'orders.review',
    words: 'approve decline waiting',
  },
  {
    label: 'Record a check or transfer',
    icon: HandCoins,
    link: { to: '/office/received-payments' },
    needs: 'money.record',
    words: 'payment received bank deposit wire match',
  },
  {
    label: 'Create a batch',
    icon: Printer,
    link: { to: '/office/fulfillment' },
    needs: 'deliveries.work',
    words: 'print letters parcels labels ship',
  },
  {
    label: 'Fix bounced and returned cards',
    icon: MailWarning,
    link: { to: '/office/deliveries', search: { group: 'needs_a_hand' } },
    needs: 'deliveries.work',
    words: 'address email undeliverable',
  },
  {
    label: 'Show orders on hold',
    icon: Pause,
    link: { to: '/office/orders', search: { only: 'held' } },
    needs: 'orders.read',
    words: 'release held stopped',
  },
  {
    label: 'Show outstanding orders',
    icon: ReceiptText,
    link: { to: '/office/received-payments', search: { only: 'outstanding' } },
    needs: 'money.read',
    words: 'unpaid due remind reminder',
  },
  {
    label: 'Show open invoices',
    icon: ReceiptText,
    link: { to: '/office/received-payments', search: { only: 'invoices' } },
    needs: 'money.read',
    words: 'terms overdue due',
  },
  {
    label: 'Invite a colleague',
    icon: UserPlus,
    link: { to: '/office/staff', search: { add: true } },
    needs: 'staff.manage',
    words: 'add staff person account user',
  },
  {
    label: 'Add a program',
    icon: KeyRound,
    link: { to: '/office/staff', search: { view: 'programs', add: true } },
    needs: 'staff.manage',
    words: 'api credential key integration',
  },
  {
    label: 'Find a person’s data',
    icon: UserSearch,
    link: { to: '/office/privacy' },
    needs: 'customers.help',
    words: 'privacy erase export gdpr ccpa delete',
  },
  {
    label: 'Check the audit log',
    icon: FileSearch,
    link: { to: '/office/audit' },
    needs: 'audit.read',
    words: 'verify history who changed',
  },
  {
    label: 'Change your password',
    icon: KeyRound,
    link: { to: '/office/password' },
    words: 'sign in security',
  },
]

const PART_WORDS: Readonly<Partial<Record<SitePart, string>>> = {
  general: 'time zone host url legal terms',
  brand: 'theme color icon',
  texts: 'words terms privacy',
  limits: 'review rules maximum price fee',
  cards: 'expire expiration reminder link claim',
  accounts: 'password sign in google microsoft customers',
  payments: 'converge credit card ach check transfer bank',
  carriers: 'ups usps labels shipping',
  sender: 'email smtp dkim spf from address',
  retention: 'delete privacy days data',
}

/** All places, and the parts of settings. */
export const SETTINGS: readonly OwnEntry[] = [
  ...PLACES.map(({ label, icon, to, needs, key }) => ({
    ...{ label, icon, link: { to } },
    ...(needs && { needs }),
    ...(key && { keys: ['G', key.toUpperCase()] }),
  })),
  ...SITE_PARTS.map(({ value, label }) => ({
    label: `Site: ${label}`,
    icon: Settings,
    link: { to: '/office/site', search: value === 'general' ? {} : { part: value } } as const,
    needs: 'site.edit' as const,
    words: `settings ${PART_WORDS[value] ?? ''}`,
  })),
  ...KIND_WORDS.map(({ value, label }) => ({
    label: `Catalog: ${label}`,
    icon: Settings,
    link: { to: '/office/catalog', search: value === 'rewards' ? {} : { kind: value } } as const,
    needs: 'catalog.edit' as const,
    words: 'settings',
  })),
  {
    label: 'Go-live checklist',
    icon: CircleCheck,
    link: { to: '/office/go-live' },
    needs: 'site.edit',
    words: 'settings launch setup',
  },
]

/** The matches for a text: each of its words begins one of theirs. Names that begin with it come first. */
export function ownEntriesFound(entries: readonly OwnEntry[], text: string): OwnEntry[] {
  const sought = wordsOf(text)
  if (sought.length === 0) return []
  const found = entries.filter(({ label, words = '' }) => {
    const own = wordsOf(`${label} ${words}`)
    return sought.every((word) => own.some((one) => one.startsWith(word)))
  })
  const isFirst = ({ label }: OwnEntry) => Number(label.toLowerCase().startsWith(text.toLowerCase()))
  return found.toSorted((one, other) => isFirst(other) - isFirst(one))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
