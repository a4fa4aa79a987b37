import type { OfficeSite, patchOfficeSite } from '@laurel/contract/office-site'
import { cardMailSubjectProblem } from '@laurel/domain/card-mail-subject'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import {
  MAIL_KINDS,
  MAILS,
  type MailTexts,
  mailTextFact,
  mailTextProblems,
  NO_OWN_TEXTS,
  partsOf,
} from '@laurel/domain/mail-texts'
import { assertNoProblems, type FieldProblem, Refusal } from '@laurel/domain/refusal'
import type { Identity } from '@laurel/identity'
import type * as z from 'zod'
import { asOwner } from '../../database/as-owner.ts'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import { json } from '../../database/json.ts'
import { anyOf, lockAcrossSites } from '../../database/sql.ts'
import type { Staff } from '../../http/actor.ts'
import { isTimeZone } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import { record } from '../audit/audit.service.ts'
import { changedFacts } from '../audit/changed-facts.ts'
import { findLogoForms } from '../files/site-logos.ts'
import { readMailSender } from '../mail/mail-sender.service.ts'
import { listOfficeProviders } from '../payments/office-providers.service.ts'
import { ensurePool } from '../sites/accounts-pools.ts'
import type { LogoFiles, MailTextsRecord } from '../sites/site-records.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { modelWire } from '../sites/sites.service.ts'

export type OfficeSiteKit = Pick<
  Kit,
  'pool' | 'sites' | 'keys' | 'config' | 'now' | 'gateway' | 'files' | 'jobs'
> & {
  identity: Pick<Identity, 'ensurePool'> | undefined
}
export type OfficeSiteWire = z.input<typeof OfficeSite>
type Change = Omit<z.output<typeof patchOfficeSite.body>, 'seen_version'>

/** What each of the site's logos is drawn for. */
const LOGOS = { site_logo: 'logo', negative_logo: 'dark', iso_logo: 'icon' } as const
const LOGO_NAMES = ['site_logo', 'negative_logo', 'iso_logo'] as const
const JSON_PARTS = new Set([
  ...['legal_texts', 'limits', 'card_fee_cents', 'money_rules', 'accounts', 'card_mark', 'retention'],
  'mail_texts',
])

export function readOfficeSite(kit: OfficeSiteKit, siteId: number): Promise<OfficeSiteWire> {
  return inSite(kit.pool, siteId, (db) => siteWire(db, kit, siteId))
}

/**
 * Changes parts of the site, with old and new values in the audit log. Takes effect with the next request here,
 * and within five seconds on other servers.
 *
 * @param host the request's own, which has to stay an address of the site
 * @throws {Refusal} `validation_failed` at the fields; `changed`
 */
export async function changeSite(
  kit: OfficeSiteKit,
  actor: Staff,
  host: string,
  seenVersion: number,
  change: Change,
): Promise<OfficeSiteWire> {
  const { siteId } = actor
  const at = kit.now()
  await inSite(kit.pool, siteId, async (db) => {
    // Two sites that take one host at the same moment take turns.
    if (change.hosts) await lockAcrossSites(db, 'hosts')
    const before = await readSite(db, siteId)
    if (before.version !== seenVersion) throw new Refusal('changed')
    const brand = await brandAfter(db, before, change)
    const platformHost = new URL(kit.config.publicOrigin).hostname
    await judge(db, before, { host, platformHost }, change, brand.problems)
    const { accounts, card_mark, mail_texts, ...rest } = change
    const next = {
      ...rest,
      ...brand.told,
      ...(accounts && { accounts: { ...before.accounts, ...accounts } }),
    }
    const facts = {
      ...changedFacts(before as unknown as Record<string, unknown>, next),
      // Also recorded alone: how long a former limit still applies is read from here.
      ...(next.money_rules && changedFacts(limitOf(before), limitOf({ ...before, ...next }))),
      ...(mail_texts && changedFacts(mailFacts(before.mail_texts), mailFacts(mail_texts))),
    }
    if (Object.keys(facts).length > 0) {
      const set = Object.fromEntries(
        Object.entries({ ...next, ...(mail_texts && { mail_texts }) }).map(([name, value]) => [
          name,
          JSON_PARTS.has(name) ? json(value) : value,
        ]),
      )
      const { numUpdatedRows } = await db
        .updateTable('sites')
        .set({ ...set, ...brand.drawn, version: seenVersion + 1, updated_at: at })
        .where('id', '=', siteId)
        .where('version', '=', seenVersion)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new Refusal('changed')
      record(db, siteId, { actor: actor.by, event: 'site.changed', subject: `site:${siteId}`, facts, at })
    }
    // The accounts service keeps its rules in tables of its own.
    if (next.accounts && kit.identity) {
      const site = { ...before, accounts: next.accounts }
      await asOwner(db, () => ensurePool(kit.identity as Identity, site, db))
    }
  })
  kit.sites.forget(siteId)
  return readOfficeSite(kit, siteId)
}

/** Each text by its name in the audit log: the original one where the site has none of its own. */
function mailFacts(texts: MailTextsRecord): Record<string, string> {
  return Object.fromEntries(
    MAIL_KINDS.flatMap((kind) =>
      partsOf(kind).map((part) => [
        mailTextFact(kind, part),
        (texts[kind] as Partial<MailTexts> | null | undefined)?.[part] ?? MAILS[kind].original[part],
      ]),
    ),
  )
}

function limitOf({ money_rules: { two_people_above_cents } }: Pick<SiteRow, 'money_rules'>) {
  return { two_people_above_cents }
}

/** What follows from a change of logos: the forms that pages, mails, and documents use, and the logo on cards. */
async function brandAfter(db: Db, before: SiteRow, change: Change) {
  const changed = LOGO_NAMES.filter((name) => change[name] !== undefined && change[name] !== before[name])
  const card = { ...before.card_mark, ...change.card_mark }
  if (changed.length === 0) return { problems: [], told: change.card_mark && { card_mark: card }, drawn: {} }
  const after = { ...before, ...change }
  const forms = await findLogoForms(
    db,
    before.id,
    LOGO_NAMES.map((name) => after[name]),
  )
  const problems = changed
    .filter((name) => after[name] !== '' && !forms.has(after[name]))
    .map(
      (field): FieldProblem => ({ field: camel(field), code: 'wrong', message: 'Upload the picture first.' }),
    )
  const files: LogoFiles = {}
  for (const name of LOGO_NAMES) {
    const found = forms.get(after[name])
    if (found) files[LOGOS[name]] = found
  }
  const drawn = { logo_files: json(files), favicon: '' }
  // Cards don't show the icon.
  if (changed.every((name) => name === 'iso_logo')) {
    return { problems, told: change.card_mark && { card_mark: card }, drawn }
  }
  const white = (files.dark ?? files.logo)?.white
  // A logo that was kept as shapes is replaced, or removed with the others.
  const { picture: _, ...rest } = card
  return { problems, told: { card_mark: { ...rest, paths: [], ...(white && { picture: white }) } }, drawn }
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

async function judge(
  db: Db,
  before: SiteRow,
  { host, platformHost }: { host: string; platformHost: string },
  change: Change,
  ofBrand: readonly FieldProblem[],
): Promise<void> {
  const problems = [...ofBrand]
  const refuse = (field: string, message: string) => problems.push({ field, code: 'wrong', message })
  if (change.hosts) {
    const twice = change.hosts.find((one, index) => change.hosts!.indexOf(one) !== index)
    if (twice) refuse('hosts', `${twice} is in the list twice.`)
    if (before.hosts.includes(host) && !change.hosts.includes(host)) {
      refuse('hosts', `You’re using ${host} right now. Open the office at another address to remove it.`)
    }
    // Its pages would share an origin with the operators': only they decide about it.
    if (change.hosts.includes(platformHost) && !before.hosts.includes(platformHost)) {
      refuse('hosts', `${platformHost} is for operators. Ask them to add it.`)
    }
    const rows = await db
      .selectFrom(({ selectFrom }) =>
        selectFrom('sites')
          .select(({ fn }) => fn<string>('unnest', ['hosts']).as('host'))
          .where('id', '<>', before.id)
          .as('others'),
      )
      .select('host')
      .where('host', '=', anyOf(change.hosts))
      .execute()
    for (const taken of rows) refuse('hosts', `${taken.host} is another site’s address.`)
  }
  if (change.support_email && !isEmail(change.support_email)) refuse('supportEmail', EMAIL_INVALID)
  if (change.time_zone && !isTimeZone(change.time_zone)) {
    refuse('timeZone', 'Enter a time zone such as America/Chicago.')
  }
  const subjectProblem = cardMailSubjectProblem(change.card_mail_subject ?? '')
  if (subjectProblem !== undefined) refuse('cardMailSubject', subjectProblem)
  for (const kind of MAIL_KINDS) {
    const texts = change.mail_texts?.[kind]
    if (texts) problems.push(...mailTextProblems(kind, texts, `mailTexts.${kind}`))
  }
  const days = { ...before, ...change }
  const hasDays = change.remind_before_days !== undefined || change.claim_within_days !== undefined
  if (hasDays && days.remind_before_days >= days.claim_within_days) {
    refuse('remindBeforeDays', 'Enter fewer days than the link is valid.')
  }
  const kinds = change.legal_texts?.map(({ kind }) => kind) ?? []
  if (new Set(kinds).size < kinds.length) refuse('legalTexts', 'Enter each text only once.')
  assertNoProblems(problems)
}

export async function readSite(db: Db, siteId: number): Promise<SiteRow> {
  const row = await db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .selectAll('sites')
    .select('organizations.name as organization_name')
    .where('sites.id', '=', siteId)
    .executeTakeFirstOrThrow()
  return row as SiteRow
}

async function siteWire(db: Db, kit: OfficeSiteKit, siteId: number): Promise<OfficeSiteWire> {
  const [site, payment_providers, mail_sender] = await Promise.all([
    readSite(db, siteId),
    listOfficeProviders(db, kit, siteId),
    readMailSender(db, kit, siteId),
  ])
  const { password_policy, mfa, mfa_types, sign_up_fields, blocked_words } = site.accounts
  const { auth_flow, initial_screen, email_code_sign_in, hide_accounts } = site.accounts
  return {
    ...site,
    accounts: {
      ...{ password_policy, mfa, mfa_types, sign_up_fields, blocked_words, auth_flow, initial_screen },
      ...{ email_code_sign_in, hide_accounts },
    },
    mail_texts: { ...NO_OWN_TEXTS, ...site.mail_texts },
    logo_colors: site.logo_files?.logo?.colors ?? [],
    available_model: modelWire(kit.config),
    accounts_elsewhere: kit.identity === undefined,
    payment_providers,
    mail_sender,
  }
}
