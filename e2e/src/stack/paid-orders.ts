import { createCanvas } from '@napi-rs/canvas'
import type { APIRequestContext, Page } from '@playwright/test'
import { type CardToMake, fillCartToPay, MAYA, type RewardType, startPayment } from './cart.ts'
import type { Person } from './people.ts'
import { hostHeaders, loopback } from './shop.ts'

/** Places an order that is paid by a check, and records the check. */
export async function placePaid(
  person: Person,
  staff: Page,
  types: readonly RewardType[],
  card: CardToMake,
): Promise<number> {
  const orderId = await fillCartToPay(person, types, card)
  const { remittance } = await startPayment(person, orderId, 'self_hosted_check')
  const { total_cents } = await person.api('GET', `/api/v1/orders/${orderId}/`)
  await callOffice(staff, 'received_payments/', {
    method_code: 'self_hosted_check',
    amount_cents: String(total_cents),
    reference: remittance.reference,
    received_on: new Date().toISOString().slice(0, 10),
  })
  return orderId
}

/** Calls the office's API as the person who signed in on this page. */
export async function callOffice(staff: Page, path: string, form: Record<string, string>) {
  await staff.evaluate(
    async ({ path, form }) => {
      const body = new URLSearchParams(form)
      const answer = await fetch(`/api/v1/office/${path}`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    },
    { path, form },
  )
}

/** An order in review: cards with a logo, and one name that barely fits. */
export async function placeToReview(api: APIRequestContext, person: Person, staff: Page): Promise<number> {
  const logo = async (word: string) => {
    const canvas = createCanvas(1_130, 200)
    const pen = canvas.getContext('2d')
    pen.font = '600 150px sans-serif'
    pen.fillText(word, 20, 150)
    const answer = await api.post(loopback('/api/v1/files/'), {
      headers: { ...hostHeaders(person.site), authorization: `Bearer ${person.tokens.IdToken}` },
      multipart: { file: { name: 'logo.png', mimeType: 'image/png', buffer: await canvas.encode('png') } },
    })
    return (await answer.json()).key as string
  }
  const design = async (word: string) => ({
    line1: 'Ten years, {first name}',
    line2: 'Every one of them counted.',
    logo_file_key: await logo(word),
    logo_one_color: true,
  })
  const before = await placePaid(person, staff, ['direct'], { design: await design('Halden') })
  await callOffice(staff, `orders/${before}/approve/`, { seen_status: 'in_review' })
  const names = ['Ana Ruiz', 'Noor Rahmani', 'Theo Lindqvist', 'Bartholomew Featherstonehaugh-Wolverton']
  const recipients = names.map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    return { ...MAYA, first_name, last_name, email: `${first_name}@example.com` }
  })
  return placePaid(person, staff, ['direct'], { design: await design('Halden Tools'), recipients })
}
