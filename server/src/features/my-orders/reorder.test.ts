import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { json } from '../../database/json.ts'
import { deliverySteps } from '../../testing/delivery-world.ts'
import { assertTallied } from '../../testing/tallies.ts'
import { makeWorld, type SignedIn, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterEach(() => assertTallied(world.kit.pool))
afterAll(() => world.close())

type Person = {
  first_name: string
  email: string
  address1: string
  problems: object[]
  needs_attention: boolean
}

async function peopleAgain(customer: SignedIn, orderId: number) {
  const { body: cart } = await customer.call('POST', `/api/v1/orders/${orderId}/add_items_to_cart/`)
  const item = cart.card_items.at(-1)
  const people = await customer.call('GET', `/api/v1/card_recipient_details/?card_item_id=${item.id}`)
  return { item, list: people.body, people: people.body.results as Person[] }
}

/** Sets the status of an order's first two deliveries directly. */
async function came(orderId: number, changes: Record<string, unknown>[]) {
  const all = await deliverySteps(world).deliveries(orderId)
  for (const [index, change] of changes.entries()) {
    await world.kit.pool.updateTable('deliveries').set(change).where('id', '=', all[index]!.id).execute()
  }
}

test('an order again uses the corrected address, and says where the last card didn’t arrive', async () => {
  const { id, customer } = await deliverySteps(world).approved('digital')
  const problem = 'This address doesn’t exist. Check the spelling.'
  await came(id, [
    { email: 'ada.right@example.com', status: 'sent' },
    { status: 'bounced', problem_code: '5.1.1', problem },
  ])
  const { item, list, people } = await peopleAgain(customer, id)
  const [ada, grace] = people as [Person, Person]
  expect(ada).toMatchObject({ email: 'ada.right@example.com', problems: [], needs_attention: false })
  expect(grace.needs_attention).toBe(true)
  expect(grace.problems).toEqual([
    {
      field: 'email',
      code: 'not_reached',
      severity: 'error',
      value: grace.email,
      message: `The last card wasn’t delivered here. ${problem}`,
    },
  ])
  expect(item.attention_count).toBe(1)
  expect(list.problem_counts).toEqual([
    { code: 'not_reached', severity: 'error', count: 1, suggested_count: 0 },
  ])
})

test('a full mailbox gets a warning and can stay', async () => {
  const { id, customer } = await deliverySteps(world).approved('digital')
  await came(id, [{ status: 'bounced', problem_code: '5.2.2', problem: 'The mailbox is full.' }])
  const [ada] = (await peopleAgain(customer, id)).people
  expect(ada).toMatchObject({
    needs_attention: false,
    problems: [{ code: 'not_reached_lately', severity: 'warning' }],
  })
})

test('a letter’s fixed address is used; a returned one needs attention, even if its card was sent by email', async () => {
  const { id, customer } = await deliverySteps(world).approved('direct')
  await came(id, [
    { address1: '12 Elm Street', status: 'queued' },
    { status: 'replaced', returned_at: world.kit.now(), problem: 'The letter was returned: moved away' },
  ])
  const [ada, grace] = (await peopleAgain(customer, id)).people as [Person, Person]
  expect(ada).toMatchObject({ address1: '12 Elm Street', needs_attention: false })
  expect(grace).toMatchObject({
    needs_attention: true,
    problems: [{ field: 'address1', code: 'not_reached' }],
  })
})

test.each(['digital', 'direct'] as const)(
  'an order again leaves out erased people, and asks for removed addresses (%s)',
  async (type) => {
    const { id, customer } = await deliverySteps(world).approved(type)
    const removed = { email: '', address1: '', address2: '', city: '', state: '', zip: '', phone: '' }
    await came(id, [
      { ...removed, first_name: 'Erased', last_name: '', keeps: 'nothing', status: 'replaced' },
      { ...removed, keeps: 'name', status: 'claimed' },
    ])
    const { phone: _, ...address } = removed
    const [ada, grace] = await world.kit.pool
      .selectFrom('card_recipient_details as r')
      .innerJoin('card_items as i', (join) =>
        join.onRef('i.site_id', '=', 'r.site_id').onRef('i.id', '=', 'r.card_item_id'),
      )
      .select('r.id')
      .where('i.order_id', '=', id)
      .orderBy('r.id')
      .execute()
    const set = (who: { id: number }, change: object) =>
      world.kit.pool
        .updateTable('card_recipient_details')
        .set({ ...address, ...change, problems: json([]) })
        .where('id', '=', who.id)
        .execute()
    await set(grace!, {})
    // The first one's card was replaced by another that isn't claimed: only the old delivery is erased so far.
    const waiting = await peopleAgain(customer, id)
    expect(waiting.people.map(({ first_name }) => first_name)).toEqual(['Ada', 'Grace'])

    await set(ada!, { first_name: 'Erased', last_name: '' })
    const { item, people } = await peopleAgain(customer, id)
    expect(people).toHaveLength(1)
    expect(people[0]).toMatchObject({ first_name: 'Grace', needs_attention: true })
    expect(people[0]?.problems[0]).toMatchObject({
      field: type === 'digital' ? 'email' : 'address1',
      code: 'required',
    })
    expect(item.attention_count).toBe(1)
    await set(grace!, { first_name: 'Erased', last_name: '' })
    const none = await peopleAgain(customer, id)
    expect(none.people).toEqual([])
    expect(none.item.missing.length).toBeGreaterThan(0)
  },
)

test('an order again whose logo was removed becomes a draft without it', async () => {
  const { id, customer } = await deliverySteps(world).approved('digital')
  const design = {
    tone: 'deep',
    gradient: 'soft',
    line1: 'Thank you',
    line2: '',
    logo_file_key: 'gone',
    logo_one_color: true,
  }
  await world.kit.pool
    .updateTable('card_items')
    .set({ design: json(design) })
    .where('order_id', '=', id)
    .execute()
  const { item } = await peopleAgain(customer, id)
  expect(item).toMatchObject({ state: 'draft', design: { logo_file_key: null, line1: 'Thank you' } })
})
