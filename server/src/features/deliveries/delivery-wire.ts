import type { Delivery, DeliveryEvent } from '@laurel/contract/deliveries'
import {
  type DeliveryStatus,
  deliveryGroup,
  mayConvertToDigital,
  mayFixAddress,
  mayFixEmail,
  mayResend,
} from '@laurel/domain/delivery-status'
import type { RewardType } from '@laurel/domain/reward-type'
import { trackingUrl } from '@laurel/domain/tracking-number'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { Deliveries, DeliveryEvents } from '../../database/generated/tables.ts'

export type DeliveryRow = Omit<Selectable<Deliveries>, 'status' | 'reward_type'> & {
  status: DeliveryStatus
  reward_type: RewardType
  order_number: string
  external_id: string | null
  is_held: boolean
  replaced_by_id: number | null
}
export type DeliveryWire = z.input<typeof Delivery>

const MOMENTS = [
  'sent_at',
  'opened_at',
  'claimed_at',
  'thanked_at',
  'bounced_at',
  'mailed_at',
  'delivered_at',
  'returned_at',
  'reminded_at',
  'expires_at',
] as const

/** A delivery as it travels, with what may be done about it now. */
export function deliveryWire(row: DeliveryRow): DeliveryWire {
  const { reward_type: type, status } = row
  const moments = Object.fromEntries(MOMENTS.map((name) => [name, row[name]?.toISOString() ?? null]))
  return {
    ...row,
    ...(moments as Record<(typeof MOMENTS)[number], string | null>),
    group: deliveryGroup(status),
    tracking_url: trackingUrl(row.carrier, row.tracking_number),
    may_fix_email: mayFixEmail(type, status),
    may_fix_address: mayFixAddress(type, status),
    may_resend: mayResend(type, status),
    may_convert: mayConvertToDigital(type, status),
    due_at: row.due_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

type Reader = 'customer' | 'office'

/** A history entry on the wire. Customers see the kind of actor, the office sees the name. */
export function eventWire(row: Selectable<DeliveryEvents>, reader: Reader): z.input<typeof DeliveryEvent> {
  const [kind] = row.actor.split(':')
  return {
    id: row.id,
    event: row.event,
    facts: row.facts as z.input<typeof DeliveryEvent>['facts'],
    actor: reader === 'office' ? row.actor : kind === 'integrator' ? 'staff' : kind!,
    at: row.at.toISOString(),
  }
}
