/**
 * Fills a new database with two sites for `npm run hostile`, and prints as JSON who calls and which rows there
 * are. Every name carries the mark of its owner: `zq1c7x` belongs to customer 7 of site 1, `zq1k4x` to company 4,
 * `zq1s0x` to the staff. `npm run hostile` runs this before it starts the server itself.
 */
import { API_SCOPES } from '@laurel/domain/api-scopes'
import { STAFF_ROLES } from '@laurel/domain/staff-roles'
import { createCanvas } from '@napi-rs/canvas'
import { sql } from 'kysely'
import { openDatabase } from '../database/open-database.ts'
import { tokenIn } from './delivery-world.ts'
import { keyedSubjects } from './keyed-subjects.ts'
import { approval, customerSteps } from './ordering-world.ts'
import { makeWorld, PROFILE, type SignedIn } from './world.ts'

type SiteName = 'northwind' | 'acorn'
type Caller = {
  name: string
  kind: 'customer' | 'staff' | 'program' | 'refused' | 'silent'
  host: string
  site: number
  customer: number | null
  headers: Record<string, string>
  /** The customers of the company that the caller acts for, and every company the caller is in. */
  colleagues: number[]
  companies: number[]
  /** The customers of all these companies. Notices tell of them, whichever company the caller acts for. */
  everyColleague: number[]
}
type OwnedRow = { id: number; site: number; customer: number | null }

const { DATA_DIR = '', DATABASE_URL, LAUREL_SECRET = '', PORT = '3000' } = process.env
const databaseUrl = DATABASE_URL || undefined
const opened = await openDatabase({ databaseUrl, databasePool: 8, dataDir: DATA_DIR })
const world = await makeWorld(
  {
    DATA_DIR,
    LAUREL_SECRET,
    PORT,
    WEBHOOKS_TO_PRIVATE_HOSTS: '1',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  },
  { ...opened, url: databaseUrl },
)
const { pool } = world.kit
const at = (host: string) => `${host}:${PORT}`

const LOGO = createCanvas(60, 40).encodeSync('png')

/** Until everyone is in their companies. */
const NO_COMPANY = { colleagues: [], companies: [], everyColleague: [] }
const callers: Caller[] = []
/** The company still reads the names of those who left, in its activity. */
const former: { company_id: number; customer_id: number }[] = []
for (const site of ['northwind', 'acorn'] as const) {
  for (const name of ['first', 'second', 'third']) await addCustomer(site, name)
  await addColleagues(site)
  for (const role of STAFF_ROLES) await addStaff(site, role)
  await addPrograms(site)
}
const secrets = await fillNorthwind()
await fillAcorn()
await mark()
await givePasswords()
await addRefused()
await addCompanies()
const guarded = {
  customers: callers.flatMap(({ customer }) => customer ?? []),
  staff_accounts: await idsOf('staff_accounts'),
  api_credentials: await idsOf('api_credentials'),
}
await addVictims()
const rows = await readRows()
await world.close()
console.info(JSON.stringify({ callers, rows, guarded, secrets }))

/** A customer with addresses, a list, a draft, and orders by check and by card. */
async function addCustomer(site: SiteName, name: string) {
  const customer = await world.signIn({ site })
  const steps = customerSteps(customer)
  const { id } = await readCustomer(customer)
  await steps.ok('PUT', '/api/v1/actual_user/', { ...PROFILE, last_name: `Whitlock ${markOf(site, id)}` })
  const byCheck = await steps.fillCart('bulk', 'digital')
  await steps.pay(byCheck, 'self_hosted_check')
  const byCard = await steps.fillCart('direct')
  await steps.pay(byCard)
  const minted = world.gateway.minted.at(-1)!
  world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'STL' })])
  await steps.verify(byCard)
  const draft = await steps.addCards('direct', { draft: true })
  await steps.ok('POST', `/api/v1/card_items/${draft.id}/save_recipients/`, { name: 'Kept' })
  const text = 'Name\tStreet\tCity\tState\tZIP\nMaya Okafor\t12 Elm Street\tBoston\tMA\t02108'
  await steps.ok('POST', '/api/v1/csv_card_item_imports/', { card_item_id: draft.id, text, review: true })
  await steps.fillCart('bulk')
  callers.push({
    name: `${site} ${name} customer`,
    kind: name === 'third' ? 'silent' : 'customer',
    host: at(customer.host),
    site: siteOf(site),
    customer: id,
    headers: { authorization: `Bearer ${customer.token}` },
    ...NO_COMPANY,
  })
}

/** Makes the first customer's company one of three people. One acts for it, one for their own, one was removed. */
async function addColleagues(site: SiteName) {
  const [first] = callers.filter(({ name }) => name === `${site} first customer`)
  const host = site === 'northwind' ? 'localhost' : 'acorn.localhost'
  const admin = world.visit(host, first!.headers.authorization!.slice('Bearer '.length))
  await admin('POST', '/api/v1/company/budgets/', { name: 'Gifts', amount_cents: 900_000, period: 'year' })
  await admin('POST', '/api/v1/company/webhooks/', {
    url: 'http://127.0.0.1:9/halden',
    event_types: ['order.placed'],
  })
  await admin('POST', '/api/v1/company/teams/', { name: 'West' })
  await admin('POST', '/api/v1/company/roles/', { name: 'Gifts', capabilities: ['orders.place'] })
  for (const [name, role] of [
    ['colleague', 'buyer'],
    ['colleague elsewhere', 'admin'],
    ['removed colleague', 'admin'],
  ] as const) {
    const one = await world.signIn({ site })
    const { id } = await readCustomer(one)
    const profile = { ...PROFILE, last_name: `Whitlock ${markOf(site, id)}` }
    const { body } = await one.call('PUT', '/api/v1/actual_user/', profile)
    const [own] = (await one.call('GET', '/api/v1/companies/')).body
    const invited = await admin('POST', '/api/v1/company/invitations/', { emails: [body.email], role })
    const token = invited.body[0].link.split('/').at(-1)
    const joined = (await one.call('POST', `/api/v1/company_invitations/${token}/accept/`)).body
    if (name === 'removed colleague') {
      await admin('DELETE', `/api/v1/company/people/${id}/`)
      former.push({ company_id: joined.id, customer_id: id })
    }
    callers.push({
      name: `${site} ${name}`,
      kind: 'customer',
      host: at(host),
      site: siteOf(site),
      customer: id,
      headers: {
        authorization: `Bearer ${one.token}`,
        'laurel-company': String(name === 'colleague elsewhere' ? own.id : joined.id),
      },
      ...NO_COMPANY,
    })
  }
}

/** Whom each customer works with: in the company that the header names, or else in their first. */
async function addCompanies() {
  const members = await pool
    .selectFrom('company_members')
    .select(['company_id', 'customer_id'])
    .orderBy('joined_at')
    .orderBy('company_id')
    .execute()
  for (const caller of callers) {
    const own = members.filter(({ customer_id }) => customer_id === caller.customer)
    caller.companies = own.map(({ company_id }) => company_id)
    const asked = Number(caller.headers['laurel-company'] ?? caller.companies[0])
    if (!caller.companies.includes(asked)) continue
    const peopleOf = (companies: number[]) =>
      [...members, ...former].flatMap((one) => (companies.includes(one.company_id) ? one.customer_id : []))
    caller.colleagues = peopleOf([asked])
    caller.everyColleague = peopleOf(caller.companies)
  }
}

async function addStaff(site: SiteName, role: (typeof STAFF_ROLES)[number]) {
  const { host, siteId, token, call } = await world.staff(role, site)
  const headers = { cookie: `sessionid=${token}`, origin: `http://${at(host)}` }
  callers.push({
    name: `${site} ${role}`,
    kind: 'staff',
    host: at(host),
    site: siteId,
    customer: null,
    headers,
    ...NO_COMPANY,
  })
  await call('POST', '/api/v1/office/order_views/', { name: 'Mine', filters: {}, is_shared: false })
}

async function addPrograms(site: SiteName) {
  const owner = await world.staff('owner', site)
  for (const scopes of [API_SCOPES, ['catalog']]) {
    const { body } = await owner.call('POST', '/api/v1/office/api_credentials/', {
      name: 'Program',
      scopes: JSON.stringify(scopes),
    })
    const pair = Buffer.from(`${body.credential.username}:${body.secret}`).toString('base64')
    callers.push({
      name: `${site} program (${scopes.length})`,
      kind: 'program',
      host: at(owner.host),
      site: owner.siteId,
      customer: null,
      headers: { authorization: `Basic ${pair}` },
      ...NO_COMPANY,
    })
  }
}

/** Orders, payments, deliveries, and batches in every state. @returns what opens something without an account */
async function fillNorthwind() {
  const subjects = await keyedSubjects(world)
  const { room, owner } = subjects
  await subjects.discrepancy({ amountCents: 4_242 })
  await subjects.lateMoney()
  await subjects.receive(1_000)
  await subjects.askedRefund('asked')
  await subjects.askedRefund('approved')
  await subjects.webhook()
  await subjects.returned()
  await subjects.sent()
  for (const step of ['ready', 'printed', 'mailed'] as const) {
    const { id } = await subjects.approved('direct')
    await room[step](owner, 'direct', id)
  }
  await subjects.approved('bulk')
  const { id } = await subjects.byCheck()
  await owner.call('POST', `/api/v1/office/orders/${id}/notes/`, { text: 'Called us' })
  const { customer } = await readOffice(owner, `orders/${id}`)
  await owner.call('POST', `/api/v1/office/customers/${customer.id}/notes/`, { text: 'Called us' })
  const claims = room.mailer.accepted.flatMap((mail) =>
    mail.text.includes('/claim/') ? [tokenIn(mail)] : [],
  )
  return { claims, files: [await uploadLogo(await world.signIn())] }
}

async function uploadLogo({ host, token }: SignedIn): Promise<string> {
  const part =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n'
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/files/',
    headers: { host, authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([Buffer.from(part), LOGO, Buffer.from('\r\n--x--\r\n')]),
  })
  return answer.json().key
}

async function fillAcorn() {
  const owner = await world.staff('owner', 'acorn')
  await owner.call('POST', '/api/v1/office/webhooks/', {
    url: 'http://127.0.0.1:9/acorn',
    event_types: JSON.stringify(['order.approved']),
  })
  await owner.call('POST', '/api/v1/office/received_payments/', {
    method_code: 'self_hosted_check',
    amount_cents: 1_000,
    document_number: '17',
    received_on: '2026-11-20',
  })
  const { results } = await readOffice(owner, 'orders')
  for (const { id, status } of results) {
    if (status === 'in_review')
      await owner.call('POST', `/api/v1/office/orders/${id}/approve/`, { seen_status: status })
    await owner.call('POST', `/api/v1/office/orders/${id}/notes/`, { text: 'Called us' })
  }
}

/** Staff and customers whose accounts the others may close. */
async function addVictims() {
  for (const site of ['northwind', 'acorn'] as const) {
    for (let n = 0; n < 3; n++) await world.signIn({ site })
    const owner = await world.staff('owner', site)
    for (let n = 0; n < 3; n++) {
      await owner.call('POST', '/api/v1/office/staff/', {
        name: `Kim ${markOf(site)}`,
        email: `kim${n}@${site}.example`,
        role: 'viewer',
        delivery: 'shown',
      })
    }
  }
}

/** Tokens and sessions that no longer or never counted. */
async function addRefused() {
  const refused = (name: string, headers: Record<string, string>, host = 'localhost') =>
    callers.push({
      name,
      kind: 'refused',
      host: at(host),
      site: siteOf(host === 'localhost' ? 'northwind' : 'acorn'),
      customer: null,
      headers,
      ...NO_COMPANY,
    })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  world.setClock(new Date(Date.now() - 30 * 24 * 3_600_000))
  const old = await world.signIn()
  world.setClock(undefined)
  const { token } = await world.signIn()
  const [head = '', payload = '', signature = ''] = token.split('.')
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const { exp } = JSON.parse(Buffer.from(old.token.split('.')[1]!, 'base64url').toString())
  if (exp * 1_000 > Date.now()) throw new Error('the old token is still good')
  refused('an old token', bearer(old.token))
  refused('a token without a signature', bearer(`${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`))
  refused(
    'a token with other claims',
    bearer(`${head}.${encoded({ ...claims, sub: 'x', exp: 4e9 })}.${signature}`),
  )
  refused('a token of another site', bearer(token), 'acorn.localhost')
  refused('a token that is no token', bearer('a.b.c'))
  const staff = await world.staff('owner')
  refused('a session of another site', { cookie: `sessionid=${staff.token}` }, 'acorn.localhost')
  await staff.call('POST', '/api/v1/office/sign_out/')
  refused('a session that ended', { cookie: `sessionid=${staff.token}`, origin: `http://${at('localhost')}` })
  refused('a made-up program', { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` })
  refused('nobody', {})
  refused('nobody at Acorn', {}, 'acorn.localhost')
}

/** The staff of a test have none, and the product has no such accounts. */
async function givePasswords() {
  const { password_hash } = await world.kit.staffPools.hashPassword('Long-enough-1234')
  await sql`update identity.users set password_hash = ${password_hash} where password_hash = ''`.execute(pool)
}

/** Writes each owner's mark into names that were given without one. */
async function mark() {
  const ownOrder = '(select o.customer_id from orders o where o.id = t.order_id)'
  const ownItem =
    '(select o.customer_id from orders o join card_items i on i.order_id = o.id where i.id = t.card_item_id)'
  for (const [table, column, owner] of [
    ['customers', 'last_name', 't.id'],
    ['registered_addresses', 'name', 't.customer_id'],
    ['recipient_lists', 'name', 't.customer_id'],
    ['file_folders', 'name', 't.customer_id'],
    ['saved_people', 'last_name', 't.customer_id'],
    ['card_items', 'name', ownOrder],
    ['card_recipient_details', 'last_name', ownItem],
    ['deliveries', 'last_name', ownOrder],
    ['funds_received', 'payer', ''],
    ['staff_accounts', 'name', ''],
    ['order_notes', 'text', ''],
    ['customer_notes', 'text', ''],
    ['order_views', 'name', ''],
    ['webhook_endpoints', 'description', 'k t.company_id or the site'],
    ['companies', 'name', 'k t.id'],
    ['company_budgets', 'name', 'k t.company_id'],
    ['company_teams', 'name', 'k t.company_id'],
    ['company_roles', 'name', 'k t.company_id'],
    ['saved_designs', 'name', 'k t.company_id'],
    ['company_api_keys', 'name', 'k t.company_id'],
  ] as const) {
    const kind = owner.startsWith('k ') ? 'k' : 'c'
    const [of = '', orSite] = owner.replace('k ', '').split(' or the ')
    const named = `concat('${kind}', ${of})`
    const ofSite = orSite === undefined ? named : `case when ${of} is null then 's0' else ${named} end`
    const whose = owner === '' ? `'s0'` : ofSite
    await sql`update ${sql.table(table)} t set ${sql.ref(column)} =
      concat(t.${sql.ref(column)}, ' zq', t.site_id, ${sql.raw(whose)}, 'x')
      where t.${sql.ref(column)} not like '%zq%'`.execute(pool)
  }
}

/** Every row that a request can name, with its owner. */
async function readRows() {
  const { rows: columns } = await sql<{ table: string; columns: string[] }>`
    select c.table_name as table, array_agg(c.column_name::text) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`.execute(pool)
  const found: Record<string, OwnedRow[]> = {}
  for (const { table, columns: names } of columns) {
    if (!names.includes('id') || !names.includes('site_id')) continue
    const owner = names.includes('customer_id')
      ? 't.customer_id'
      : names.includes('order_id')
        ? '(select o.customer_id from orders o where o.id = t.order_id)'
        : names.includes('card_item_id')
          ? '(select o.customer_id from orders o join card_items i on i.order_id = o.id where i.id = t.card_item_id)'
          : table === 'customers'
            ? 't.id'
            : 'null::int'
    const { rows } = await sql<OwnedRow>`select t.id, t.site_id as site, ${sql.raw(owner)} as customer
      from ${sql.table(table)} t order by t.id limit 400`.execute(pool)
    found[table] = rows
  }
  return found
}

async function idsOf(table: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}`.execute(pool)
  return rows.map(({ id }) => id)
}

async function readCustomer({ token }: SignedIn): Promise<{ id: number }> {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  return pool
    .selectFrom('customers')
    .select('id')
    .where('identity_subject', '=', sub)
    .executeTakeFirstOrThrow()
}

async function readOffice(as: Pick<SignedIn, 'call'>, path: string) {
  return (await as.call('GET', `/api/v1/office/${path}/`)).body
}

function siteOf(name: SiteName): number {
  return name === 'northwind' ? 1 : 2
}

function markOf(site: SiteName, customer?: number): string {
  return customer === undefined ? `zq${siteOf(site)}s0x` : `zq${siteOf(site)}c${customer}x`
}
