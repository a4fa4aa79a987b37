import { setTimeout as wait } from 'node:timers/promises'
import { DESIGN, type Json, type makeCustomer } from '../customers.ts'
import type { Query } from '../database-beside.ts'
import type { Invariants } from './invariants.ts'
import { say } from './team.ts'

type Admin = Awaited<ReturnType<typeof makeCustomer>>

/** Birthday programs of a company: each that is turned on orders for the same people. */
export type Birthdays = {
  /** Turns one on. Whether it was answered doesn't matter. */
  begin(): Promise<void>
  /** Lets every program that was begun order, and ends it. @returns what is broken */
  finish(): Promise<string[]>
}

const PEOPLE = 3
const IN_DAYS = 3
const SETTLES_WITHIN_MS = 30_000

export async function makeBirthdays(origin: string, admin: Admin): Promise<Birthdays> {
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    const answer = await say(origin, admin, [method, path], body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const [template] = await ask('GET', 'reward_card_templates/')
  const card = { reward_type: 'digital', reward_card_template_id: template.id, design: DESIGN }
  const draft = await ask('POST', 'card_items/', { ...card, denomination_cents: 1_000 })
  const design = await ask('POST', 'saved_designs/', { card_item_id: draft.id, name: 'Cheers' })
  const list = await ask('POST', 'recipient_lists/', { name: 'Everyone', is_shared: true })
  const day = new Date(Date.now() + IN_DAYS * 86_400_000).toISOString().slice(5, 10)
  const rows = Array.from(
    { length: PEOPLE },
    (_, nth) => `Ana ${nth},birthday${nth}@recipient.example,${day}`,
  )
  await ask('POST', `recipient_lists/${list.id}/import/`, {
    text: ['Name,Email,Birthday', ...rows].join('\n'),
  })
  const terms = { kind: 'birthday', list_id: list.id, saved_design_id: design.id }
  return {
    async begin() {
      const made = { ...terms, name: 'Birthdays', amounts: [{ years: 0, cents: 1_000 }] }
      const { id } = await ask('POST', 'company/programs/', made)
      await ask('POST', `company/programs/${id}/activate/`, {})
    },
    async finish() {
      const broken: string[] = []
      for (const { id, state } of await ask('GET', 'company/programs/')) {
        if (state === 'active') broken.push(...(await settle(ask, id)))
        await ask('DELETE', `company/programs/${id}/`)
      }
      return broken
    },
  }
}

/** A balance that is too low is a reason to wait. */
async function settle(ask: (method: string, path: string) => Promise<Json>, id: number): Promise<string[]> {
  await ask('POST', `company/programs/${id}/try_again/`)
  for (const until = Date.now() + SETTLES_WITHIN_MS; Date.now() < until; await wait(200)) {
    const runs: Json[] = await ask('GET', `company/programs/${id}/runs/`)
    const isSettled = runs.every((run) => run.order !== null || run.problem?.code === 'balance_too_low')
    if (runs.length > 0 && isSettled)
      return runs.length === 1 ? [] : [`program ${id} has ${runs.length} runs`]
  }
  return [`program ${id} didn't order`]
}

/** Each run has its order once, for everyone who is in it, and no one is in two. */
export async function inspectBirthdays(query: Query, hold: Invariants): Promise<void> {
  const rows = await query(`select r.id, r.state, r.order_id, o.external_id,
      (select count(*)::int from company_program_people p
        where p.site_id = r.site_id and p.run_id = r.id and p.outcome = 'ordered') as people,
      (select count(*)::int from card_recipient_details c join card_items i on i.site_id = c.site_id and i.id = c.card_item_id
        where i.site_id = r.site_id and i.order_id = r.order_id) as cards
    from company_program_runs r left join orders o on o.site_id = r.site_id and o.id = r.order_id`)
  for (const { id, state, people, cards } of rows) {
    const expected = state === 'ordered' ? PEOPLE : 0
    hold(
      'asked once, done once',
      people === expected && cards === expected,
      `run ${id}: ${people}, ${cards} cards`,
    )
  }
  const [{ orders }] = await query(
    `select count(*)::int as orders from orders where external_id like 'program-%'`,
  )
  const ordered = rows.filter(({ state }) => state === 'ordered').length
  hold('asked once, done once', orders === ordered, `${orders} orders of ${ordered} runs`)
  const carts =
    await query(`select o.customer_id from orders o join company_programs p on p.site_id = o.site_id
      and p.created_by = o.customer_id where o.status = 'cart' group by 1
    having count(distinct o.id) <> 1`)
  hold('nothing left behind', carts.length === 0, `${carts.length} people have lost their cart`)
}
