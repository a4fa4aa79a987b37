import { json } from '../database/json.ts'
import { sealLink } from '../features/approval-requests/approval-links.ts'
import { assistantSteps } from './assistant-world.ts'
import { companySteps } from './company-world.ts'
import { keyedSubjects } from './keyed-subjects.ts'
import { PROFILE, type SignedIn, type World } from './world.ts'

/** Every name that the company gave something. An answer to others never has it. */
export const MARK = 'Zqhalden'

type Params = Readonly<Record<string, number | string>>

/** A company's admin, and one of everything that people of a company have, for tests that ask as others. */
export async function companyThings(world: World) {
  const { sent } = await keyedSubjects(world)
  const { colleague, person } = companySteps(world)
  const { customer, dana, delivery } = await sent()
  const ok = dana.ok
  const { id, email } = await ok('PUT', '/api/v1/actual_user/', { ...PROFILE, last_name: MARK })
  const admin = { ...customer, id, email }
  await ok('PATCH', '/api/v1/company/', { name: MARK })
  const people: Record<'both' | 'removed', SignedIn & { id: number }> = {
    both: await colleague(admin, 'admin'),
    removed: await colleague(admin, 'admin'),
  }

  const order = await dana.fillCart('digital')
  await dana.pay(order, 'self_hosted_check')
  const steps = [{ ask: 'people', in: [people.both.id], escalation: null }]
  const terms = { name: MARK, conditions: [], steps }
  const rule = await ok('POST', '/api/v1/company/approval_rules/', terms)
  const toApprove = await dana.fillCart('digital')
  const method = { method_code: 'self_hosted_check' }
  const approval = await ok('POST', `/api/v1/orders/${toApprove}/submit_for_approval/`, method)
  const days = { starts_on: '2099-12-01', ends_on: '2099-12-05' }
  const delegate = await ok('POST', '/api/v1/approval_delegates/', { person_id: people.both.id, ...days })
  const draft = await dana.addCards('direct', { draft: true })
  await ok('PATCH', `/api/v1/card_items/${draft.id}/`, { name: MARK })
  const conversation = await ok('POST', '/api/v1/conversations/')
  await ok('PATCH', `/api/v1/conversations/${conversation.id}/`, { name: MARK })
  await assistantSteps(world).connected(customer)
  const [assistant] = await ok('GET', '/api/v1/assistants/')
  const design = await ok('POST', '/api/v1/saved_designs/', { card_item_id: draft.id, name: MARK })
  const kept = { name: `${MARK} list`, is_shared: true }
  const { list } = await ok('POST', `/api/v1/card_items/${draft.id}/save_recipients/`, kept)
  const listFile = { kind: 'https', url: 'https://9.9.9.9/people.csv' }
  await ok('PUT', `/api/v1/recipient_lists/${list.id}/file/`, listFile)
  const text = `Name\tStreet\tCity\tState\tZIP\nMaya ${MARK}\t12 Elm Street\tBoston\tMA\t02108`
  const read = { card_item_id: draft.id, text, review: true }
  const imported = await ok('POST', '/api/v1/csv_card_item_imports/', read)
  const { results: recipients } = await ok('GET', `/api/v1/card_recipient_details/?card_item_id=${draft.id}`)
  const { results: listed } = await ok('GET', `/api/v1/recipient_lists/${list.id}/people/`)
  const place = { address1: '90 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' }
  const address = await ok('POST', '/api/v1/registered_addresses/', { name: MARK, ...place, is_shared: true })
  const added = { name: MARK, amount_cents: 5_000_000, period: 'year', rolls_over: false }
  const budget = await ok('POST', '/api/v1/company/budgets/', added)
  const team = await ok('POST', '/api/v1/company/teams/', { name: MARK })
  const role = await ok('POST', '/api/v1/company/roles/', { name: MARK, capabilities: [] })
  const named = { name: MARK, scopes: ['orders.read'] }
  const { key } = await ok('POST', '/api/v1/company/api_keys/', named)
  const told = { url: 'https://9.9.9.9/', description: MARK, event_types: ['order.placed'] }
  const { endpoint } = await ok('POST', '/api/v1/company/webhooks/', told)
  const message = await ok('POST', `/api/v1/company/webhooks/${endpoint.id}/test/`)
  await ok('PUT', '/api/v1/company/billing/', {
    legal_business_name: MARK,
    business_address1: '90 Foundry Road',
    ...{ business_city: 'Dayton', business_state: 'OH', business_zip: '45402' },
  })
  const field = await ok('POST', '/api/v1/company/order_fields/', { name: MARK })
  const savedReport = { name: MARK, kind: 'orders', range: 'all' }
  const saved = await ok('POST', '/api/v1/company/saved_reports/', savedReport)
  const report = await ok('POST', '/api/v1/company/reports/files/', { kind: 'orders', range: 'all' })
  const asked = { emails: [`${MARK}@halden.example`], role: 'buyer' }
  const [invitation] = await ok('POST', '/api/v1/company/invitations/', asked)
  const paidIn = { amount_cents: 50_000, method_code: 'self_hosted_check' }
  const topUp = await ok('POST', '/api/v1/company/balance/top_ups/', paidIn)
  const { results: notices } = await ok('GET', '/api/v1/notices/')
  const { domains } = await ok('POST', '/api/v1/company/domains/', {
    domain: `${MARK.toLowerCase()}.example`,
  })
  const { id: asking } = await person()
  const { companyId: company_id, siteId: site_id } = await companyOf(world, id)
  await world.kit.pool
    .insertInto('company_join_requests')
    .values({ site_id, company_id, customer_id: asking, state: 'open', at: new Date() })
    .execute()
  const sending = { name: `${MARK}.pdf`, bytes: 9, sha256: '0'.repeat(64), folder: 'own' }
  const upload = await ok('POST', '/api/v1/files/uploads/', sending)
  const file = await insertFile(world, { site_id, company_id, customer_id: id })
  const program = await insertProgram(world, { site_id, company_id, created_by: id }, list.id, design.id)
  const recipient = await insertRecipient(world, { site_id, company_id })
  const step = { request: approval.id as number, position: 0 }
  const undone = { card_item_id: draft.id, action: 'delete', ids: [recipients[1].id] }
  const { undo_token } = await ok('POST', '/api/v1/card_recipient_details/bulk_change/', undone)

  /** The values of a path's parameters, by the beginning of the path. */
  const params: Readonly<Record<string, Params>> = {
    '/api/v1/orders/{': { id: order, order_id: order },
    '/api/v1/deliveries/{': { id: delivery.id },
    '/api/v1/card_items/{': { id: draft.id },
    '/api/v1/saved_designs/{': { id: design.id },
    '/api/v1/conversations/{': { id: conversation.id },
    '/api/v1/files/by_id/{': { id: file.id },
    '/api/v1/files/uploads/{': { id: upload.upload_id },
    '/api/v1/file_folders/{': { id: file.folder_id },
    '/api/v1/assistants/{': { id: assistant.id },
    '/api/v1/card_recipient_details/{': { id: recipients[0].id },
    '/api/v1/csv_card_item_imports/{': { id: imported.id },
    '/api/v1/recipient_lists/{': { id: list.id, person_id: listed[0].id },
    '/api/v1/saved_people/{': { id: listed[0].id },
    '/api/v1/registered_addresses/{': { id: address.id },
    '/api/v1/notices/{': { id: notices[0].id },
    '/api/v1/company/budgets/{': { id: budget.id },
    '/api/v1/company/teams/{': { id: team.id },
    '/api/v1/company/people/{': { id: admin.id },
    '/api/v1/company/roles/{': { key: role.key },
    '/api/v1/company/api_keys/{': { id: key.id },
    '/api/v1/company/programs/{': program,
    '/api/v1/company/year_end/people/{': recipient,
    '/api/v1/company/year_end/identities/{': recipient,
    '/api/v1/company/webhooks/{': { id: endpoint.id, message_id: message.id },
    '/api/v1/company/saved_reports/{': { id: saved.id },
    '/api/v1/company/reports/files/{': { id: report.id },
    '/api/v1/company/order_fields/{': { id: field.id },
    '/api/v1/company/invitations/{': { id: invitation.id },
    '/api/v1/company/approval_rules/{': { id: rule.id },
    '/api/v1/approvals/{': { id: approval.id },
    '/api/v1/approval_delegates/{': { id: delegate.id },
    '/api/v1/approval_links/{': {
      token: sealLink(world.kit, site_id, { ...step, person: id, at: new Date() }),
    },
    '/api/v1/company/domains/{': { id: domains[0].id },
    '/api/v1/company/join_requests/{': { id: asking },
    '/api/v1/company_proposals/{': { id: company_id },
    '/api/v1/company/balance/top_ups/{': { id: topUp.id },
    '/api/v1/company_invitations/{': { token: invitation.link.split('/').at(-1) },
  }
  return {
    admin,
    roleKey: role.key as string,
    people,
    colleague: (given: string) => colleague(admin, given),
    params,
    /** Fields of bodies and queries that name the company's things. */
    named: {
      order_id: order,
      card_item_id: draft.id,
      saved_design_id: design.id,
      registered_address_id: address.id,
      list_id: list.id,
      folder_id: file.folder_id,
      parent_id: file.folder_id,
      team_id: team.id,
      person_id: admin.id,
      person_ids: [listed[0].id],
      ids: [recipients[0].id],
      undo_token,
    } as Readonly<Record<string, unknown>>,
  }
}

type Of = { site_id: number; company_id: number; created_by: number }

/** A shared file in a shared folder. */
async function insertFile({ kit }: World, of: Omit<Of, 'created_by'> & { customer_id: number }) {
  const folder = { name: MARK, folder: 'own', created_at: new Date() }
  const { id: folder_id } = await kit.pool
    .insertInto('file_folders')
    .values({ ...of, ...folder })
    .returning('id')
    .executeTakeFirstOrThrow()
  const picture = { content_type: 'image/png', bytes: 1, width: 1, height: 1, key: `${MARK}-${folder_id}` }
  const { id } = await kit.pool
    .insertInto('files')
    .values({ ...of, ...picture, name: `${MARK}.png`, folder: 'own', folder_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, folder_id }
}

/** A paused program and a run of it, as time would make it. */
async function insertProgram(world: World, of: Of, list_id: number, saved_design_id: number) {
  const at = new Date()
  const [program] = await world.kit.pool
    .insertInto('company_programs')
    .values({
      ...of,
      ...{ name: MARK, kind: 'birthday', list_id, saved_design_id, lead_days: 5, weekend: 'same_day' },
      ...{ amounts: json([{ years: 0, cents: 2_500 }]), fields: json([]), state: 'paused' },
      ...{ created_at: at, updated_at: at },
    })
    .returning('id')
    .execute()
  const [run] = await world.kit.pool
    .insertInto('company_program_runs')
    .values({
      site_id: of.site_id,
      program_id: program!.id,
      send_on: '2026-12-01',
      part: 1,
      state: 'empty',
      created_at: at,
    })
    .returning('id')
    .execute()
  return { id: program!.id, run_id: run!.id }
}

/** Someone who received a card this year, as counting would find them. */
async function insertRecipient({ kit }: World, of: Pick<Of, 'site_id' | 'company_id'>) {
  const address = { address1: '', address2: '', city: '', state: '', zip: '' }
  const { id } = await kit.pool
    .insertInto('year_end_people')
    .values({
      ...of,
      ...address,
      person_id: 0,
      first_name: 'Maya',
      last_name: MARK,
      email: 'maya@halden.example',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kit.pool.updateTable('year_end_people').set({ person_id: id }).where('id', '=', id).execute()
  const sums = { received_cents: 5_000, unclaimed_cents: 0, refunded_cents: 0, card_count: 1 }
  const year = kit.now().getUTCFullYear()
  await kit.pool
    .insertInto('year_end_totals')
    .values({ ...of, ...sums, year, person_id: id, is_employee: false })
    .execute()
  return { id }
}

async function companyOf({ kit }: World, customerId: number) {
  const { site_id: siteId, company_id: companyId } = await kit.pool
    .selectFrom('company_members')
    .select(['site_id', 'company_id'])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return { siteId, companyId }
}
