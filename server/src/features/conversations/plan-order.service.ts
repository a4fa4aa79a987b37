import type { planOrder as endpoint } from '@laurel/contract/conversations'
import { limitProblems } from '@laurel/domain/limits'
import { type PriceSection, priceOrder } from '@laurel/domain/pricing'
import { Refusal } from '@laurel/domain/refusal'
import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import type * as z from 'zod'
import type { Db } from '../../database/database.ts'
import { inSite } from '../../database/in-site.ts'
import type { Customer } from '../../http/actor.ts'
import type { Kit } from '../../kit.ts'
import { personWire, rulesWire } from '../approvals/approval-view.ts'
import { type Judged, readNeeded, readPeopleToAsk } from '../approvals/needed-approvals.ts'
import { listShippingOptions } from '../catalog/catalog.repo.ts'
import { assertOffered } from '../catalog/offered-types.ts'
import { shippingPrice } from '../orders/priced-order.ts'
import { type Owner, ownerOf, readList } from '../recipient-lists/recipient-lists.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Asked = z.output<typeof endpoint.body>
type Plan = z.input<typeof endpoint.response>

/**
 * Prices cards that don’t exist yet by the rules of the cart, and says what an order of them would need. It doesn’t lock
 * any rows.
 *
 * @throws {Refusal} `registration_incomplete`, `digital_not_offered`, `not_found`, `validation_failed`
 */
export async function planOrder(
  { pool, config, now }: Pick<Kit, 'pool' | 'config' | 'now'>,
  site: SiteRow,
  actor: Customer,
  asked: Asked,
): Promise<Plan> {
  const { company } = actor
  if (!actor.registrationComplete || company === undefined) throw new Refusal('registration_incomplete')
  const { reward_type: type, denomination_cents: cents } = asked
  assertOffered(config, type)
  return inSite(pool, site.id, async (db) => {
    const { count, unreachable, version } = await countPeople(db, actor, asked)
    const options = (await listShippingOptions(db, site.id)).filter(({ reward_type }) => reward_type === type)
    const [option] = options.toSorted((a, b) => a.price_cents - b.price_cents)
    const price = priceOrder({
      items: [
        {
          id: 0,
          name: REWARD_TYPE_TITLES[type],
          rewardType: type,
          amounts: [{ denominationCents: cents, count }],
        },
      ],
      cardFeeCents: site.card_fee_cents,
      shipping: option ? { [type]: shippingPrice(option) } : {},
    })
    const person = { companyId: company.id, personId: actor.customerId }
    const judged = asJudged(type, cents, count, price.totalCents)
    const needed = await readNeeded(db, site, person, judged, now())
    const steps =
      needed.steps.length === 0 ? [] : (await readPeopleToAsk(db, site, person, needed.steps, now())).steps
    return {
      card_count: price.cardCount,
      value: section(price.value),
      fees: section(price.fees),
      delivery: section(price.delivery),
      total_cents: price.totalCents,
      shipping_option_id: option?.id ?? null,
      unreachable_count: unreachable,
      recipient_list_version: version,
      problems: limitProblems(
        {
          denominationCents: cents,
          ...(type === 'bulk' ? { quantity: count } : { recipientCount: count }),
          orderCents: price.totalCents,
        },
        {
          minValueCents: site.limits.min_value_cents,
          maxValueCents: site.limits.max_value_cents,
          maxQuantity: site.limits.max_quantity,
          maxRecipients: site.limits.max_recipients,
          maxOrderCents: site.limits.max_order_cents,
        },
      ),
      approval:
        steps.length === 0
          ? null
          : {
              steps: steps.map(({ rules, people }) => ({
                rules: rulesWire(rules),
                people: people.map((one) => personWire(one, actor.customerId)),
              })),
              is_blocked: steps.some(({ people }) => people.length === 0),
            },
    }
  })
}

async function countPeople(db: Db, actor: Customer, { count, recipient_list_id, reward_type }: Asked) {
  if (recipient_list_id !== undefined) {
    const list = await readList(db, actor, recipient_list_id)
    return {
      count: list.people_count,
      unreachable: await countUnreachable(db, ownerOf(actor, list), recipient_list_id, reward_type),
      version: await readVersion(db, actor, recipient_list_id),
    }
  }
  if (count !== undefined) return { count, unreachable: 0, version: null }
  const message = 'Enter how many cards you want, or choose a list.'
  throw new Refusal('validation_failed', {}, [{ field: 'count', code: 'required', message }])
}

/** People without an email, for digital cards, or without a street, for mailed ones. */
async function countUnreachable(
  db: Db,
  { siteId }: Owner,
  listId: number,
  type: RewardType,
): Promise<number> {
  if (type === 'bulk') return 0
  const { count } = await db
    .selectFrom('recipient_list_people as member')
    .innerJoin('saved_people as person', (join) =>
      join.onRef('person.site_id', '=', 'member.site_id').onRef('person.id', '=', 'member.person_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member.site_id', '=', siteId)
    .where('member.list_id', '=', listId)
    .where(type === 'digital' ? 'person.email' : 'person.address1', '=', '')
    .executeTakeFirstOrThrow()
  return count
}

/** Changes when a person is added, removed, or changed, so that a confirmed price is always for the same people. */
async function readVersion(db: Db, { siteId }: Owner, listId: number): Promise<string> {
  const { version } = await db
    .selectFrom('recipient_list_people as member')
    .innerJoin('saved_people as person', (join) =>
      join.onRef('person.site_id', '=', 'member.site_id').onRef('person.id', '=', 'member.person_id'),
    )
    .select(({ cast, fn, ref, val }) => {
      const person = fn<string>('concat_ws', [
        val(' '),
        ref('person.id'),
        cast<string>(ref('person.updated_at'), 'text'),
      ])
      const all = fn.agg<string>('string_agg', [person, val(',')]).orderBy('person.id')
      return fn<string>('md5', [fn.coalesce(all, val(''))]).as('version')
    })
    .where('member.site_id', '=', siteId)
    .where('member.list_id', '=', listId)
    .executeTakeFirstOrThrow()
  return version
}

/** An order of these cards alone, as approval rules judge it. */
function asJudged(type: RewardType, cents: number, count: number, totalCents: number): Judged {
  const item = {
    state: 'in_cart',
    reward_type_data: { name: type },
    amounts: [{ count, each_cents: cents }],
  } as unknown as Judged['items'][number]
  return { items: [item], totalCents, cardCount: count, fields: [] }
}

function section({ cents, lines }: PriceSection): Plan['value'] {
  return {
    cents,
    lines: lines.map((line) => ({
      label: line.label,
      reward_type: line.rewardType,
      card_item_id: null,
      cents: line.cents,
      parts: line.parts.map(({ count, eachCents }) => ({ count, each_cents: eachCents })),
    })),
  }
}
