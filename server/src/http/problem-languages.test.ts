import { PROBLEMS } from '@laurel/contract/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../testing/world.ts'
import { textsOf } from '../texts.ts'

let world: World
let customer: Awaited<ReturnType<World['signIn']>>
beforeAll(async () => {
  world = await makeWorld()
  customer = await world.signIn()
}, 60_000)
afterAll(() => world.close())

type Method = 'GET' | 'POST' | 'PATCH'

/** A call of a customer's page in a language. */
async function asked(
  language: string,
  url: string,
  payload?: object,
  method: Method = payload ? 'PATCH' : 'GET',
) {
  const headers = {
    ...{ host: customer.host, authorization: `Bearer ${customer.token}`, 'accept-language': language },
  }
  const answer = await world.app.inject({ method, url, headers, ...(payload && { payload }) })
  return answer.json()
}

test('a problem, and what is wrong with a field, are in the language of the page', async () => {
  expect(await asked('es', '/api/v1/orders/999999/')).toMatchObject({
    ...{ title: 'No se encontró', detail: 'No existe o usted no tiene acceso.', code: 'not_found' },
  })
  const profile = { first_name: 'x'.repeat(200) }
  const inSpanish = await asked('es-MX,en;q=0.5', '/api/v1/actual_user/', profile)
  expect(inSpanish).toMatchObject({
    title: 'Revise algunos campos',
    errors: [{ field: 'first_name', message: 'Use 40 caracteres como máximo.' }],
  })
  const inEnglish = await asked('en', '/api/v1/actual_user/', profile)
  expect(inEnglish.errors[0].message).toBe('Use at most 40 characters.')
  const wrong = await asked('es', '/api/v1/actual_user/', { first_name: 5 })
  expect(wrong.errors).toMatchObject([{ field: 'first_name', message: 'Debe ser de tipo string.' }])
})

test('what is wrong with a field says its limit in the language of the page', async () => {
  const budget = { name: 'Ventas', amount_cents: 0, period: 'day', rolls_over: true }
  const wrong = await asked('es', '/api/v1/company/budgets/', budget, 'POST')
  expect(wrong.errors).toMatchObject([
    { field: 'period', message: 'Elija un mes, un trimestre o un año.' },
    { field: 'amount_cents', message: 'Ingrese un monto.' },
  ])
  const emails = Array.from({ length: 200 }, (_, nth) => `persona${nth}@example.com`)
  const many = await asked('es', '/api/v1/company/invitations/', { emails, role: 'buyer' }, 'POST')
  expect(many.errors[0].message).toMatch(/^Invite a \d+ personas como máximo a la vez\.$/)
})

test('what is wrong with a saved recipient or a list is in the language of the page', async () => {
  const { id } = await asked('en', '/api/v1/recipient_lists/', { name: 'Equipo' }, 'POST')
  const again = await asked('es', '/api/v1/recipient_lists/', { name: 'Equipo' }, 'POST')
  expect(again.errors).toMatchObject([
    { field: 'name', message: 'Usted ya tiene una lista con este nombre.' },
  ])
  const unnamed = await asked('es', `/api/v1/recipient_lists/${id}/people/`, { city: 'Austin' }, 'POST')
  expect(unnamed.errors).toMatchObject([{ message: 'Ingrese un nombre o un correo electrónico.' }])
})

test('a problem whose title is translated has a translated detail', () => {
  const { messages } = textsOf('es')
  const halves = Object.entries(PROBLEMS).filter(
    ([, { title, detail }]) => title in messages && !(detail in messages),
  )
  expect(halves).toEqual([])
  expect(PROBLEMS.over_budget.title in messages).toBe(true)
})
