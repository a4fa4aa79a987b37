import type { RewardType } from '@laurel/domain/reward-type'
import { inSite } from '../database/in-site.ts'
import { makeCardPictures } from '../features/deliveries/card-pictures.ts'
import { makeSender, sweeping, withdraw } from '../features/deliveries/deliveries.jobs.ts'
import { planOrder } from '../features/deliveries/plan-fulfillment.ts'
import { remindingOfUnclaimed } from '../features/deliveries/reminders.ts'
import type { SendKit } from '../features/deliveries/send-block.ts'
import type { Mail, Mailer } from '../features/mail/mailer.ts'
import { approval, customerSteps } from './ordering-world.ts'
import type { SignedIn, World } from './world.ts'

/** A mail server whose answers a test decides; a throw is its refusal. */
export function makeFakeMailer() {
  const accepted: Mail[] = []
  let answer: (mail: Mail) => void | Promise<void> = () => {}
  const mailer: Mailer = {
    async send(mail) {
      await answer(mail)
      accepted.push(mail)
    },
    close: async () => {},
  }
  return {
    ...mailer,
    accepted,
    setAnswer(next: typeof answer) {
      answer = next
    },
    /** What a mail server says about one recipient. */
    refusal: (responseCode: number, response = `${responseCode} no`, command = 'RCPT TO') =>
      Object.assign(new Error(response), { code: 'EENVELOPE', command, responseCode, response }),
    down: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' }),
  }
}

/** A test's steps for paid and approved orders and their cards. */
export function deliverySteps(world: World) {
  const log = { warn: () => {}, error: () => {} }
  const pictures = makeCardPictures({ ...world.kit, log })
  const kit: SendKit = { ...world.kit, log }
  const mailer = makeFakeMailer()
  const site = () => world.kit.sites.readByHost('localhost')
  const visit = world.visit('localhost')

  const steps = {
    kit,
    mailer,
    pictures,
    site,
    sender: () => makeSender(kit, mailer, pictures),
    /** As one worker after the other would. */
    async send() {
      await makeSender(kit, mailer, pictures).send(await site())
    },
    later: (ms: number) => world.setClock(new Date(world.kit.now().getTime() + ms)),
    look: (token: string) => visit('GET', `/api/v1/claims/${token}/`),
    reveal: (token: string) => visit('POST', `/api/v1/claims/${token}/reveal/`),
    thank: (token: string, text: string) => visit('POST', `/api/v1/claims/${token}/thanks/`, { text }),
    sweep: () => sweeping(kit).run(),
    remind: () => remindingOfUnclaimed({ kit, mailer, pictures }).run(),
    async withdraw(orderId: number) {
      await withdraw(kit, (await site()).id, orderId, undefined)
    },
    async plan(orderId: number) {
      await planOrder(kit, (await site()).id, orderId)
    },
    async inSite<T>(work: Parameters<typeof inSite<T>>[2]): Promise<T> {
      return inSite(world.kit.pool, (await site()).id, work)
    },
    async deliveries(orderId: number) {
      return world.kit.pool
        .selectFrom('deliveries')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute()
    },
    statuses: async (orderId: number) => (await steps.deliveries(orderId)).map(({ status }) => status),
    cards(orderId: number) {
      return world.kit.pool
        .selectFrom('issued_cards')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute()
    },
    /** An order of a new customer, paid by card: it waits for review. */
    async paid(...types: RewardType[]) {
      return steps.paidBy(await world.signIn(), ...types)
    },
    async paidBy(customer: SignedIn, ...types: RewardType[]) {
      const dana = customerSteps(customer)
      const id = await dana.fillCart(...types)
      await steps.payFor(dana, id)
      return { customer, dana, id }
    },
    async payFor(dana: ReturnType<typeof customerSteps>, orderId: number) {
      await dana.pay(orderId)
      const minted = world.gateway.minted.at(-1)!
      world.gateway.transactions.set(minted.transactionId, [approval(minted, { status: 'STL' })])
      await dana.verify(orderId)
    },
    async approve(orderId: number) {
      const owner = await world.staff('owner')
      const path = `/api/v1/office/orders/${orderId}/approve/`
      const answer = await owner.call('POST', path, { seen_status: 'in_review' })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return owner
    },
    /** Paid, approved and planned. */
    async approved(...types: RewardType[]) {
      return steps.approvedBy(await world.signIn(), ...types)
    },
    async approvedBy(customer: SignedIn, ...types: RewardType[]) {
      const order = await steps.paidBy(customer, ...types)
      const owner = await steps.approve(order.id)
      await steps.plan(order.id)
      return { ...order, owner }
    },
  }
  return steps
}

/** The token in a mail's link. */
export function tokenIn(mail: Pick<Mail, 'text'> | undefined): string {
  const token = /\/claim\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error('the mail has no link')
  return token
}
