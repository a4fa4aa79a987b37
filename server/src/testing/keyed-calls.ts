import { sql } from 'kysely'
import { json } from '../database/json.ts'
import { keyedApprovals } from './keyed-approvals.ts'
import { keyedSubjects } from './keyed-subjects.ts'
import type { SignedIn, World } from './world.ts'

/** A request that succeeds, and its subject. */
export type KeyedCall = {
  as: Pick<SignedIn, 'call'>
  path: string
  body?: Record<string, unknown>
  /** For a request that commits in steps: how often its effect exists. */
  effects?: () => Promise<number>
}

/** One request for each endpoint with a key. */
export async function keyedCalls(world: World): Promise<Record<string, () => Promise<KeyedCall>>> {
  const {
    room,
    owner,
    finance,
    office,
    ok,
    count,
    shopper,
    invited,
    draft,
    peopleOf,
    savedList,
    filledCart,
    byCheck,
    discrepancy,
    lateMoney,
    receive,
    refundable,
    approved,
    sent,
    returned,
    instead,
    webhook,
    companyWebhook,
    askedRefund,
  } = await keyedSubjects(world)
  async function twoCompanies() {
    const ids = []
    for (const { customer } of [await shopper(), await shopper()]) {
      ids.push((await ok(customer, 'GET', '/api/v1/companies/'))[0].id)
    }
    return { id: ids[0], into: ids[1] }
  }
  return {
    ...keyedApprovals(world),
    makeProgram: async () => {
      const { customer, item } = await draft('digital')
      const named = { name: 'Everyone', is_shared: true }
      const list = await ok(customer, 'POST', '/api/v1/recipient_lists/', named)
      const saved = { card_item_id: item.id, name: 'Cheers' }
      const design = await ok(customer, 'POST', '/api/v1/saved_designs/', saved)
      return {
        as: customer,
        path: '/api/v1/company/programs/',
        body: {
          ...{ name: 'Birthdays', kind: 'birthday', list_id: list.id, saved_design_id: design.id },
          amounts: [{ years: 0, cents: 2_500 }],
        },
      }
    },
    makeTeam: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/teams/',
      body: { name: 'West region' },
    }),
    makeBudget: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/budgets/',
      body: { name: 'West region', period: 'quarter', amount_cents: 2_000_000 },
    }),
    inviteToCompany: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/invitations/',
      body: { emails: ['k.stone@halden.example'], role: 'buyer' },
    }),
    sendInvitationAgain: async () => {
      const { admin, invitation } = await invited()
      // As if it had been sent a while ago.
      await world.kit.pool
        .updateTable('companies')
        .set({ invitations_sent: json([]) })
        .execute()
      return { as: admin, path: `/api/v1/company/invitations/${invitation.id}/send_again/` }
    },
    createCompanyRole: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/roles/',
      body: { name: 'Gifts', capabilities: ['orders.place'] },
    }),
    acceptInvitation: async () => {
      const { customer, invitation } = await invited()
      const token = invitation.link.split('/').at(-1)
      return { as: customer, path: `/api/v1/company_invitations/${token}/accept/` }
    },
    createCompanyKey: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/api_keys/',
      body: { name: 'HR system', scopes: ['orders.read'] },
    }),
    rotateCompanyKey: async () => {
      const { customer, ok: take } = await shopper()
      const made = { name: 'HR system', scopes: ['orders.read'] }
      const { key } = await take('POST', '/api/v1/company/api_keys/', made)
      return { as: customer, path: `/api/v1/company/api_keys/${key.id}/rotate/`, body: { overlap_hours: 24 } }
    },
    makeReportFile: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/reports/files/',
      body: { kind: 'orders', range: 'all' },
    }),
    saveReport: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/saved_reports/',
      body: { name: 'Orders', kind: 'orders', range: 'all' },
    }),
    sendSavedReport: async () => {
      const { customer, ok: take } = await shopper()
      const report = { name: 'Orders', kind: 'orders', range: 'all' }
      const { id } = await take('POST', '/api/v1/company/saved_reports/', report)
      return { as: customer, path: `/api/v1/company/saved_reports/${id}/send/` }
    },
    makeOfficeReportFile: async () => ({
      as: finance,
      path: '/api/v1/office/reports/files/',
      body: { kind: 'ledger', range: 'all' },
    }),
    saveOfficeReport: async () => ({
      as: finance,
      path: '/api/v1/office/saved_reports/',
      body: { name: 'Liability', kind: 'liability', range: 'all' },
    }),
    sendOfficeSavedReport: async () => {
      const report = { name: 'Liability', kind: 'liability', range: 'all' }
      const { id } = await ok(finance, 'POST', '/api/v1/office/saved_reports/', report)
      return { as: finance, path: `/api/v1/office/saved_reports/${id}/send/` }
    },
    createCompanyWebhook: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/webhooks/',
      body: { url: 'http://127.0.0.1:9/laurel', event_types: ['order.approved'] },
    }),
    rotateCompanyWebhookSecret: async () => {
      const { customer, path, version } = await companyWebhook()
      return { as: customer, path: `${path}rotate_secret/`, body: { seen_version: version } }
    },
    testCompanyWebhook: async () => {
      const { customer, path } = await companyWebhook()
      return { as: customer, path: `${path}test/` }
    },
    replayCompanyWebhook: async () => {
      const { customer, path } = await companyWebhook()
      const since = new Date(Date.now() - 60_000).toISOString()
      return { as: customer, path: `${path}replay/`, body: { since } }
    },
    resendCompanyWebhookMessage: async () => {
      const { customer, path } = await companyWebhook()
      const message = await ok(customer, 'POST', `${path}test/`)
      await sql`update webhook_messages set status = 'failed' where id = ${message.id}`.execute(
        world.kit.pool,
      )
      return { as: customer, path: `${path}messages/${message.id}/send_again/` }
    },
    createOrderField: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/company/order_fields/',
      body: { name: 'Cost center' },
    }),
    createAddress: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/registered_addresses/',
      body: { name: 'Dana', address1: '90 Foundry Road', city: 'Dayton', state: 'OH', zip: '45402' },
    }),
    createCardItem: async () => {
      const { customer, ok: take } = await shopper()
      const [template] = await take('GET', '/api/v1/reward_card_templates/')
      const design = {
        tone: 'deep',
        gradient: 'soft',
        line1: 'Hi',
        line2: '',
        logo_file_key: null,
        logo_one_color: true,
      }
      const body = { reward_type: 'bulk', reward_card_template_id: template.id, design, quantity: 4 }
      return { as: customer, path: '/api/v1/card_items/', body }
    },
    addToCart: async () => {
      const { customer, item } = await draft()
      return { as: customer, path: '/api/v1/add_to_cart/', body: { card_item_id: item.id } }
    },
    createRecipient: async () => {
      const { customer, item } = await draft()
      const body = { card_item_id: item.id, first_name: 'Maya', last_name: 'Okafor' }
      return { as: customer, path: '/api/v1/card_recipient_details/', body }
    },
    editRecipients: async () => {
      const { customer, item } = await draft()
      const body = { card_item_id: item.id, added: [{ first_name: 'Maya' }, { first_name: 'Ana' }] }
      return { as: customer, path: '/api/v1/card_recipient_details/edits/', body }
    },
    bulkChangeRecipients: async () => {
      const { customer, item } = await draft()
      const body = { card_item_id: item.id, action: 'set', all: true, message: 'Thank you' }
      return { as: customer, path: '/api/v1/card_recipient_details/bulk_change/', body }
    },
    undoRecipientChange: async () => {
      const dana = await draft()
      const ids = (await peopleOf(dana)).map(({ id }) => id)
      const body = { card_item_id: dana.item.id, action: 'delete', ids }
      const { undo_token } = await dana.ok('POST', '/api/v1/card_recipient_details/bulk_change/', body)
      return { as: dana.customer, path: '/api/v1/card_recipient_details/undo/', body: { undo_token } }
    },
    importRecipients: async () => {
      const { customer, item } = await draft()
      return {
        as: customer,
        path: '/api/v1/csv_card_item_imports/',
        body: {
          card_item_id: item.id,
          text: 'Name\tStreet\tCity\tState\tZIP\nMaya Okafor\t12 Elm Street\tBoston\tMA\t02108',
        },
        effects: count(
          sql<{ n: number }>`select count(*)::int as n from card_recipient_details
          where card_item_id = ${item.id} and last_name = 'Okafor'`,
        ),
      }
    },
    copyDraft: async () => {
      const { customer, item } = await draft()
      return { as: customer, path: `/api/v1/card_items/${item.id}/copy/` }
    },
    createSavedDesign: async () => {
      const { customer, item } = await draft()
      return {
        as: customer,
        path: '/api/v1/saved_designs/',
        body: { card_item_id: item.id, name: 'Anniversaries' },
      }
    },
    startSavedDesign: async () => {
      const { customer, item } = await draft()
      const body = { card_item_id: item.id, name: 'Anniversaries' }
      const saved = await customer.call('POST', '/api/v1/saved_designs/', body)
      return { as: customer, path: `/api/v1/saved_designs/${saved.body.id}/start/` }
    },
    createFileFolder: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/file_folders/',
      body: { folder: 'own', name: 'Brand' },
    }),
    startUpload: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/files/uploads/',
      body: { name: 'Brief.pdf', bytes: 100, sha256: '0'.repeat(64), folder: 'own' },
    }),
    createConversation: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/conversations/',
      body: {},
    }),
    createRecipientList: async () => ({
      as: (await shopper()).customer,
      path: '/api/v1/recipient_lists/',
      body: { name: 'Fair 2026' },
    }),
    addListPerson: async () => {
      const { customer, list } = await savedList()
      const body = { first_name: 'Maya', last_name: 'Okafor', email: 'maya@recipient.example' }
      return { as: customer, path: `/api/v1/recipient_lists/${list.id}/people/`, body }
    },
    addListToCardItem: async () => {
      const { customer, list, addCards } = await savedList()
      const other = await addCards('bulk', { draft: true })
      await ok(customer, 'PATCH', `/api/v1/card_items/${other.id}/`, { reward_type: 'direct' })
      const path = `/api/v1/recipient_lists/${list.id}/add_to_card_item/`
      return { as: customer, path, body: { card_item_id: other.id } }
    },
    saveRecipients: async () => {
      const { customer, item } = await draft()
      return { as: customer, path: `/api/v1/card_items/${item.id}/save_recipients/`, body: { name: 'Kept' } }
    },
    createBulkShippingOrder: async () => {
      const dana = await filledCart('bulk')
      const [option] = await dana.ok('GET', '/api/v1/shipping_options/?reward_type=bulk')
      const path = `/api/v1/orders/${dana.id}/bulk_shipping_orders/`
      return { as: dana.customer, path, body: { shipping_option_id: option.id } }
    },
    createShippingOrder: async () => {
      const dana = await filledCart('digital')
      const [option] = await dana.ok('GET', '/api/v1/shipping_options/?reward_type=digital')
      const body = { order_id: dana.id, reward_type: 'digital', shipping_option_id: option.id }
      return { as: dana.customer, path: '/api/v1/shipping_orders/', body }
    },
    createPayment: async () => {
      const { customer, id } = await filledCart('digital')
      return {
        as: customer,
        path: '/api/v1/payments/',
        body: { order_id: id, method_code: 'elavon_cc' },
        effects: count(sql<{ n: number }>`select count(*)::int as n from payments where order_id = ${id}`),
      }
    },
    createTopUp: async () => {
      const { customer } = await shopper()
      const { body } = await customer.call('GET', '/api/v1/companies/')
      const ofCompany = sql<{ n: number }>`select count(*)::int as n from orders
        where status = 'top_up' and company_id = ${body[0].id}`
      return {
        as: customer,
        path: '/api/v1/company/balance/top_ups/',
        body: { amount_cents: 50_000, method_code: 'elavon_cc' },
        effects: count(ofCompany),
      }
    },
    cancelOrder: async () => {
      const { customer, id } = await byCheck()
      return { as: customer, path: `/api/v1/orders/${id}/cancel/` }
    },
    reorder: async () => {
      const { customer, id } = await byCheck()
      return { as: customer, path: `/api/v1/orders/${id}/add_items_to_cart/` }
    },
    remindOrder: async () => ({
      as: finance,
      path: office(`orders/${(await byCheck()).id}/remind`),
      body: { seen_reminders: 0 },
    }),
    remindCompany: async () => {
      const dana = await filledCart('digital')
      const [{ id }] = await dana.ok('GET', '/api/v1/companies/')
      await ok(finance, 'PUT', office(`companies/${id}/terms`), { limit_cents: 1_000_000, days: 30 })
      await dana.pay(dana.id, 'company_terms')
      return { as: finance, path: office(`companies/${id}/terms/remind`), body: { seen_reminded_on: null } }
    },
    acceptPaymentDiscrepancy: async () => ({
      as: finance,
      path: office(`payment_discrepancies/${(await lateMoney()).id}/accept`),
      body: { note: 'It is theirs' },
    }),
    refundPaymentDiscrepancy: async () => {
      const { id } = await discrepancy({ amountCents: 4_242 })
      return {
        as: finance,
        path: office(`payment_discrepancies/${id}/refund`),
        body: { note: 'Wrong amount' },
      }
    },
    dismissPaymentDiscrepancy: async () => {
      const { id } = await discrepancy({ transactionId: 'f'.repeat(32) })
      return { as: finance, path: office(`payment_discrepancies/${id}/dismiss`), body: { note: 'Not ours' } }
    },
    addCatalogEntry: async () => ({
      as: owner,
      path: office('catalog/messages'),
      body: { values: { occasion: 'Moving in', text: 'Welcome to the new floor.' } },
    }),
    addCustomerNote: async () => {
      const { id } = await byCheck()
      const { customer } = await ok(owner, 'GET', office(`orders/${id}`))
      return { as: owner, path: office(`customers/${customer.id}/notes`), body: { text: 'Called us' } }
    },
    addCompanyNote: async () => {
      const { id } = await byCheck()
      const { customer } = await ok(owner, 'GET', office(`orders/${id}`))
      const [company] = (await ok(owner, 'GET', office(`customers/${customer.id}`))).companies
      return { as: owner, path: office(`companies/${company.id}/notes`), body: { text: 'Called us' } }
    },
    mergeCompany: async () => {
      const { id, into } = await twoCompanies()
      const { version } = await ok(finance, 'GET', `${office(`companies/${id}/merge`)}?into=${into}`)
      return { as: finance, path: office(`companies/${id}/merge`), body: { into, version } }
    },
    undoCompanyMerge: async () => {
      const { id, into } = await twoCompanies()
      const { version } = await ok(finance, 'GET', `${office(`companies/${id}/merge`)}?into=${into}`)
      await ok(finance, 'POST', office(`companies/${id}/merge`), { into, version })
      const path = office(`companies/${id}/undo_merge`)
      return { as: finance, path, body: { version: (await ok(finance, 'GET', path)).version } }
    },
    askRefund: async () => {
      const { payment } = await refundable()
      const body = { payment_id: payment.id, amount_cents: 2_500, reason: 'Too much' }
      return { as: finance, path: office('refunds'), body }
    },
    decideRefund: async () => {
      const { id } = await askedRefund('asked')
      return { as: finance, path: office(`refunds/${id}/decide`), body: { agree: false } }
    },
    finishRefund: async () => {
      const { id } = await askedRefund('approved')
      return { as: finance, path: office(`refunds/${id}/finish`), body: { document_number: '4711' } }
    },
    recordReceivedPayment: async () => ({
      as: finance,
      path: office('received_payments'),
      body: { method_code: 'self_hosted_check', amount_cents: 9_900, received_on: '2026-11-20' },
    }),
    matchReceivedPayment: async () => {
      const [{ id }, { id: order_id }] = [await receive(1_000), await byCheck()]
      return { as: finance, path: office(`received_payments/${id}/match`), body: { order_id } }
    },
    reverseReceivedPayment: async () => {
      const { id } = await receive(1_001)
      return { as: finance, path: office(`received_payments/${id}/reverse`), body: { reason: 'It bounced' } }
    },
    refundReceivedPayment: async () => {
      const { id } = await receive(1_002)
      return {
        as: finance,
        path: office(`received_payments/${id}/refund`),
        body: { document_number: '1', reason: 'Not ours' },
      }
    },
    approveOrder: async () => {
      const { id } = await room.paid('digital')
      return { as: owner, path: office(`orders/${id}/approve`), body: { seen_status: 'in_review' } }
    },
    declineOrder: async () => {
      const { id } = await room.paid('digital')
      const body = { seen_status: 'in_review', reason: 'We cannot verify you' }
      return { as: owner, path: office(`orders/${id}/decline`), body }
    },
    holdOrder: async () => {
      const { id } = await room.paid('digital')
      return { as: owner, path: office(`orders/${id}/hold`), body: { reason: 'We look into it' } }
    },
    releaseOrder: async () => {
      const { id } = await room.paid('digital')
      await ok(owner, 'POST', office(`orders/${id}/hold`), { reason: 'We look into it' })
      return { as: owner, path: office(`orders/${id}/release`), body: { reason: 'All is well' } }
    },
    decideAboutOrders: async () => {
      const ids = [(await byCheck()).id, (await byCheck()).id]
      const orders = ids.map((id) => ({ id, seen_status: 'pending_payment' }))
      return {
        as: owner,
        path: office('orders/many'),
        body: { action: 'note', orders, words: 'Ask for the form' },
        effects: async () =>
          (await count(
            sql<{
              n: number
            }>`select count(*)::int as n from order_notes where order_id = any (${ids}::bigint[])`,
          )()) / ids.length,
      }
    },
    addOrderNote: async () => ({
      as: owner,
      path: office(`orders/${(await byCheck()).id}/notes`),
      body: { text: 'Called us' },
    }),
    createOrderView: async () => ({
      as: owner,
      path: office('order_views'),
      body: { name: 'Held ones', filters: { only: 'held' } },
    }),
    createApiCredential: async () => ({
      as: owner,
      path: office('api_credentials'),
      body: { name: 'Warehouse', scopes: ['orders.read'] },
    }),
    inviteStaff: async () => ({
      as: owner,
      path: office('staff'),
      body: { name: 'Robin', email: 'robin@staff.example', role: 'viewer', delivery: 'shown' },
    }),
    renewStaffPassword: async () => ({
      as: owner,
      path: office(`staff/${(await world.staff('viewer')).id}/new_password`),
      body: { delivery: 'mail' },
    }),
    resendDelivery: async () => {
      const { customer, delivery } = await sent()
      return { as: customer, path: `/api/v1/deliveries/${delivery.id}/resend/`, body: {} }
    },
    resendOfficeDelivery: async () => ({
      as: owner,
      path: office(`deliveries/${(await sent()).delivery.id}/resend`),
      body: {},
    }),
    resendDeliveries: async () => {
      const { customer, id } = await sent()
      return { as: customer, path: `/api/v1/orders/${id}/deliveries/resend/`, body: {} }
    },
    resendOfficeDeliveries: async () => ({
      as: owner,
      path: office('deliveries/resend'),
      body: { order_id: (await sent()).id },
    }),
    convertDelivery: async () => {
      const { customer, delivery } = await returned()
      const path = `/api/v1/deliveries/${delivery.id}/convert_to_digital/`
      return { as: customer, path, body: { email: 'ada@new.example' }, effects: instead(delivery.id) }
    },
    convertOfficeDelivery: async () => {
      const { delivery } = await returned()
      const path = office(`deliveries/${delivery.id}/convert_to_digital`)
      return { as: owner, path, body: { email: 'ada@new.example' }, effects: instead(delivery.id) }
    },
    createBatch: async () => ({
      as: owner,
      path: office('batches'),
      body: { kind: 'direct', order_id: (await approved('direct')).id },
    }),
    markBatchPrinted: async () => {
      const { id } = await room.ready(owner, 'direct', (await approved('direct')).id)
      return {
        as: owner,
        path: office(`batches/${id}/printed`),
        body: { seen_status: 'ready', seen_prints: 0 },
      }
    },
    markBatchMailed: async () => {
      const { id } = await room.printed(owner, 'direct', (await approved('direct')).id)
      return { as: owner, path: office(`batches/${id}/mailed`), body: { seen_status: 'printed' } }
    },
    buyLabels: async () => {
      const { id } = await room.ready(owner, 'bulk', (await approved('bulk')).id)
      return { as: owner, path: office(`batches/${id}/labels`), body: { seen_status: 'ready' } }
    },
    recordArrival: async () => {
      const { id } = await approved('direct')
      await room.mailed(owner, 'direct', id)
      const [letter] = await room.deliveries(id)
      const body = { seen_status: 'mailed', outcome: 'delivered', reason: 'They called' }
      return { as: owner, path: office(`deliveries/${letter!.id}/arrival`), body }
    },
    createWebhook: async () => ({
      as: owner,
      path: office('webhooks'),
      body: { url: 'http://127.0.0.1:9/laurel', event_types: ['order.approved'] },
    }),
    replayWebhook: async () => ({
      as: owner,
      path: office(`webhooks/${(await webhook()).id}/replay`),
      body: { since: new Date(Date.now() - 60_000).toISOString() },
    }),
    rotateWebhookSecret: async () => {
      const { id, version } = await webhook()
      return { as: owner, path: office(`webhooks/${id}/rotate_secret`), body: { seen_version: version } }
    },
    testWebhook: async () => ({ as: owner, path: office(`webhooks/${(await webhook()).id}/test`) }),
    resendWebhookMessage: async () => {
      const { id } = await webhook()
      const message = await ok(owner, 'POST', office(`webhooks/${id}/test`))
      await sql`update webhook_messages set status = 'failed' where id = ${message.id}`.execute(
        world.kit.pool,
      )
      return { as: owner, path: office(`webhooks/${id}/messages/${message.id}/send_again`) }
    },
  }
}
