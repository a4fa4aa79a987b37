import type { patchDelivery } from '@laurel/contract/deliveries'
import { normalizeEmail } from '@laurel/domain/email'
import { RECIPIENT_FIELDS } from '@laurel/domain/recipient-fields'
import { judgeRecipient } from '@laurel/domain/recipient-row'
import { assertNoProblems, type FieldProblem } from '@laurel/domain/refusal'
import { upsProblem } from '@laurel/domain/ups-address'
import type * as z from 'zod'
import type { DeliveryRow } from './delivery-wire.ts'

export type Fix = Omit<z.output<typeof patchDelivery.body>, 'seen_updated_at'>
export type Fixed = Pick<
  DeliveryRow,
  | 'first_name'
  | 'last_name'
  | 'company'
  | 'email'
  | 'phone'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'zip'
>

const BY_EMAIL: ReadonlyArray<keyof Fix> = ['email', 'first_name', 'last_name']
const POSTAL: ReadonlyArray<keyof Fix> = [
  'first_name',
  'last_name',
  'company',
  'phone',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
]

/**
 * The stored form of a delivery's fixed address.
 *
 * @returns only what changes
 * @throws {Refusal} `validation_failed`, also for an address of the other kind
 */
export function judgeFix(row: DeliveryRow, fix: Fix): Partial<Fixed> {
  const allowed = row.reward_type === 'digital' ? BY_EMAIL : POSTAL
  const given = Object.entries(fix).filter(([, value]) => value !== undefined) as Array<[keyof Fix, string]>
  const foreign = given.filter(([field]) => !allowed.includes(field))
  const wrongKind = row.reward_type === 'digital' ? 'This card goes by email.' : 'This card goes by mail.'
  assertNoProblems(foreign.map(([field]) => ({ field, code: 'not_for_this_kind', message: wrongKind })))

  const whole = { ...row, ...Object.fromEntries(given) }
  const { row: judged, problems } = judgeRecipient(
    row.reward_type === 'digital' ? 'digital' : 'direct',
    {
      firstName: whole.first_name,
      lastName: row.reward_type === 'bulk' ? whole.last_name || '-' : whole.last_name,
      email: whole.email,
      address1: whole.address1,
      address2: whole.address2,
      city: whole.city,
      state: whole.state,
      zip: whole.zip,
      amountCents: row.value_cents,
    },
    { minValueCents: 0, maxValueCents: Number.MAX_SAFE_INTEGER },
  )
  const errors: FieldProblem[] = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ field, code, message }) => ({ field: RECIPIENT_FIELDS[field].wire, code, message }))
  const notByUps = row.reward_type === 'bulk' ? upsProblem({ ...whole, state: judged.state }) : undefined
  if (notByUps !== undefined) errors.push({ field: 'address1', code: 'not_deliverable', message: notByUps })
  assertNoProblems(errors)

  const fixed: Partial<Fixed> = {
    first_name: judged.firstName,
    ...(row.reward_type !== 'bulk' && { last_name: judged.lastName }),
    ...(row.reward_type === 'digital'
      ? { email: normalizeEmail(judged.email) }
      : {
          company: whole.company,
          phone: whole.phone,
          address1: judged.address1,
          address2: judged.address2,
          city: judged.city,
          state: judged.state,
          zip: judged.zip,
        }),
  }
  return Object.fromEntries(
    Object.entries(fixed).filter(([field, value]) => row[field as keyof Fixed] !== value),
  )
}
