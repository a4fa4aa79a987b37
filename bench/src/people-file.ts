import { DESIGN, type Json, type makeCustomer } from './customers.ts'
import type { Stack } from './stack.ts'

const FIRST = 'Maya,Priya,Jonas,Amara,Wen,Ingrid,Lucia,Samuel,Noor,Diego,Freya,Caleb'.split(',')
const LAST = 'Okafor,Nair,Lindqvist,Diallo,Hsu,Solberg,Ferrante,Adeyemi,Rahmani,Holm,Whitmore'.split(',')
const PLACES = [
  'Portland,OR,97214',
  'Madison,WI,53703',
  'Boulder,CO,80302',
  'Duluth,MN,55802',
  'Lowell,MA,01852',
]

/** A list as a business keeps it: one row in a hundred has an incomplete ZIP code. */
export function peopleFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const place = PLACES[index % PLACES.length]!
    const address = `${12 + index} Juniper Street,${index % 100 === 50 ? place.slice(0, -3) : place}`
    return `${FIRST[index % FIRST.length]} ${LAST[index % LAST.length]},${address},${index % 10 === 0 ? 75 : 50}`
  })
  return ['Name,Street,City,State,ZIP,Value', ...lines].join('\n')
}

/** Adds people to a card's list with the same calls as the site's. @returns the card item's ID */
export async function importPeople(
  stack: Stack,
  { call, token }: Awaited<ReturnType<typeof makeCustomer>>,
  rows: number,
): Promise<number> {
  const [template] = await call('GET', '/api/v1/reward_card_templates/')
  const item = await call('POST', '/api/v1/card_items/', {
    reward_type: 'direct',
    reward_card_template_id: String(template.id),
    design: JSON.stringify(DESIGN),
    denomination_cents: '5000',
  })
  const form = new FormData()
  form.append('card_item_id', String(item.id))
  form.append('file', new File([peopleFile(rows)], 'everybody.csv', { type: 'text/csv' }))
  const answer = await fetch(`${stack.origin}/api/v1/csv_card_item_imports/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  let one = (await answer.json()) as Json
  if (!answer.ok) throw new Error(`the import was refused: ${JSON.stringify(one)}`)
  if (one.state === 'mapping') {
    one = await call('POST', `/api/v1/csv_card_item_imports/${one.id}/start/`, { again: 'false' })
  }
  while (one.state === 'queued' || one.state === 'reading') {
    await new Promise((resolve) => setTimeout(resolve, 200))
    one = await call('GET', `/api/v1/csv_card_item_imports/${one.id}/`)
  }
  if (one.state !== 'finished') throw new Error(`the import ${one.state}: ${JSON.stringify(one.failure)}`)
  return item.id
}
